// @ts-check
// Whole records, filled in field by field, in words or drawn on the map: an order is a drawing. What kinds there are and
// which fields they have is said by the form; how a field is filled in is in recordfields.js and recordpen.js.

import { announce, calm, fill, h, icon } from './dom.js';
import { fieldView, labelsOf } from './recordfields.js';
import { Parts, isBlank } from './recordparts.js';
import { Pen, isDrawn } from './recordpen.js';
import { AsText } from './recordtext.js';
import { staffSymbol, symbolFor } from './symbols.js';
import { has, look, put, size } from './value.js';

/** @typedef {import('./types').RecordField} RecordField */
/** @typedef {import('./types').Pointed} Pointed */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./recordfields.js').FieldView} FieldView */
/** @typedef {{kind: number, value: unknown}} Entry */
/** @typedef {import('./recordparts.js').Found} Found */

/** So many kinds are buttons; more are a list. */
const BUTTONS = 6;

export class RecordsOnMap {
  /**
   * @param {Extract<import('./types').Form, {kind: 'records'}>} form
   * @param {() => void} change
   * @param {import('./map.js').MapView} map
   * @param {number} seat whose they are
   * @param {import('./recordtext.js').Scribe | null} scribe who writes and reads them as text, if the server does
   */
  constructor(form, change, map, seat, scribe) {
    this.form = form;
    this.change = change;
    this.map = map;
    this.seat = seat;
    /** @type {Entry[]} */
    this.records = [];
    this.parts = new Parts(form.parts);
    /** The record that is shown. */
    this.open = -1;
    /** @type {FieldView[]} */
    this.fields = [];
    /** @type {Pen | null} */
    this.pen = null;
    this.penAt = '';
    /** What the judge has named: the record, and the pointer in it. @type {{entry: number, at: string} | null} */
    this.wrong = null;
    this.locked = false;
    this.tabs = h('ul', { class: 'chips rec-tabs', 'aria-label': 'What is written' });
    this.add = h('ul', { class: 'chips rec-add', 'aria-label': 'Write a new one' });
    this.head = h('div', { class: 'rec-head' });
    this.room = h('div', { class: 'rec-fields' });
    this.bar = h('div', { class: 'pen-bar', hidden: true, role: 'group', 'aria-label': 'Drawing', 'data-testid': 'pen' });
    this.text = new AsText(this, scribe);
    this.el = h('div', { class: 'form-list records' }, this.bar, this.add, this.tabs, this.head, this.room, this.text.el);
    this.renderAdd();
  }

  // The list.

  list() {
    return this.records.map((it) => it.value);
  }

  /** @param {unknown[]} list */
  set(list) {
    this.putPenAway();
    this.parts.chosen.clear();
    this.records = list.flatMap((value) => {
      const kinds = this.form.kinds.map((it, kind) => ({ kind, fits: has(value, it.fixed), much: size(it.fixed) }));
      const best = kinds.filter((it) => it.fits).sort((a, b) => b.much - a.much)[0];
      return best ? [{ kind: best.kind, value }] : [];
    });
    this.show(this.records.length - 1);
  }

  words() {
    return this.records.map((it) => this.titleOf(it)).join(', ');
  }

  /** Its kind and its name, if it has one. @param {Entry} entry */
  titleOf(entry) {
    const { label, fields } = this.form.kinds[entry.kind];
    const named = fields.find((it) => it.field === 'text' && !isBlank(look(entry.value, it.at)));
    const chosen = fields.find((it) => it.field === 'one' && it.needed);
    const name = named ? String(look(entry.value, named.at)) : chosen ? this.choiceOf(chosen, look(entry.value, chosen.at)) : '';
    return name ? `${label} “${name}”` : label;
  }

  /** @param {RecordField} field @param {unknown} value */
  choiceOf(field, value) {
    if (field.field !== 'one') return '';
    return field.choices.find((it) => has(value, it.value))?.label ?? '';
  }

  missing() {
    const { at_least: least } = this.form;
    if (this.records.length < least) return `${least - this.records.length} more to write.`;
    for (const entry of this.records) {
      const field = this.parts.missing(this.form.kinds[entry.kind].fields, entry.value);
      if (field) return `${this.titleOf(entry)}: ${field.label} is missing.`;
    }
    return '';
  }

  // Writing.

