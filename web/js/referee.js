// @ts-check
// Referee at a real table: one phone keeps the sheet of both sides and works out the numbers. The page keeps what was entered and
// sends it along each time; the server answers with the sheet it makes. A step back is one entry less.

import { ApiError, api } from './api.js';
import { confirmDialog, openDialog } from './dialogs.js';
import { announce, complain, debounce, fill, h, icon, ruleLink, setting } from './dom.js';
import { Inputs } from './inputs.js';
import { HandDice, diceRow, numberOf, oddsOf, reckoningOf } from './reckoning.js';

/** @typedef {import('./types').Act} Act */
/** @typedef {import('./types').SheetPage} SheetPage */
/** @typedef {import('./types').SheetRow} SheetRow */
/** @typedef {{act: string, of?: string, inputs?: Record<string, unknown>, dice?: number[]}} Entry */
/** @typedef {'look' | 'throw' | {thrown: number[]}} Dice */

export class Referee {
  /** @param {HTMLElement} root @param {[string, string, string]} where system, module, scenario */
  constructor(root, where) {
    this.root = root;
    this.where = where;
    this.store = `sheet.${where.join('/')}`;
    /** @type {Entry[]} */
    this.entries = stored(this.store);
    /** What was set the last time, by act. @type {Record<string, import('./inputs.js').Values>} */
    this.before = {};
    this.gone = false;
    this.top = h('header', { class: 'ref-top' });
    this.body = h('main', { class: 'ref-body' }, h('p', { class: 'muted' }, 'Loading …'));
    this.foot = h('footer', { class: 'ref-foot' });
    this.tab = 'sheet';
    /** @type {import('./types').Reckoner[]} */
    this.charts = [];
    /** The key of the chart that is open. */
    this.chart = '';
    fill(root, h('div', { class: 'referee', 'data-testid': 'referee' }, this.top, this.body, this.foot));
  }

  dispose() {
    this.gone = true;
  }

  async start() {
    try {
      const [view, charts] = await Promise.all([
        api.sheet(this.where, { entries: this.entries }),
        api.charts(this.where),
      ]);
      this.charts = charts;
      this.show(view.page);
    } catch (error) {
      // Entries of another edition of the scenario: they can be given up, not mended.
      if (!(error instanceof ApiError && error.code === 'misfit')) throw error;
      const drop = await confirmDialog(
        'The sheet does not fit any more',
        `What this phone has kept cannot be continued: ${error.message}.`,
        'Begin a new sheet',
      );
      if (!drop) throw error;
      this.keep([]);
      await this.start();
    }
  }

  /** @param {Entry[]} entries */
  keep(entries) {
    this.entries = entries;
    setting.set(this.store, JSON.stringify(entries));
  }

