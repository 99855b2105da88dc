// @ts-check
// Targets side by side: where several options have odds, one table shows what each may come to, before any is chosen.

import { api } from './api.js';
import { fill, h } from './dom.js';
import { share } from './odds.js';

/** @typedef {import('./together.js').Joined} Joined */
/** @typedef {import('./types').OddsView} OddsView */

/** More than so many are not compared: each is worked out by itself. */
const MANY = 12;

/** The chance that something comes of it, and that of the worst. @param {OddsView} odds */
export function gist(odds) {
  const some = odds.rows.filter((it) => it.severity > 0);
  const worst = Math.max(0, ...some.map((it) => it.severity));
  const sum = (/** @type {import('./types').OddsRow[]} */ rows) => rows.reduce((n, it) => n + it.probability, 0);
  const likely = [...odds.rows].sort((a, b) => b.probability - a.probability)[0];
  return { effect: sum(some), worst: sum(some.filter((it) => it.severity === worst)), worstIs: some.find((it) => it.severity === worst)?.label ?? '', likely: likely?.label ?? '' };
}

export class Compare {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.key = '';
    /** @type {AbortController | null} */
    this.pending = null;
    this.el = h('section', { class: 'compare empty', 'aria-label': 'Odds compared', 'data-testid': 'compare' });
  }

  render() {
    const { board } = this;
    const asked = board.replaying ? null : board.view?.question;
    const question = board.replaying ? null : board.question;
    // Targets only: the odds of an assault are long to work out and are asked for one by one.
    const options = /** @type {Joined[]} */ ((question?.options ?? []).filter((o) => o.odds && o.lines.length > 0));
    const key = asked ? `${asked.id} ${options.map((o) => [...(o.after ?? []), o.option ?? o.index].join('.')).join()}` : '';
    if (key === this.key) return;
    this.key = key;
    this.pending?.abort();
    this.el.classList.add('empty');
    fill(this.el);
    if (!asked || options.length < 2 || options.length > MANY) return;
    const abort = new AbortController();
    this.pending = abort;
    this.fetch(asked.id, options, abort.signal);
  }

  /** @param {string} id @param {Joined[]} options @param {AbortSignal} signal */
  async fetch(id, options, signal) {
    const { board } = this;
    // The player may choose at once; nothing is worked out for who does.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const rows = /** @type {{option: Joined, odds: OddsView}[]} */ ([]);
    for (const option of options) {
      if (signal.aborted) return;
      try {
        const odds = await api.odds(board.id, board.seat, id, option.after ?? [], option.option ?? option.index, signal);
        if ('stale' in odds) return;
        rows.push({ option, odds });
      } catch {
        if (signal.aborted) return;
      }
    }
    if (rows.length < 2 || signal.aborted) return;
    this.draw(rows);
  }

  /** @param {{option: Joined, odds: OddsView}[]} rows */
  draw(rows) {
    const { board } = this;
    const all = rows.map((it) => ({ ...it, ...gist(it.odds) })).sort((a, b) => b.effect - a.effect);
    this.el.classList.remove('empty');
    fill(
      this.el,
      h('h2', {}, 'Side by side', h('small', {}, 'best first')),
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ['', 'any effect', 'worst of it', 'most likely'].map((it) => h('th', { scope: 'col' }, it)))),
        h(
          'tbody',
          {},
          all.map(({ option, effect, worst, worstIs, likely }) =>
            h(
              'tr',
              { onpointerenter: () => board.pointer.point(option), onpointerleave: () => board.pointer.point(null) },
              h('th', { scope: 'row' }, h('button', { type: 'button', class: 'plain-text', 'data-compare': option.index, onclick: () => { board.pointer.reveal(option); board.odds.ask(option); } }, option.label)),
              h('td', { class: 'num' }, h('b', {}, share(effect))),
              h('td', { class: 'num', title: worstIs }, share(worst), worstIs && h('small', {}, worstIs)),
              h('td', {}, likely),
            ),
          ),
        ),
      ),
    );
  }
}