  renderAdd() {
    const { kinds } = this.form;
    /** @param {number} kind */
    const write = (kind) => this.write(kind);
    if (kinds.length <= BUTTONS) {
      fill(
        this.add,
        h('li', { class: 'muted', 'aria-hidden': 'true' }, 'Write'),
        kinds.map((it, kind) =>
          h(
            'li',
            {},
            h('button', { type: 'button', class: 'chip quiet', title: it.how, 'data-kind': kind, onclick: () => write(kind) }, `+ ${it.label}`),
          ),
        ),
      );
      return;
    }
    const select = h(
      'select',
      { 'aria-label': 'What to write', 'data-testid': 'kinds' },
      kinds.map((it, kind) => h('option', { value: kind }, it.label)),
    );
    fill(
      this.add,
      h('li', {}, select),
      h('li', {}, h('button', { type: 'button', class: 'chip quiet', 'data-testid': 'write', onclick: () => write(Number(select.value)) }, '+ Write')),
    );
  }

  /** @param {number} kind */
  write(kind) {
    if (this.locked || this.records.length >= this.form.at_most) return announce(`${this.form.at_most} at most.`);
    const { fixed, fields, label } = this.form.kinds[kind];
    this.records.push({ kind, value: this.parts.begun(structuredClone(fixed), fields) });
    this.show(this.records.length - 1);
    this.change();
    announce(`${label}: ${fields.length} fields.`);
    /** @type {HTMLElement | null} */ (this.room.querySelector('input, select'))?.focus();
    return undefined;
  }

  /** @param {number} index */
  tear(index) {
    if (this.locked) return;
    this.records.splice(index, 1);
    this.show(Math.min(this.open, this.records.length - 1));
    this.change();
  }

  /** Shows a record with its fields. @param {number} index */
  show(index) {
    this.putPenAway();
    // What was chosen by the way belongs to the record that was open.
    if (index !== this.open) this.parts.chosen.clear();
    this.open = index;
    this.build();
  }

  /** Makes the fields of the open record anew. */
  build() {
    const held = document.activeElement?.closest('.rec-field')?.getAttribute('data-at');
    const entry = this.records[this.open];
    const sheet = {
      map: this.map,
      parts: this.parts,
      get: (/** @type {string} */ at) => look(this.records[this.open]?.value, at),
      put: (/** @type {string} */ at, /** @type {unknown} */ value) => this.put(at, value),
      draw: (/** @type {RecordField} */ field, /** @type {string} */ at) => this.draw(field, at),
      drawing: () => this.penAt,
      rebuild: () => this.build(),
    };
    const kind = entry && this.form.kinds[entry.kind];
    this.fields = kind ? kind.fields.map((it) => fieldView(it, '', sheet)) : [];
    fill(this.head, kind?.how && h('p', { class: 'rec-note' }, kind.how), h('div', { class: 'rec-said' }));
    fill(
      this.room,
      this.fields.map((it) => it.el),
    );
    this.update(this.locked);
    if (held) this.all().find((it) => it.at === held)?.el.querySelector('input')?.focus({ preventScroll: true });
  }

  /** All fields that are shown, those of lists too. @param {FieldView[]} [from] @returns {FieldView[]} */
  all(from = this.fields) {
    return from.flatMap((it) => [it, ...this.all(it.inner)]);
  }

  /** @param {string} at @param {unknown} value */
  put(at, value) {
    const entry = this.records[this.open];
    if (!entry || this.locked) return;
    entry.value = put(entry.value, at, value);
    this.change();
  }

  // Drawing.

  /** @param {RecordField} field @param {string} at */
  draw(field, at) {
    const again = this.penAt === at;
    this.putPenAway();
    if (again || this.locked || !isDrawn(field.field)) return this.update(this.locked);
    const most = 'at_most' in field ? field.at_most : 1;
    const entry = this.records[this.open];
    this.penAt = at;
    this.pen = new Pen(this.map, field.field, most, labelsOf(look(entry.value, at)), (labels) => {
      if (labels === null) return this.paint();
      this.put(at, labels.length === 0 ? undefined : field.field === 'cell' ? labels[0] : labels);
      return undefined;
    });
    const { pen } = this;
    const button = (/** @type {string} */ name, /** @type {string} */ id, /** @type {() => void} */ run, look = 'quiet') =>
      h('button', { type: 'button', class: `chip ${look}`, 'data-testid': id, onclick: run }, name);
    this.told = h('span', { class: 'num', 'aria-live': 'polite', 'data-testid': 'pen-words' }, pen.words());
    fill(
      this.bar,
      h('p', {}, h('b', {}, field.label), ': ', this.told, h('small', {}, pen.how(), h('span', { class: 'with-keys' }, ' Or arrow keys and Enter.'))),
      h(
        'div',
        { class: 'form-tools' },
        button('Back', 'pen-back', () => pen.back()),
        button('From the start', 'pen-clear', () => pen.clear()),
        button('Done', 'pen-done', () => this.done(), 'on'),
      ),
    );
    this.bar.hidden = false;
    this.update(this.locked);
    const drawn = [...pen.cells().map((it) => this.map.centre(it)), ...this.map.grid().cornersOf(pen.sides()).map((it) => this.map.grid().corners[it])];
    this.map.camera.reveal(drawn);
    this.map.el.focus({ preventScroll: true });
    announce(`${field.label}. ${pen.how()}`);
    return undefined;
  }

