// @ts-check
// The odds of an option before it is taken: fraction first, per cent second, bar third, then the itemised ledger.

import { api } from './api.js';
import { debounce, fill, h, ledgerTable, ruleLink } from './dom.js';

/** @typedef {import('./types').Choice} Choice */

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A chance as people say it. @param {number} p */
export function share(p) {
  if (p > 0 && p < 0.005) return `< ${fine.format(0.005)}`;
  return (p > 0 && p < 0.1) || (p > 0.9 && p < 1) ? fine.format(p) : percent.format(p);
}

/** @param {string} title @param {import('./types').OddsRow[]} rows */
function bars(title, rows) {
  return h(
    'table',
    { class: 'bars' },
    h('caption', { class: 'sr' }, title),
    h(
      'tbody',
      {},
      rows.map((row) => {
        const bar = h('i', { class: `sev-${row.severity}` });
        bar.style.width = `${(row.probability * 100).toFixed(2)}%`;
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, row.label),
          h('td', { class: 'fr' }, row.fraction || ''),
          h('td', { class: 'pc' }, share(row.probability)),
          h('td', { class: 'bar' }, h('div', {}, bar)),
        );
      }),
    ),
  );
}

/** @param {import('./types').OddsView} odds */
export function oddsTable(odds) {
  return [
    bars(odds.title, odds.rows),
    odds.more.map((part) => h('div', { class: 'part' }, h('h3', {}, part.title), bars(part.title, part.rows))),
    odds.assumes && h('p', { class: 'muted' }, odds.assumes),
    (odds.doubts ?? []).map((it) => h('p', { class: 'doubts', 'data-testid': 'doubt' }, h('b', { 'aria-hidden': 'true' }, '? '), it)),
    odds.ledgers.map((ledger) =>
      h(
        'div',
        { class: 'ledger' },
        h('h3', {}, ledger.text, ruleLink(ledger.rule)),
        ledger.ledger.length > 0 && ledgerTable(ledger.ledger, ledger.total),
      ),
    ),
  ].flat();
}

export class Odds {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** @type {AbortController | null} */
    this.pending = null;
    /** The option whose odds are shown, or asked for. @type {Choice | null} */
    this.option = null;
    /** @type {Map<string, import('./types').OddsView>} */
    this.known = new Map();
    /** Its places are on the map. */
    this.shown = false;
    this.body = h('div', {});
    this.el = h('section', { class: 'odds', id: 'tab-odds', 'data-testid': 'odds', 'aria-label': 'Odds' }, this.body);
    /** Asks after a moment, so that a pointer passing over the map asks nothing. */
    this.hover = debounce((/** @type {Choice} */ option) => this.ask(option), 110);
    this.clear();
  }

  clear() {
    this.hover.cancel();
    this.pending?.abort();
    this.option = null;
    this.el.classList.add('empty');
    this.show([]);
    this.board.doneWith('odds');
    fill(this.body, h('p', { class: 'muted' }, 'Point at an option marked % to see its exact odds before you choose.'));
  }

  /** Places of the odds on the map; what was there before comes back with none. @param {import('./types').OverlayPlace[]} places */
  show(places) {
    const { overlays } = this.board;
    const were = this.shown;
    this.shown = places.length > 0;
    if (this.shown) overlays.draw({ kind: 'fire', title: '', text: '', places });
    else if (were) overlays.refresh();
  }

  /** @param {Choice} option @param {{confirm?: boolean}} [how] */
  async ask(option, { confirm = false } = {}) {
    const question = this.board.view?.question;
    if (!question || !option.odds) return;
    this.hover.cancel();
    this.pending?.abort();
    const abort = new AbortController();
    this.pending = abort;
    this.option = option;
    const joined = /** @type {import('./together.js').Joined} */ (option);
    const key = `${question.id} ${[...(joined.after ?? []), joined.option ?? option.index].join('.')}`;
    let odds = this.known.get(key);
    if (!odds) {
      const slow = setTimeout(() => {
        this.el.classList.remove('empty');
        fill(this.body, h('h2', {}, option.label), h('p', { class: 'muted' }, 'Working out the odds …'));
      }, 120);
      try {
        const { after = [], option: number = option.index } = /** @type {import('./together.js').Joined} */ (option);
        odds = await api.odds(this.board.id, this.board.seat, question.id, after, number, abort.signal);
        // The game has moved on meanwhile; the next question clears the panel.
        if ('stale' in odds) return;
        if (this.known.size > 200) this.known.clear();
        this.known.set(key, odds);
      } catch (error) {
        if (!abort.signal.aborted) {
          this.el.classList.remove('empty');
          fill(
            this.body,
            h('h2', {}, option.label),
            h('p', { class: 'bad' }, error instanceof Error ? error.message : String(error)),
          );
        }
        return;
      } finally {
        clearTimeout(slow);
      }
    }
    if (abort.signal.aborted) return;
    this.el.classList.remove('empty');
    const exactness = odds.exact
      ? `exact, ${odds.courses.toLocaleString()} ${odds.courses === 1 ? 'course' : 'courses'}`
      : `${odds.error > 0.01 ? 'an estimate, ' : ''}within ${fine.format(odds.error)}`;
    fill(
      this.body,
      h('h2', {}, odds.title, h('small', {}, exactness)),
      oddsTable(odds),
      confirm &&
        h(
          'button',
          {
            type: 'button',
            class: 'chip on confirm',
            'data-testid': 'confirm-option',
            onclick: () => this.board.answer(option),
          },
          `Confirm: ${option.label}`,
        ),
    );
    this.show(odds.places ?? []);
    this.board.showTab('odds');
  }
}
