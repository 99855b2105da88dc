// @ts-check
// Forms that are filled in on the map: a path, place by place, and places to be chosen: cells, sides or points. They
// are drawn as the server's outlines have them; which step is allowed is the judge's business.

import { announce, fill, h, icon, s } from './dom.js';
import { keyOf, same } from './place.js';
import { canonical } from './value.js';

/** @typedef {import('./map.js').MapView} MapView */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Pointed} Pointed */
/** @typedef {{x: number, y: number}} Point */

/** Up to so many places are listed unasked. */
const LISTED = 10;

/** Two corners closer than this are one. */
const NEAR = 1.5;

/** @param {MapView} map @param {Place} place @returns {Point[]} */
function corners(map, place) {
  return map
    .outline(place, 0)
    .split(' ')
    .map((pair) => pair.split(',').map(Number))
    .map(([x, y]) => ({ x, y }));
}

/** The corners that two places have in common: two where they share a side. @param {MapView} map @param {Place} from @param {Place} to */
function shared(map, from, to) {
  const theirs = corners(map, to);
  return corners(map, from).filter((p) => theirs.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < NEAR));
}

/** @param {string} text @param {string} testid @param {() => void} onclick @param {Node} [face] */
const button = (text, testid, onclick, face) =>
  h('button', { type: 'button', class: 'chip quiet', 'data-testid': testid, onclick }, face, text);

/** A path over the map. */
export class PathOnMap {
  /** @param {Extract<import('./types').Form, {kind: 'path'}>} form @param {() => void} change @param {MapView} map */
  constructor(form, change, map) {
    this.form = form;
    this.change = change;
    this.map = map;
    this.open = new Set(form.places.map(keyOf));
    /** @type {Place[]} */
    this.path = [];
    this.wrong = -1;
    this.locked = false;
    this.length = h('p', { class: 'form-tell', 'aria-live': 'polite', 'data-testid': 'path-length' });
    this.steps = h('ol', { class: 'form-steps', 'aria-label': 'Steps of the path' });
    this.said = h('div', {});
    this.tools = h(
      'div',
      { class: 'form-tools' },
      button('Step back', 'path-back', () => this.back(), icon('back')),
      button('From the start', 'path-clear', () => this.cut(0), icon('undo')),
    );
    this.el = h(
      'div',
      { class: 'form-list' },
      h(
        'p',
        { class: 'form-tell muted' },
        'Point out the path on the map, step by step. ',
        h('span', { class: 'with-keys' }, 'Or go there with the arrow keys and press Enter; Backspace steps back.'),
      ),
      h('div', { class: 'form-line' }, this.length, this.tools),
      this.steps,
      this.said,
    );
  }

  list() {
    return [...this.path];
  }

  /** @param {unknown[]} list */
  set(list) {
    const end = list.findIndex((it) => typeof it !== 'number' && !Array.isArray(it));
    this.path = /** @type {Place[]} */ (end < 0 ? list : list.slice(0, end)).slice(0, this.form.at_most);
  }

  words() {
    if (this.path.length === 0) return '';
    const from = this.form.from === null ? [] : [this.form.from];
    return [...from, ...this.path].map((place) => this.map.label(place)).join(' – ');
  }

  missing() {
    return '';
  }

  /** @param {number} length */
  cut(length) {
    if (this.locked || this.path.length <= length) return;
    this.path.length = length;
    this.change();
  }

  back() {
    if (this.path.length > 0) this.cut(this.path.length - 1);
  }

  /** @param {Pointed} at */
  takes({ place }) {
    if (place === null) return false;
    // Its end clicked again is a step back.
    if (same(this.path.at(-1), place)) {
      this.back();
      return true;
    }
    if (!this.open.has(keyOf(place))) {
      announce(`${this.map.label(place)} cannot be entered.`);
      return false;
    }
    if (this.path.length >= this.form.at_most) announce(`A path has ${this.form.at_most} steps at most.`);
    else {
      this.path.push(place);
      this.change();
    }
    return true;
  }

  /** @param {Place} place */
  speaks(place) {
    const at = this.path.findLastIndex((it) => same(it, place));
    if (at === this.path.length - 1 && at >= 0) return ['The end of the path. Enter steps back'];
    return [
      ...(same(place, this.form.from) ? ['The start of the path'] : []),
      ...(at >= 0 ? [`Step ${at + 1} of the path`] : []),
      this.open.has(keyOf(place)) ? 'Enter goes on to here' : 'The path cannot go here',
    ];
  }

  /** @param {boolean} locked */
  update(locked) {
    this.locked = locked;
    const n = this.path.length;
    const said = `${n} of ${this.form.at_most} steps`;
    if (this.length.textContent !== said) this.length.textContent = said;
    this.tools.hidden = locked;
    for (const it of this.tools.querySelectorAll('button')) it.disabled = n === 0;
    fill(
      this.steps,
      this.path.map((place, i) => h('li', { class: i === this.wrong && 'wrong' }, this.map.label(place))),
    );
    this.draw();
  }