  /** The pen is put away, and its field shown again. */
  done() {
    const at = this.penAt;
    this.putPenAway();
    this.update(this.locked);
    const field = this.all().find((it) => it.at === at);
    field?.el.scrollIntoView({ block: 'center' });
    /** @type {HTMLElement | null | undefined} */ (field?.el.querySelector('[data-testid=draw]'))?.focus({ preventScroll: true });
  }

  putPenAway() {
    this.pen?.away();
    this.pen = null;
    this.penAt = '';
    this.bar.hidden = true;
  }

  /** @param {Pointed} at */
  takes(at) {
    if (!this.pen) return this.takeUp(at.place);
    if (this.pen.takes(at)) this.done();
    return true;
  }

  /** A record that is only a place is taken up there, to be put elsewhere. @param {Place | null} place */
  takeUp(place) {
    if (this.locked || place === null) return false;
    const label = this.map.label(place);
    const one = (/** @type {Entry} */ it) => this.form.kinds[it.kind].fields.filter((x) => isDrawn(x.field));
    const i = this.records.findIndex((it) => one(it).length === 1 && one(it)[0].field === 'cell' && look(it.value, one(it)[0].at) === label);
    if (i < 0) return false;
    const [field] = one(this.records[i]);
    this.show(i);
    this.draw(field, field.at);
    return true;
  }

  /** @param {Place} place */
  speaks(place) {
    const here = this.records.filter((it) => Object.values(/** @type {object} */ (it.value)).includes(this.map.label(place)));
    return this.pen ? this.pen.speaks(place) : here.map((it) => this.titleOf(it));
  }

  back() {
    this.pen?.back();
  }

  /** @returns {boolean} there was something to put away */
  escape() {
    if (!this.pen) return false;
    this.done();
    return true;
  }

  // Showing.

  /** @param {boolean} locked */
  update(locked) {
    this.locked = locked;
    if (locked && this.pen) this.putPenAway();
    this.add.hidden = locked;
    const full = this.records.length >= this.form.at_most;
    for (const it of this.add.querySelectorAll('button')) it.disabled = full;
    fill(
      this.tabs,
      this.records.map((it, i) => this.tab(it, i)),
    );
    for (const it of this.fields) it.refresh(locked);
    if (this.pen) this.told?.replaceChildren(this.pen.words());
    this.text.refresh();
    this.paint();
  }

