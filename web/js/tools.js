// @ts-check
// Tools on the map: ruler, path, line, area, circle. What is drawn is made of places as the server knows them; nothing
// is sent from here. Used by itself a tool measures and points; a form hands in `onDone` and gets the places.

import { announce, fill, h, icon, s } from './dom.js';
import { keyOf, same } from './place.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {'ruler' | 'path' | 'line' | 'area' | 'circle'} Kind */
/** What was drawn: `metres` is the length, the way around, or the radius. @typedef {{kind: Kind, places: Place[], metres: number}} Drawn */
/** Where a click counts: at the centre of the nearest cell, or at the point itself. @typedef {'cells' | 'points'} Snap */
/** @typedef {{onChange?: (drawn: Drawn) => void, onDone?: (drawn: Drawn | null) => void, snap?: Snap}} How */

/** `most`: places after which it is done by itself. @type {{kind: Kind, name: string, text: string, snap: Snap, least: number, most: number}[]} */
const KINDS = [
  { kind: 'ruler', name: 'Ruler', text: 'from one place to another', snap: 'cells', least: 2, most: 2 },
  { kind: 'path', name: 'Path', text: 'from place to place', snap: 'cells', least: 2, most: Infinity },
  { kind: 'line', name: 'Line', text: 'through any points', snap: 'points', least: 2, most: Infinity },
  { kind: 'area', name: 'Area', text: 'around any points', snap: 'points', least: 3, most: Infinity },
  { kind: 'circle', name: 'Circle', text: 'its centre, then a point it goes through', snap: 'points', least: 2, most: 2 },
];

/** @param {Kind} kind */
const about = (kind) => /** @type {typeof KINDS[number]} */ (KINDS.find((it) => it.kind === kind));

/** @param {number} square */
const inSquare = (square) =>
  square < 100_000 ? `${Math.round(square).toLocaleString()} m²` : `${(square / 1e6).toFixed(2)} km²`;

export class Tools {
  /** @param {import('./map.js').MapView} map */
  constructor(map) {
    this.map = map;
    /** The tool in hand. @type {Kind | null} */
    this.kind = null;
    /** @type {How} */
    this.how = {};
    /** @type {Place[]} */
    this.places = [];
    /** It is finished and only shown; the next place begins anew. */
    this.done = false;
    /** Where the pointer would put the next place. @type {Place | null} */
    this.next = null;
    this.box = h('div', {
      class: 'tool-card',
      hidden: true,
      'data-solid': '',
      'data-testid': 'tools-card',
      role: 'region',
      'aria-label': 'Tools',
    });
    this.listen();
  }

  /**
   * Takes a tool in hand. Without `onDone` it draws again and again until it is closed; with it, it draws once, and
   * `onDone` gets what was drawn, or null if it was put away.
   * @param {Kind} kind
   * @param {How} [how]
   */
  start(kind, how = {}) {
    this.close();
    this.kind = kind;
    this.how = how;
    this.map.el.classList.add('drawing');
    this.render();
    this.map.el.focus({ preventScroll: true });
    announce(`${about(kind).name}: ${about(kind).text}. Arrow keys and Enter, or click.`);
  }

  /** Puts the tool away and wipes off what was drawn. */
  close() {
    const { how, done } = this;
    if (this.kind === null) return;
    this.kind = null;
    this.how = {};
    this.wipe();
    this.box.hidden = true;
    this.map.el.classList.remove('drawing');
    if (!done) how.onDone?.(null);
  }

  /** The next tool in turn, after the last none. */
  cycle() {
    const next = KINDS[KINDS.findIndex((it) => it.kind === this.kind) + 1];
    if (next) this.start(next.kind);
    else this.close();
  }

  /** @returns {Drawn | null} */
  value() {
    return this.kind === null ? null : { kind: this.kind, places: [...this.places], metres: this.metres(this.places) };
  }

  /** A place was entered with the keyboard; the same one twice is the end. @param {Place} place @returns {boolean} taken */
  takes(place) {
    if (this.kind === null) return false;
    if (!this.done && same(this.places.at(-1), place)) this.finish();
    else this.add(place);
    return true;
  }

  /** @param {Place} place */
  add(place) {
    if (this.kind === null) return;
    if (this.done) this.wipe();
    if (same(this.places.at(-1), place)) return;
    this.places.push(place);
    this.changed();
    if (this.places.length >= about(this.kind).most) this.finish();
  }

  /** Takes back the latest place. */
  back() {
    if (this.done || this.places.length === 0) return;
    this.places.pop();
    this.changed();
  }

  finish() {
    const drawn = this.value();
    if (!drawn || this.done || this.places.length < about(drawn.kind).least) return;
    this.done = true;
    this.next = null;
    this.render();
    announce(`${about(drawn.kind).name}: ${this.words(drawn.places)}`);
    this.how.onDone?.(drawn);
  }

  changed() {
    this.next = null;
    this.render();
    const drawn = this.value();
    if (drawn) this.how.onChange?.(drawn);
    if (this.places.length > 1) announce(this.words(this.places));
  }

  wipe() {
    this.places = [];
    this.next = null;
    this.done = false;
    fill(this.map.layers.tools);
  }

