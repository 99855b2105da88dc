// @ts-check
// Forms that are lists: some of these, and for each of these one of those. What it costs is set against the budgets
// as it is filled in; whether it may be is the judge's business.

import { h, icon, ruleLink } from './dom.js';
import { canonical } from './value.js';

/** @typedef {import('./types').Budget} Budget */
/** @typedef {import('./types').Cost} Cost */
/** @typedef {import('./map.js').MapView} MapView */

/** Names the radio buttons of a row apart from those of every other form. */
let forms = 0;

/** What is left of each budget. */
class Budgets {
  /** @param {Budget[]} budgets */
  constructor(budgets) {
    this.budgets = budgets;
    this.lines = budgets.map(() => h('span', {}));
    this.bars = budgets.map(() => h('i', {}));
    this.items = budgets.map((it, i) =>
      h('li', {}, h('b', {}, it.label), ' ', this.lines[i], h('span', { class: 'bar', 'aria-hidden': 'true' }, this.bars[i])),
    );
    this.el = h(
      'ul',
      { class: 'budgets', 'aria-label': 'Budgets', 'aria-live': 'polite', 'data-testid': 'budgets', hidden: budgets.length === 0 },
      this.items,
    );
  }

  /** @param {Cost[]} costs of all that is chosen */
  update(costs) {
    this.budgets.forEach(({ has, unit }, i) => {
      const spent = costs.filter((it) => it.budget === i).reduce((sum, it) => sum + it.amount, 0);
      const said = spent > has ? `${spent - has} ${unit} too many (${spent} of ${has})` : `${has - spent} of ${has} ${unit} left`;
      // Only what changes is spoken.
      if (this.lines[i].textContent !== said) this.lines[i].textContent = said;
      this.items[i].classList.toggle('over', spent > has);
      this.bars[i].style.width = `${has === 0 ? 0 : Math.max(0, Math.min(100, ((has - spent) * 100) / has))}%`;
    });
  }

  /** @param {Cost[]} costs */
  price(costs) {
    return costs
      .filter((it) => it.amount > 0)
      .map((it) => `${it.amount} ${this.budgets[it.budget]?.unit ?? ''}`.trim())
      .join(', ');
  }

  /** @param {Cost[]} costs */
  overdrawn(costs) {
    const over = this.budgets.filter(
      ({ has }, i) => costs.filter((it) => it.budget === i).reduce((sum, it) => sum + it.amount, 0) > has,
    );
    return over.length === 0 ? '' : `Overdrawn: ${over.map((it) => it.label).join(', ')}.`;
  }
}

/** Why something cannot be chosen: folded up, within reach of keys and fingers. @param {{label: string, refused: import('./types').CellRefusal}[]} refused */
function whyNot(refused) {
  if (refused.length === 0) return null;
  /** What is refused for the same reason is said together. @type {Map<string, {labels: string[], it: import('./types').CellRefusal}>} */
  const reasons = new Map();
  for (const { label, refused: it } of refused) {
    const known = reasons.get(it.reason);
    if (known) known.labels.push(label);
    else reasons.set(it.reason, { labels: [label], it });
  }
  return h(
    'details',
    { class: 'form-why' },
    h('summary', {}, 'Why not?'),
    [...reasons.values()].map(({ labels, it }) => h('p', {}, h('b', {}, labels.join(', ')), ': ', it.reason, ' ', ruleLink(it.rule))),
  );
}

/** Shows where a row is while it is pointed at. @param {MapView} map @param {{piece: string | null, place: import('./types').Place | null}} row */
const shows = (map, row) => ({
  onpointerenter: () => {
    if (row.place !== null) map.glow([row.place]);
    if (row.piece !== null) map.counters.link(row.piece);
  },
  onpointerleave: () => {
    if (row.place !== null) map.glow([]);
    if (row.piece !== null) map.counters.link(null);
  },
  onfocusin: () => {
    if (row.place !== null) map.camera.reveal([map.centre(row.place)]);
  },
});

/** Some of these. */
export class SomeOfThese {
  /** @param {Extract<import('./types').Form, {kind: 'some'}>} form @param {() => void} change @param {MapView} map */
  constructor(form, change, map) {
    this.form = form;
    this.chosen = new Set();
    this.budgets = new Budgets(form.budgets);
    this.boxes = form.rows.map((row, r) =>
      h('input', {
        type: 'checkbox',
        'data-row': r,
        disabled: row.refused !== null,
        onchange: () => {
          if (this.boxes[r].checked) this.chosen.add(r);
          else this.chosen.delete(r);
          change();
        },
      }),
    );
    this.rows = form.rows.map((row, r) => {
      const price = this.budgets.price(row.costs);
      return h(
        'div',
        { class: 'form-row', 'data-row': r, ...shows(map, row) },
        h(
          'label',
          { class: row.refused ? 'cell wide no' : 'cell wide', title: row.refused?.reason },
          this.boxes[r],
          h('span', {}, row.label, row.note && h('small', {}, row.note)),
          price && h('span', { class: 'price num' }, price),
        ),
        whyNot(row.refused ? [{ label: row.label, refused: row.refused }] : []),
      );
    });
    const { at_least: least, at_most: most } = form;
    const wanted =
      least === most ? `Choose ${least}` : least === 0 ? `Choose up to ${most}` : `Choose ${least} to ${most}`;
    this.el = h('fieldset', { class: 'form-list' }, h('legend', {}, wanted), this.budgets.el, this.rows);
  }

  indices() {
    return this.form.rows.map((_, r) => r).filter((r) => this.chosen.has(r));
  }