  /** @param {Entry} entry @param {number} i */
  tab(entry, i) {
    const title = this.titleOf(entry);
    const bad = this.wrong?.entry === i;
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: `chip quiet${i === this.open ? ' on' : ''}${bad ? ' no' : ''}`,
          'aria-pressed': String(i === this.open),
          'data-record': i,
          onclick: () => this.show(i),
        },
        h('b', { class: 'num' }, i + 1),
        title,
      ),
      !this.locked &&
        h('button', { type: 'button', class: 'plain', 'aria-label': `Tear up ${title}`, onclick: () => this.tear(i) }, icon('close')),
    );
  }

  /** The fields that stand with one in the same object. @param {Found} it */
  together({ field, beside }) {
    const parent = (/** @type {string} */ at) => at.slice(0, at.lastIndexOf('/'));
    return beside.filter((it) => it.at !== field.at && parent(it.at) === parent(field.at));
  }

  /** What is written beside a symbol. @param {Found} it @param {unknown} value */
  labelFor(it, value) {
    // What must be chosen names a place; a line or an area has a name of its own.
    const named = this.together(it).find((x) => x.field === 'text' || (x.field === 'one' && x.needed && it.field.field === 'cell'));
    if (!named) return '';
    const held = look(value, it.base + named.at);
    return named.field === 'one' ? this.choiceOf(named, held) : typeof held === 'string' ? held : '';
  }

  /** How it is drawn: as its field says, and as what stands with it says. @param {Found} it @param {unknown} value */
  symbolOf(it, value) {
    const { symbol } = it.field;
    if (symbol === null) return it.field.field === 'line' ? 'line' : 'area';
    const beside = this.together(it);
    const width = beside.find((x) => x.field === 'number');
    // A broad arrow has a width; without one it is a thin one.
    if (symbol === 'axis' && width && isBlank(look(value, it.base + width.at))) return 'direction';
    const choice = beside.find((x) => x.field === 'one' && x.needed);
    return choice ? symbolFor(symbol, look(value, it.base + choice.at)) : symbol;
  }

  paint() {
    const { map } = this;
    const grid = map.grid();
    const symbols = this.records.flatMap((entry, i) =>
      this.parts.drawn(this.form.kinds[entry.kind].fields, entry.value).flatMap((it) => {
        const labels = labelsOf(look(entry.value, it.at));
        if (labels.length === 0 || (it.field.symbol === null && it.at !== this.penAt)) return [];
        const line = it.field.field === 'line';
        const found = labels.map((label) => (line ? grid.sideNamed(label) : grid.named.get(label))).filter((x) => x !== undefined);
        const bad = this.wrong?.entry === i && (this.wrong.at === it.at || this.wrong.at.startsWith(`${it.at}/`) || it.at.startsWith(`${this.wrong.at}/`));
        return [
          staffSymbol(map, {
            symbol: this.symbolOf(it, entry.value),
            cells: line ? [] : found,
            sides: line ? found : [],
            label: this.labelFor(it, entry.value) || (it.base === '' && it.field.symbol === 'location' ? this.form.kinds[entry.kind].label : ''),
            seat: this.seat,
            look: `${i === this.open && !it.aside ? '' : 'faint'} ${it.at === this.penAt && i === this.open ? 'now' : ''} ${bad ? 'wrong' : ''}`,
          }),
        ];
      }),
    );
    fill(map.layers.plan, symbols, this.pen?.marks() ?? [], this.wrongPlace().map((it) => map.ring(it, 'plan-wrong', 2)));
  }

  /** The places the judge has named. @returns {Place[]} */
  wrongPlace() {
    if (!this.wrong) return [];
    const value = look(this.records[this.wrong.entry]?.value, this.wrong.at);
    const grid = this.map.grid();
    return typeof value !== 'string' && !Array.isArray(value)
      ? []
      : labelsOf(value).flatMap((label) => {
          const cell = grid.named.get(label);
          const side = cell === undefined ? grid.sideNamed(label) : undefined;
          return cell !== undefined ? [cell] : side !== undefined ? grid.sides[side].cells : [];
        });
  }

  wipe() {
    this.putPenAway();
    fill(this.map.layers.plan);
  }

  /** @param {number | null} entry @param {HTMLElement | null} said @param {string} [rest] */
  mark(entry, said, rest = '') {
    this.wrong = entry !== null && entry < this.records.length ? { entry, at: rest } : null;
    if (this.wrong && this.open !== entry) this.show(/** @type {number} */ (entry));
    for (const it of this.el.querySelectorAll('.rec-said')) fill(it);
    for (const it of this.el.querySelectorAll('.rec-field.wrong')) it.classList.remove('wrong');
    if (!this.wrong) {
      this.paint();
      return null;
    }
    this.putPenAway();
    this.update(this.locked);
    const field = this.fieldAt(rest);
    field?.el.classList.add('wrong');
    for (const it of field ? [field.el, ...field.el.querySelectorAll('details')] : []) it.closest('details')?.setAttribute('open', '');
    const where = field?.said ?? /** @type {HTMLElement} */ (this.head.querySelector('.rec-said'));
    fill(where, said);
    where.scrollIntoView({ block: 'center', behavior: calm() ? 'auto' : 'smooth' });
    this.map.camera.reveal(this.wrongPlace().map((it) => this.map.centre(it)));
    return where;
  }

  /** The field a pointer leads into; or else the first that it leads to. @param {string} at */
  fieldAt(at) {
    const all = this.all();
    const into = all.filter((it) => at === it.at || at.startsWith(`${it.at}/`)).sort((a, b) => b.at.length - a.at.length);
    return into[0] ?? all.find((it) => at !== '' && it.at.startsWith(`${at}/`));
  }
}