  listen() {
    const { svg } = this.map;
    svg.addEventListener(
      'click',
      (e) => {
        if (this.kind === null) return;
        e.stopImmediatePropagation();
        this.map.el.focus({ preventScroll: true });
        // From here on Enter means that it is done, until the cursor is moved again.
        this.map.moveCursor(null);
        this.add(this.at(/** @type {MouseEvent} */ (e)));
      },
      true,
    );
    svg.addEventListener('dblclick', () => this.finish());
    svg.addEventListener('pointermove', (e) => {
      const { pointerType } = /** @type {PointerEvent} */ (e);
      if (this.kind === null || this.done || this.places.length === 0 || pointerType === 'touch') return;
      const next = this.at(/** @type {PointerEvent} */ (e));
      if (same(this.next, next)) return;
      this.next = next;
      this.render();
    });
    this.map.el.addEventListener('keydown', (e) => {
      if (this.kind === null || e.target !== this.map.el) return;
      if (e.key === 'Backspace') this.back();
      else if (e.key === 'Enter' && this.map.cursor === null) this.finish();
      else return;
      e.preventDefault();
    });
  }

  /** The place under a point of the screen. @param {MouseEvent} e @returns {Place} */
  at(e) {
    const point = this.map.under(e);
    const snap = this.how.snap ?? about(/** @type {Kind} */ (this.kind)).snap;
    const cells = snap === 'cells' && (this.map.head?.cells.length ?? 0) > 0;
    return cells ? this.map.nearest(point) : this.map.placeAt(point);
  }

  // Measuring.

  /** How long it is on the page. @param {Place[]} places */
  long(places) {
    const points = places.map((it) => this.map.centre(it));
    const ring = this.kind === 'area' && points.length > 2;
    return points.reduce((sum, p, i) => {
      const from = points[i - 1] ?? (ring ? points[points.length - 1] : p);
      return sum + Math.hypot(p.x - from.x, p.y - from.y);
    }, 0);
  }

  /** @param {Place[]} places */
  metres(places) {
    return (this.long(places) * this.map.grain) / (this.map.head?.units_per_metre || 1);
  }

  /** @param {Place[]} places */
  squareMetres(places) {
    const points = places.map((it) => this.map.centre(it));
    const twice = points.reduce((sum, p, i) => {
      const q = points[(i + 1) % points.length];
      return sum + p.x * q.y - q.x * p.y;
    }, 0);
    return (Math.abs(twice) / 2) * (this.map.grain / (this.map.head?.units_per_metre || 1)) ** 2;
  }

  /** @param {Place[]} places */
  words(places) {
    if (places.length < 2) return '';
    const long = this.map.length(this.long(places));
    if (this.kind === 'circle') return `radius ${long}`;
    if (this.kind !== 'area' || places.length < 3) return long;
    return this.map.head?.measure ? `${long} around` : `${inSquare(this.squareMetres(places))}, ${long} around`;
  }

  // Drawing.

  render() {
    const places = this.next === null ? this.places : [...this.places, this.next];
    this.draw(places);
    this.card(places);
  }

  /** @param {Place[]} places */
  draw(places) {
    const points = places.map((it) => this.map.centre(it));
    const [first, second] = points;
    const d = points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x} ${y}`).join('') + (this.kind === 'area' ? 'Z' : '');
    const last = points.at(-1);
    const words = this.words(places);
    fill(
      this.map.layers.tools,
      this.kind === 'circle' && second
        ? s('circle', { class: 'tool-area', cx: first.x, cy: first.y, r: Math.hypot(second.x - first.x, second.y - first.y) })
        : this.kind === 'area' && points.length > 2 && s('path', { class: 'tool-area', d }),
      points.length > 1 && [s('path', { class: 'tool-halo', d }), s('path', { class: 'tool-line', d })],
      points.map(({ x, y }) => s('circle', { class: 'tool-dot', cx: x, cy: y, r: 6 })),
      last && words && s('text', { class: 'tool-label', x: last.x, y: last.y, dy: '-0.9em', 'text-anchor': 'middle' }, words),
    );
  }

  /** @param {Place[]} places */
  card(places) {
    const kind = /** @type {Kind} */ (this.kind);
    const { name, text, least, most } = about(kind);
    /** @param {string} label @param {() => void} run @param {boolean} off @param {string} id */
    const button = (label, run, off, id) =>
      h('button', { type: 'button', class: 'chip', disabled: off, 'data-testid': id, onclick: run }, label);
    const held = this.box.contains(document.activeElement) ? document.activeElement?.getAttribute('data-testid') : null;
    this.box.hidden = false;
    fill(
      this.box,
      h(
        'header',
        {},
        h('div', { class: 'tool-kinds', role: 'toolbar', 'aria-label': 'Tools' },
          KINDS.map((it) =>
            h(
              'button',
              {
                type: 'button',
                'aria-label': it.name,
                title: `${it.name}: ${it.text}`,
                'aria-pressed': String(it.kind === kind),
                disabled: this.how.onDone !== undefined && it.kind !== kind,
                'data-testid': `tool-${it.kind}`,
                onclick: () => this.how.onDone === undefined && this.start(it.kind),
              },
              icon(it.kind),
            ),
          ),
        ),
        h(
          'button',
          { type: 'button', class: 'plain', 'aria-label': 'Put the tool away (Esc)', 'data-testid': 'tool-close', onclick: () => this.close() },
          icon('close'),
        ),
      ),
      h('p', {}, h('b', {}, name), ` ${text}`),
      h('p', { class: 'tool-value num', 'data-testid': 'tool-value', 'data-places': this.places.map(keyOf).join(' ') }, this.words(places) || '–'),
      most > 2 &&
        h(
          'div',
          { class: 'chips' },
          button('Back', () => this.back(), this.done || this.places.length === 0, 'tool-back'),
          button('Done', () => this.finish(), this.done || this.places.length < least, 'tool-done'),
        ),
    );
    if (held) /** @type {HTMLElement | null} */ (this.box.querySelector(`[data-testid="${held}"]`))?.focus();
  }
}