  /** @param {SheetPage} page */
  show(page) {
    if (this.gone) return;
    this.page = page;
    document.title = `${page.title} · Bocage`;
    fill(
      this.top,
      h('a', { class: 'plain', href: '#/', 'aria-label': 'All games' }, icon('back')),
      h(
        'div',
        {},
        h('h1', {}, page.title),
        h('p', { 'data-testid': 'ref-clock' }, `${page.clock} · ${page.over ? 'over' : page.steps[page.step]}`),
        h(
          'ol',
          { class: 'ref-steps', 'aria-label': 'Steps of the turn' },
          page.steps.map((step, i) =>
            h('li', { class: i < page.step ? 'done' : i === page.step ? 'now' : '', 'aria-current': i === page.step && 'step', title: step }, h('span', { class: 'sr' }, step)),
          ),
        ),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'aria-label': 'Back one step',
          title: 'Back one step',
          disabled: this.entries.length === 0,
          'data-testid': 'ref-back',
          onclick: () => this.back(),
        },
        icon('undo'),
      ),
    );
    const tabs = [
      ['sheet', 'Sheet'],
      ['charts', 'Numbers'],
      ['report', 'Report'],
    ];
    fill(
      this.foot,
      this.tab === 'sheet' && h('div', { class: 'ref-acts' }, page.acts.map((act) => this.button(act, null))),
      h(
        'nav',
        { class: 'ref-tabs', 'aria-label': 'Parts of the referee' },
        tabs.map(([key, title]) =>
          h(
            'button',
            {
              type: 'button',
              'aria-pressed': String(this.tab === key),
              'data-testid': `ref-${key}`,
              onclick: () => {
                this.tab = key;
                this.show(page);
                scrollTo(0, 0);
              },
            },
            title,
          ),
        ),
      ),
    );
    if (this.tab === 'charts') this.showCharts();
    else fill(this.body, this.tab === 'sheet' ? this.sheet(page) : this.report(page));
  }

  /** @param {SheetPage} page */
  sheet(page) {
    return [
      h('p', { class: page.over ? 'ref-over' : 'ref-what', 'data-testid': 'ref-what' }, page.text, ' ', ruleLink(page.rule)),
      page.parts.map((part) =>
        h(
          'section',
          {},
          h('h2', {}, part.title, part.text && h('small', {}, part.text)),
          h(
            'ul',
            { class: 'ref-rows' },
            part.rows.map((row) => this.row(row)),
          ),
        ),
      ),
      h(
        'p',
        { class: 'chips' },
        h(
          'button',
          { type: 'button', class: 'chip quiet', 'data-testid': 'ref-anew', onclick: () => this.anew() },
          'Begin a new sheet …',
        ),
      ),
    ].flat();
  }

  /** @param {SheetRow} row */
  row(row) {
    const due = row.acts.filter((act) => act.due || act.refused);
    const more = row.acts.filter((act) => !act.due && !act.refused);
    return h(
      'li',
      { class: row.gone ? 'gone' : '', 'data-testid': `row-${row.key}` },
      h('h3', {}, row.title),
      row.tags.length > 0 &&
        h(
          'p',
          { class: 'tags' },
          row.tags.map((tag) => h('span', { class: `tag sev-${tag.severity}` }, tag.text)),
        ),
      h('p', { class: 'muted' }, row.text),
      due.length > 0 && h('div', { class: 'chips' }, due.map((act) => this.button(act, row))),
      more.length > 0 &&
        h(
          'details',
          {},
          h('summary', { 'aria-label': `More for ${row.title}` }, 'More'),
          h('div', { class: 'chips' }, more.map((act) => this.button(act, row))),
        ),
    );
  }

  /** @param {Act} act @param {SheetRow | null} row */
  button(act, row) {
    const look = act.refused ? 'no' : act.due || (!row && act.key === 'next') ? 'on' : 'quiet';
    return h(
      'button',
      {
        type: 'button',
        class: `chip ${look}`,
        'data-testid': `act-${act.key}${row ? `-${row.key}` : ''}`,
        onclick: () => (act.refused ? this.why(act) : this.open(act, row)),
      },
      act.title,
    );
  }

  /** @param {Act} act */
  why(act) {
    openDialog(act.title, [h('p', {}, 'The rules forbid it: ', act.refused?.title, '.'), h('p', {}, ruleLink(act.refused))], {
      id: 'ref-why',
    });
  }

  /** @param {SheetPage} page */
  report(page) {
    return [
      page.report.length === 0 && h('p', { class: 'muted' }, 'Nothing has been entered yet.'),
      h(
        'ol',
        { class: 'ref-report', 'data-testid': 'ref-lines' },
        page.report.map((line) => h('li', {}, line.text, ' ', ruleLink(line.rule), diceRow(line.dice))),
      ),
    ];
  }

  async back() {
    const last = this.entries.at(-1);
    if (!last) return;
    try {
      const view = await api.sheet(this.where, { entries: this.entries.slice(0, -1) });
      this.keep(this.entries.slice(0, -1));
      this.show(view.page);
      announce('One step back');
    } catch (error) {
      complain(error);
    }
  }

  async anew() {
    if (!(await confirmDialog('Begin a new sheet?', 'All that was entered on this one will be gone.', 'Begin anew'))) return;
    this.keep([]);
    await this.start().catch(complain);
  }

  /**
   * Enters something, or only looks at it.
   * @param {Entry} entry @param {Dice} dice
   */
  async enter(entry, dice) {
    const view = await api.sheet(this.where, { entries: this.entries, next: entry, dice });
    if (view.entry) {
      this.keep([...this.entries, /** @type {Entry} */ (view.entry)]);
      this.show(view.page);
      announce(view.page.report[0]?.text ?? '');
    }
    return view;
  }

  /** What belongs to an act is set, looked at and thrown in a dialog; what has nothing to set is entered at once. @param {Act} act @param {SheetRow | null} row */
  async open(act, row) {
    /** @param {Inputs | null} inputs @returns {Entry} */
    const entry = (inputs) => ({ act: act.key, ...(row ? { of: row.key } : {}), inputs: inputs?.values ?? {} });
    if (act.inputs.length === 0 && !act.rolls) {
      await this.enter(entry(null), 'look').catch(complain);
      return;
    }
    const ask = new Ask({
      act,
      before: this.before[act.key],
      send: (inputs, dice) => this.enter(entry(inputs), dice),
      set: (values) => {
        this.before[act.key] = values;
      },
    });
    await openDialog(row ? `${act.title}: ${row.title}` : act.title, [ask.el], { id: 'ref-ask' });
  }

  /** Charts without the sheet. */
  showCharts() {
    const { charts } = this;
    const chosen = charts.find((it) => it.key === this.chart) ?? charts[0];
    if (!chosen) {
      fill(this.body, h('p', { class: 'muted' }, 'There are no charts.'));
      return;
    }
    const select = h(
      'select',
      {
        'aria-label': 'Chart',
        'data-testid': 'ref-chart',
        onchange: () => {
          this.chart = select.value;
          this.showCharts();
        },
      },
      charts.map((it) => h('option', { value: it.key, selected: it === chosen }, it.title)),
    );
    const ask = new Ask({
      act: { ...chosen, rolls: true, due: false, refused: null },
      before: this.before[`chart ${chosen.key}`],
      send: async (inputs, dice) => ({
        entry: null,
        reckoning: await api.reckon(this.where, chosen.key, { inputs: inputs.values, dice }),
      }),
      set: (values) => {
        this.before[`chart ${chosen.key}`] = values;
      },
      again: true,
    });
    fill(this.body, h('h2', { class: 'sr' }, 'Numbers'), h('p', { class: 'ref-pick' }, select), h('p', { class: 'muted' }, chosen.text, ' ', ruleLink(chosen.rule)), ask.el);
  }
}