  draw() {
    const { map, path, form } = this;
    const end = path.at(-1) ?? form.from;
    const full = path.length >= form.at_most || this.locked;
    const next =
      full || end === null ? [] : form.places.filter((it) => !same(it, end) && shared(map, it, end).length === 2);
    const way = [...(form.from === null ? [] : [form.from]), ...path].map((place) => map.centre(place));
    const d = way.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    const begin = full ? [] : form.places.filter((it) => !path.some((gone) => same(gone, it)));
    fill(
      map.layers.plan,
      begin.map((place) => map.ring(place, 'plan-open', 4)),
      next.map((place) => map.ring(place, 'plan-next', 4)),
      way.length > 1 && [s('path', { class: 'plan-halo', d }), s('path', { class: 'plan-way', d })],
      form.from !== null && s('circle', { class: 'plan-from', cx: way[0].x, cy: way[0].y, r: 9 }),
      path.map((place, i) => {
        const { x, y } = map.centre(place);
        const kind = i === this.wrong ? 'plan-dot wrong' : i === path.length - 1 ? 'plan-dot end' : 'plan-dot';
        return s('circle', { class: kind, cx: x, cy: y, r: i === path.length - 1 ? 9 : 6 });
      }),
      this.wrong >= 0 && this.wrong < path.length && map.ring(path[this.wrong], 'plan-wrong', 2),
    );
  }

  wipe() {
    fill(this.map.layers.plan);
  }

  /** @param {number | null} entry @param {HTMLElement | null} said */
  mark(entry, said) {
    this.wrong = entry !== null && entry < this.path.length ? entry : -1;
    fill(this.said, this.wrong >= 0 && said);
    this.update(this.locked);
    if (this.wrong < 0) return null;
    this.map.camera.reveal([this.map.centre(this.path[this.wrong])]);
    return this.said;
  }
}

/** Places on the map, in the order they are chosen. */
export class PlacesOnMap {
  /** @param {Extract<import('./types').Form, {kind: 'places'}>} form @param {() => void} change @param {MapView} map */
  constructor(form, change, map) {
    this.form = form;
    this.change = change;
    this.map = map;
    /** Indices of places. @type {number[]} */
    this.chosen = [];
    this.wrong = -1;
    this.locked = false;
    this.length = h('p', { class: 'form-tell', 'aria-live': 'polite', 'data-testid': 'places-count' });
    this.taken = h('ul', { class: 'chips form-taken', 'aria-label': 'Chosen places' });
    this.said = h('div', {});
    /** @type {HTMLInputElement[]} */
    this.boxes = [];
    this.all = h(
      'details',
      { class: 'form-all', open: form.places.length <= LISTED, ontoggle: () => this.listAll() },
      h('summary', {}, `All ${form.places.length} places`),
    );
    const { at_least: least, at_most: most } = form;
    const what = { cell: 'places', side: 'sides', point: 'points' }[form.of];
    const wanted = least === most ? `${least}` : least === 0 ? `up to ${most}` : `${least} to ${most}`;
    this.el = h(
      'fieldset',
      { class: 'form-list' },
      h('legend', {}, `Choose ${wanted} ${what} on the map`),
      this.length,
      this.taken,
      this.said,
      this.all,
    );
    this.listAll();
  }

  /** The same as a list, for keys and screen readers; made when it is first looked at. */
  listAll() {
    if (!this.all.open || this.boxes.length > 0) return;
    this.boxes = this.form.places.map((_, i) =>
      h('input', { type: 'checkbox', 'data-row': i, onchange: () => this.toggle(i) }),
    );
    this.all.append(
      h(
        'div',
        { class: 'form-places' },
        this.form.places.map((it, i) =>
          h(
            'label',
            { class: 'cell', onpointerenter: () => this.map.glow([it.place]), onpointerleave: () => this.map.glow([]) },
            this.boxes[i],
            h('span', {}, it.label),
          ),
        ),
      ),
    );
    this.update(this.locked);
  }

  list() {
    return this.chosen.map((i) => this.form.places[i].value);
  }

  /** @param {unknown[]} list */
  set(list) {
    this.chosen = [];
    for (const value of list.map(canonical)) {
      const i = this.form.places.findIndex((it, i) => !this.chosen.includes(i) && canonical(it.value) === value);
      if (i >= 0) this.chosen.push(i);
    }
  }

  words() {
    return this.chosen.map((i) => this.form.places[i].label).join(', ');
  }

  missing() {
    const { at_least: least } = this.form;
    const n = this.chosen.length;
    return n < least ? `${least - n} more to choose.` : '';
  }

  /** @param {number} i */
  toggle(i) {
    if (this.locked) return;
    if (this.chosen.includes(i)) this.chosen = this.chosen.filter((it) => it !== i);
    else if (this.chosen.length >= this.form.at_most) {
      announce(`${this.form.at_most} at most.`);
      return this.update(this.locked);
    } else this.chosen.push(i);
    this.change();
  }

  back() {
    const last = this.chosen.at(-1);
    if (last !== undefined) this.toggle(last);
  }

