// @ts-check
// The pen: a field of a record that is filled in on the map. A click, a tap or the cursor gives cells, a way through
// cells, or a line along their sides; what is drawn is snapped to the cells, and a long stroke is filled in between.

import { announce, s } from './dom.js';
import { far } from './grid.js';
import { same } from './place.js';

/** @typedef {import('./types').Pointed} Pointed */
/** @typedef {import('./types').Place} Place */
/** @typedef {{x: number, y: number}} Point */
/** Fields that are drawn. @typedef {'cell' | 'cells' | 'way' | 'line'} Kind */

/** What a field holds, in words. @type {Record<Kind, [string, string]>} */
const THINGS = { cell: ['place', 'places'], cells: ['place', 'places'], way: ['step', 'steps'], line: ['side', 'sides'] };

/** How it is drawn. @type {Record<Kind, string>} */
const HOW = {
  cell: 'Click the place.',
  cells: 'Click places to take them in or leave them out.',
  way: 'Click the places on the way; what lies between is filled in. Its end clicked again is taken back.',
  line: 'Click corners; the line follows the sides between them.',
};

/** @param {string} field @returns {field is Kind} */
export const isDrawn = (field) => field in THINGS;

/** Labels in a text, however they are set apart. @param {string} text */
export const labelsIn = (text) => text.split(/[\s,;]+/).filter((it) => it !== '');

export class Pen {
  /**
   * @param {import('./map.js').MapView} map
   * @param {Kind} kind
   * @param {number} most
   * @param {string[]} labels what is filled in so far
   * @param {(labels: string[] | null) => void} change null: only its marks have changed
   */
  constructor(map, kind, most, labels, change) {
    this.map = map;
    this.grid = map.grid();
    this.kind = kind;
    this.most = most;
    this.labels = labels;
    this.change = change;
    /** The corner a line begins at, before it has a side. */
    this.start = -1;
    /** The corner the pointer is at. */
    this.next = -1;
    const { grid } = this;
    // The cursor goes from corner to corner where a line is drawn.
    map.stops = kind === 'line' ? { at: grid.corners, words: (i) => grid.cornerWords(i), first: () => this.end() } : null;
    /** @param {Event} e */
    this.follow = (e) => this.hover(map.under(/** @type {MouseEvent} */ (e)));
    if (kind === 'line') map.svg.addEventListener('pointermove', this.follow);
    map.el.classList.add('pen');
  }

  away() {
    this.map.svg.removeEventListener('pointermove', this.follow);
    this.map.stops = null;
    this.map.moveCursor(null);
    this.map.el.classList.remove('pen');
  }

  how() {
    return HOW[this.kind];
  }

  words() {
    const n = this.labels.length;
    const [one, many] = THINGS[this.kind];
    if (this.kind === 'cell') return this.labels[0] ?? 'nothing yet';
    return `${n} ${n === 1 ? one : many}`;
  }

  /** Cells that are filled in. */
  cells() {
    return this.labels.map((it) => this.grid.named.get(it)).filter((it) => it !== undefined);
  }

  /** Sides that are filled in. */
  sides() {
    return this.labels.map((it) => this.grid.sideNamed(it)).filter((it) => it !== undefined);
  }

  /** @param {string[]} labels */
  set(labels) {
    if (labels.length > this.most) return announce(`${this.most} at most.`);
    this.labels = labels;
    this.change(labels);
    announce(this.words());
  }

  back() {
    if (this.labels.length === 0) this.start = -1;
    this.set(this.labels.slice(0, -1));
  }

  clear() {
    this.start = -1;
    this.set([]);
  }

  /** @param {Pointed} at @returns {boolean} that was all */
  takes(at) {
    if (this.kind === 'line') {
      const point = at.point ?? (at.place === null ? null : this.map.centre(at.place));
      if (point) this.toCorner(this.grid.nearest(point));
      return false;
    }
    const { place } = at;
    if (typeof place !== 'number' || place >= this.grid.rings.length) return false;
    const label = this.map.label(place);
    if (this.kind === 'cell') {
      this.set([label]);
      return true;
    }
    if (this.kind === 'cells')
      this.set(this.labels.includes(label) ? this.labels.filter((it) => it !== label) : [...this.labels, label]);
    else this.toCell(place);
    return false;
  }

  /** A way goes on to a cell; its end again is a step back. @param {number} cell */
  toCell(cell) {
    const end = this.cells().at(-1);
    if (end === undefined) return this.set([this.map.label(cell)]);
    if (end === cell) return this.back();
    const way = this.grid.through(end, cell).map((it) => this.map.label(it));
    if (way.length === 0) return announce('No way leads there.');
    return this.set([...this.labels, ...way]);
  }

  /** The corner a line goes on from: the nearer end where it has but one side. @param {number} [to] */
  end(to) {
    const line = this.sides();
    const ends = this.grid.endsOf(line);
    if (!ends) return this.start;
    if (line.length > 1 || to === undefined) return ends[1];
    if (this.start >= 0 && ends.includes(this.start)) return ends[0] === this.start ? ends[1] : ends[0];
    const [a, b] = ends.map((it) => far(this.grid.corners[it], this.grid.corners[to]));
    return a < b ? ends[0] : ends[1];
  }

  /** @param {number} corner */
  toCorner(corner) {
    if (corner < 0) return;
    const from = this.end(corner);
    if (from < 0) {
      this.start = corner;
      this.change(this.labels);
      return announce(`The line begins at ${this.grid.cornerWords(corner)}.`);
    }
    if (from === corner) return this.back();
    if (this.labels.length === 0) this.start = from;
    this.set([...this.labels, ...this.grid.along(from, corner).map((it) => this.grid.nameOf(it))]);
  }

  /** @param {Point} point */
  hover(point) {
    const next = this.grid.nearest(point);
    if (next === this.next) return;
    this.next = next;
    this.change(null);
  }

  /** @param {Place} place */
  speaks(place) {
    if (this.kind === 'line') return ['Enter draws the line to here'];
    const label = this.map.label(place);
    const n = this.labels.lastIndexOf(label);
    if (this.kind === 'way' && n === this.labels.length - 1 && n >= 0) return ['The end of the way. Enter steps back'];
    return [n >= 0 ? 'It is taken in' : 'Enter takes it in'];
  }

  /** Handles of what is being drawn, over its symbol. @returns {SVGElement[]} */
  marks() {
    const { map, grid } = this;
    if (this.kind !== 'line') {
      const cells = this.cells();
      const end = this.kind === 'way' ? cells.at(-1) : undefined;
      return [
        ...cells.map((it) => map.ring(it, same(it, end) ? 'pen-cell end' : 'pen-cell', 4)),
        ...(end === undefined ? [] : grid.beside[end].map((it) => map.ring(it, 'pen-next', 6))),
      ];
    }
    const end = this.end(this.next < 0 ? undefined : this.next);
    const dots = [...new Set([end, this.next])].filter((it) => it >= 0).map((it) => grid.corners[it]);
    const on = end >= 0 && this.next >= 0 && end !== this.next ? grid.along(end, this.next) : [];
    const d = on.map((it) => grid.sides[it].ends.map((e) => grid.corners[e])).map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`);
    return [
      ...(d.length > 0 ? [s('path', { class: 'pen-on', d: d.join('') })] : []),
      ...dots.map((p, i) => s('circle', { class: i === 0 && end >= 0 ? 'pen-dot end' : 'pen-dot', cx: p.x, cy: p.y, r: 8 })),
    ];
  }
}