/**
 * Inputs, the answer to them as they are set, and dice.
 * @typedef {{entry: unknown, reckoning: import('./types').Reckoning | null}} Answer
 */
class Ask {
  /**
   * @param {{act: Act, before?: import('./inputs.js').Values, again?: boolean, send: (inputs: Inputs, dice: Dice) => Promise<Answer>, set: (values: import('./inputs.js').Values) => void}} how
   * again: it may be thrown as often as one likes
   */
  constructor({ act, before, send, set, again = false }) {
    this.act = act;
    this.send = send;
    this.set = set;
    this.again = again;
    this.asked = 0;
    this.answer = h('div', { class: 'answer' });
    // The number, or why it is refused: it has its room beside the button, so that nothing moves from under a finger.
    this.told = h('div', { class: 'ref-told', role: 'status' });
    this.inputs = new Inputs(act.inputs, debounce(() => this.look(), 60), before);
    this.hand = act.rolls ? new HandDice((dice) => this.byHand(dice)) : null;
    this.go = h(
      'button',
      { type: 'button', class: 'chip on', 'data-testid': 'ref-go', onclick: () => this.roll() },
      act.rolls ? 'Roll' : 'Enter',
    );
    this.acts = h('div', { class: 'ref-go' }, this.told, this.go);
    this.el = h('div', { class: 'ask' }, this.inputs.el, this.acts, this.hand?.el, this.answer);
    if (act.rolls) this.look();
  }

  /** @param {unknown} error */
  refuse(error) {
    if (!(error instanceof ApiError) || error.status === 0) return complain(error);
    fill(this.told, h('p', { class: 'bad', 'data-testid': 'ref-no' }, error.message, ' ', ruleLink(error.rule)));
    this.inputs.mark(error.at);
  }

  clear() {
    fill(this.told);
    this.inputs.mark(null);
  }

  async look() {
    this.set(this.inputs.values);
    this.hand?.clear();
    if (!this.act.rolls) return;
    const asked = ++this.asked;
    this.answer.ariaBusy = 'true';
    try {
      const { reckoning } = await this.send(this.inputs, 'look');
      if (asked !== this.asked) return;
      this.clear();
      fill(this.told, reckoning && numberOf(reckoning));
      fill(this.answer, reckoning && oddsOf(reckoning));
    } catch (error) {
      if (asked !== this.asked) return;
      fill(this.answer);
      this.refuse(error);
    }
    this.answer.ariaBusy = 'false';
  }

  async roll() {
    this.set(this.inputs.values);
    this.go.disabled = true;
    try {
      this.done(await this.send(this.inputs, this.act.rolls ? 'throw' : 'look'));
    } catch (error) {
      this.refuse(error);
    }
    this.go.disabled = false;
  }

  /** @param {number[]} dice @returns {Promise<string | null>} */
  async byHand(dice) {
    try {
      this.done(await this.send(this.inputs, { thrown: dice }));
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.at === 'dice') return error.message.replace(/^dice: /, '');
      this.refuse(error);
      return '';
    }
  }

  /** @param {Answer} answer */
  done({ entry, reckoning }) {
    this.asked += 1;
    this.answer.ariaBusy = 'false';
    this.clear();
    const dialog = this.el.closest('dialog');
    if (!reckoning) {
      dialog?.close('');
      return;
    }
    fill(this.answer, reckoningOf(reckoning));
    if (this.again || !entry) return;
    // It is entered: what is left is to read it.
    const close = h(
      'button',
      { type: 'button', class: 'chip on', 'data-testid': 'ref-done', onclick: () => dialog?.close('') },
      'Done',
    );
    fill(this.acts, close);
    this.inputs.el.remove();
    this.hand?.el.remove();
    close.focus();
  }
}

/** What this phone has kept of a sheet. @param {string} key @returns {Entry[]} */
function stored(key) {
  try {
    const kept = JSON.parse(setting.get(key, '[]'));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