  list() {
    return this.indices().map((r) => this.form.rows[r].value);
  }

  /** @param {unknown[]} list */
  set(list) {
    const wanted = list.map(canonical);
    this.chosen.clear();
    this.form.rows.forEach((row, r) => {
      const at = wanted.indexOf(canonical(row.value));
      if (at < 0) return;
      wanted.splice(at, 1);
      this.chosen.add(r);
    });
  }

  costs() {
    return this.indices().flatMap((r) => this.form.rows[r].costs);
  }

  words() {
    return this.indices()
      .map((r) => this.form.rows[r].label)
      .join(', ');
  }

  missing() {
    const { at_least: least, at_most: most } = this.form;
    const n = this.chosen.size;
    const count = n < least ? `${least - n} more to choose.` : n > most ? `${n - most} too many.` : '';
    return [count, this.budgets.overdrawn(this.costs())].filter(Boolean).join(' ');
  }

  /** @param {boolean} locked */
  update(locked) {
    this.boxes.forEach((box, r) => {
      box.checked = this.chosen.has(r);
      box.disabled = locked || (this.form.rows[r].refused !== null && !box.checked);
    });
    this.budgets.update(this.costs());
  }

  /** @param {number | null} entry @param {HTMLElement | null} said */
  mark(entry, said) {
    return markRow(this.rows, entry === null ? undefined : this.indices()[entry], said);
  }
}

/** For each of these one of those. */
export class EachOfThese {
  /** @param {Extract<import('./types').Form, {kind: 'each'}>} form @param {() => void} change @param {MapView} map */
  constructor(form, change, map) {
    this.form = form;
    this.chosen = form.rows.map(() => 0);
    this.budgets = new Budgets(form.budgets);
    forms += 1;
    /** @type {HTMLInputElement[][]} */
    this.cells = [];
    this.rows = form.rows.map((row, r) => {
      this.cells[r] = row.cells.map((cell, c) =>
        h('input', {
          type: 'radio',
          name: `form-${forms}-${r}`,
          'data-cell': c,
          disabled: cell.refused !== null,
          onchange: () => {
            this.chosen[r] = c;
            change();
          },
        }),
      );
      const refused = row.cells.flatMap(({ label, refused }) => (refused ? [{ label, refused }] : []));
      return h(
        'fieldset',
        { class: 'form-row', 'data-row': r, ...shows(map, row) },
        h('legend', {}, h('span', {}, row.label, row.note && h('small', {}, row.note))),
        h(
          'div',
          { class: 'cells' },
          row.cells.map((cell, c) => {
            const price = this.budgets.price(cell.costs);
            return h(
              'label',
              { class: cell.refused ? 'cell no' : 'cell', title: cell.refused?.reason },
              this.cells[r][c],
              cell.refused && icon('no'),
              h('span', {}, cell.label, price && h('small', { class: 'num' }, price)),
            );
          }),
        ),
        whyNot(refused),
      );
    });
    this.el = h('div', { class: 'form-list' }, this.budgets.el, this.rows);
  }

  /** Rows that put something into the list, in its order. */
  indices() {
    return this.form.rows.map((_, r) => r).filter((r) => (this.cell(r)?.value ?? null) !== null);
  }

  /** @param {number} r */
  cell(r) {
    return this.form.rows[r].cells[this.chosen[r]];
  }

  list() {
    return this.indices().map((r) => this.cell(r).value);
  }

  /** @param {unknown[]} list */
  set(list) {
    const nothing = this.form.rows.map((row) =>
      Math.max(
        0,
        row.cells.findIndex((it) => it.value === null),
      ),
    );
    const free = new Set(this.form.rows.keys());
    this.chosen = nothing;
    for (const value of list.map(canonical)) {
      for (const r of free) {
        const c = this.form.rows[r].cells.findIndex((it) => it.value !== null && canonical(it.value) === value);
        if (c < 0) continue;
        this.chosen[r] = c;
        free.delete(r);
        break;
      }
    }
  }

  costs() {
    return this.form.rows.flatMap((_, r) => this.cell(r)?.costs ?? []);
  }

  /** Row by row where each has its own, otherwise by what is chosen: "For this turn: 8th Brigade, 9th Brigade". */
  words() {
    /** @type {Map<string, string[]>} */
    const by = new Map();
    for (const r of this.indices()) {
      const { label } = this.cell(r);
      by.set(label, [...(by.get(label) ?? []), this.form.rows[r].label]);
    }
    return [...by].map(([label, rows]) => `${label}: ${rows.join(', ')}`).join('; ');
  }

  missing() {
    return this.budgets.overdrawn(this.costs());
  }

  /** @param {boolean} locked */
  update(locked) {
    this.cells.forEach((inputs, r) =>
      inputs.forEach((input, c) => {
        input.checked = this.chosen[r] === c;
        input.disabled = locked || (this.form.rows[r].cells[c].refused !== null && !input.checked);
      }),
    );
    this.budgets.update(this.costs());
  }

  /** @param {number | null} entry @param {HTMLElement | null} said */
  mark(entry, said) {
    return markRow(this.rows, entry === null ? undefined : this.indices()[entry], said);
  }
}

/**
 * Puts what is said into a row and takes it out of all others.
 * @param {HTMLElement[]} rows @param {number | undefined} index @param {HTMLElement | null} said
 */
function markRow(rows, index, said) {
  for (const row of rows) {
    row.classList.remove('wrong');
    row.querySelector('.form-no')?.remove();
  }
  const row = index === undefined ? undefined : rows[index];
  if (!row || !said) return null;
  row.classList.add('wrong');
  row.append(said);
  return row;
}