  /** Places at a cell: itself, its sides, its points. @param {Place} place */
  here(place) {
    const { places } = this.form;
    return [...places.keys()].filter((i) => same(places[i].place, place) || same(places[i].across, place));
  }

  /** @param {Pointed} at */
  takes({ place }) {
    const here = place === null ? [] : this.here(place);
    if (here.length === 0) return false;
    if (here.length === 1) this.toggle(here[0]);
    else this.choose(here);
    return true;
  }

  /** Several in one place, entered with a key or beside their marks: the list has them. @param {number[]} here */
  choose(here) {
    this.all.open = true;
    this.listAll();
    this.boxes[here[0]].focus();
    announce(`Which? ${here.map((i) => this.form.places[i].label).join(', ')}`);
  }

  /** @param {Place} place */
  speaks(place) {
    return this.here(place).map((i) => {
      const at = this.chosen.indexOf(i);
      return at < 0 ? `Enter to choose: ${this.form.places[i].label}` : `Chosen as number ${at + 1}: ${this.form.places[i].label}`;
    });
  }

  /** @param {boolean} locked */
  update(locked) {
    this.locked = locked;
    const said = `${this.chosen.length} of ${this.form.at_most} chosen`;
    if (this.length.textContent !== said) this.length.textContent = said;
    this.boxes.forEach((box, i) => {
      box.checked = this.chosen.includes(i);
      box.disabled = locked;
    });
    fill(
      this.taken,
      this.chosen.map((i, n) => {
        const label = this.form.places[i].label;
        return h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: n === this.wrong ? 'chip no' : 'chip quiet',
              disabled: locked,
              'aria-label': `${n + 1}: ${label}. Take away`,
              onclick: () => this.toggle(i),
            },
            h('b', { class: 'num' }, n + 1),
            label,
            icon('close'),
          ),
        );
      }),
    );
    this.draw();
  }

  draw() {
    const { map, form } = this;
    fill(
      map.layers.plan,
      form.places.flatMap((_, i) => {
        const n = this.chosen.indexOf(i);
        const kind = `${n < 0 ? 'plan-spot' : 'plan-spot on'}${n >= 0 && n === this.wrong ? ' wrong' : ''}`;
        return [this.shape(i, kind), n >= 0 && this.number(i, n + 1)].filter((it) => it !== false);
      }),
    );
  }

  /** @param {number} i @param {string} kind */
  shape(i, kind) {
    const { map, form } = this;
    const it = form.places[i];
    if (form.of === 'cell') return map.ring(it.place, kind, 4);
    // A side or a point is a mark of its own, wide enough for a finger.
    const more = {
      'data-spot': i,
      onclick: (/** @type {Event} */ e) => {
        e.stopPropagation();
        this.toggle(i);
      },
    };
    if (form.of === 'side' && it.across !== null) {
      const [a, b] = this.side(it.place, it.across);
      const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
      return s('g', { class: `${kind} side`, ...more }, s('path', { class: 'plan-hit', d }), s('path', { class: 'plan-side', d }));
    }
    const { x, y } = this.middle(i);
    return s('g', { class: `${kind} point`, ...more }, s('circle', { class: 'plan-hit', cx: x, cy: y, r: 20 }), s('circle', { class: 'plan-point', cx: x, cy: y, r: 9 }));
  }

  /** The ends of the side two places share; where they share none, a short line across the way between them. @param {Place} from @param {Place} to @returns {Point[]} */
  side(from, to) {
    const both = shared(this.map, from, to);
    if (both.length === 2) return both;
    const a = this.map.centre(from);
    const b = this.map.centre(to);
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [mx, my, ux, uy] = [(a.x + b.x) / 2, (a.y + b.y) / 2, (b.y - a.y) / long, (a.x - b.x) / long];
    return [-20, 20].map((far) => ({ x: mx + ux * far, y: my + uy * far }));
  }

  /** Where the number of a place is written. @param {number} i @returns {Point} */
  middle(i) {
    const it = this.form.places[i];
    const a = this.map.centre(it.place);
    if (it.across === null) {
      // Several points in one place stand side by side.
      const beside = this.form.places.filter((other, o) => o < i && same(other.place, it.place)).length;
      const all = this.form.places.filter((other) => same(other.place, it.place)).length;
      return { x: a.x + (beside - (all - 1) / 2) * 22, y: a.y };
    }
    const b = this.map.centre(it.across);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  /** @param {number} i @param {number} n */
  number(i, n) {
    const { x, y } = this.middle(i);
    return s(
      'g',
      { class: 'plan-number', transform: `translate(${x} ${y})` },
      s('circle', { r: 11 }),
      s('text', { y: 4.4, 'text-anchor': 'middle' }, n),
    );
  }

  wipe() {
    fill(this.map.layers.plan);
  }

  /** @param {number | null} entry @param {HTMLElement | null} said */
  mark(entry, said) {
    this.wrong = entry !== null && entry < this.chosen.length ? entry : -1;
    fill(this.said, this.wrong >= 0 && said);
    this.update(this.locked);
    if (this.wrong < 0) return null;
    this.map.camera.reveal([this.middle(this.chosen[this.wrong])]);
    return this.said;
  }
}
