// @ts-check
// Dragging figures over a free table: a figure, or all of them as they stand. While it goes on, what can be seen from
// there is asked of the server, not oftener than it can answer.

import { api } from './api.js';
import { fill } from './dom.js';
import { far } from './grid.js';
import { drawFigures } from './figureghosts.js';

/** @typedef {{x: number, y: number}} Point */

/** A pointer that has gone so far, on the screen, drags. */
const SLACK = 4;
/** So near to the middle of a figure, on the page, it is taken hold of. */
const HOLD = 26;
/** What is seen is asked when the pointer has rested for so long. */
const PAUSE = 180;
/** So near, on the page, the cost of a place is that of another. */
const NEAR = 40;
/** So many enemies are asked about, the nearest first. */
const ENEMIES = 5;

export class Drag {
  /** @param {import('./formfigures.js').FiguresOnMap} figures */
  constructor(figures) {
    this.figures = figures;
    /** @type {{pointer: number, from: Point, screen: Point, far: boolean, one: number | null, before: import('./formfigures.js').Stand[][]} | null} */
    this.now = null;
    this.timer = 0;
    /** What the ground costs, by the first figure in hand: where it could go and for how much. @type {{piece: string, places: {at: Point, label: string}[]} | null} */
    this.ground = null;
    /** How often was asked: an answer that comes late is not shown. */
    this.asked = 0;
    const { svg } = figures.map;
    /** @type {[string, (e: any) => void, boolean][]} */
    this.listeners = [
      ['pointerdown', (e) => this.down(e), false],
      ['pointermove', (e) => this.move(e), false],
      ['pointerup', (e) => this.up(e), false],
      ['pointercancel', (e) => this.up(e), false],
      ['click', (e) => this.click(e), true],
    ];
    for (const [kind, run, early] of this.listeners) svg.addEventListener(kind, run, early);
    this.swallow = false;
    this.gone = false;
  }

  away() {
    const { svg, layers } = this.figures.map;
    for (const [kind, run, early] of this.listeners) svg.removeEventListener(kind, run, early);
    clearTimeout(this.timer);
    this.asked += 1;
    this.gone = true;
    fill(layers.links);
  }

  /** The figure at a point of the page, whatever else lies there: a ghost, or else a figure that is to move. @param {Point} point */
  figureAt(point) {
    const { figures } = this;
    const near = (/** @type {Point | null} */ at) => at !== null && far(at, point) < HOLD;
    const all = figures.form.movers.map((_, i) => i);
    const ghost = all.find((i) => figures.ways[i].length > 0 && near(figures.end(i)));
    return { i: ghost ?? all.find((i) => near(figures.start(i))) ?? -1, ghost: ghost !== undefined };
  }

  /** @param {PointerEvent} e */
  down(e) {
    const { figures } = this;
    this.swallow = false;
    if (e.button !== 0 || figures.locked || this.now) return;
    const from = figures.map.under(e);
    const { i, ghost } = this.figureAt(from);
    if (i < 0) return;
    // The camera stays where it is.
    e.stopPropagation();
    const one = e.shiftKey ? i : figures.one === null ? null : i;
    this.now = { pointer: e.pointerId, from, screen: { x: e.clientX, y: e.clientY }, far: false, one, before: figures.ways.map((it) => [...it]) };
    // Taken up where it stood before, it begins anew.
    this.afresh = !ghost;
    figures.map.svg.setPointerCapture(e.pointerId);
    this.askGround();
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { now, figures } = this;
    if (!now || e.pointerId !== now.pointer) return;
    e.stopPropagation();
    if (!now.far && Math.hypot(e.clientX - now.screen.x, e.clientY - now.screen.y) < SLACK) return;
    now.far = true;
    const at = figures.map.under(e);
    figures.one = now.one;
    const by = { x: at.x - now.from.x, y: at.y - now.from.y };
    const held = figures.held();
    figures.ways = now.before.map((way, i) => {
      if (!held.includes(i)) return way;
      const kept = this.afresh && figures.form.way ? [] : way.slice(0, -1);
      const end = (this.afresh ? figures.start(i) : way.at(-1)) ?? way.at(-1) ?? figures.start(i) ?? figures.fresh(i);
      return [...kept, { x: end.x + by.x, y: end.y + by.y, floor: end.floor }];
    });
    figures.update(figures.locked);
    this.ask();
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { now, figures } = this;
    if (!now || e.pointerId !== now.pointer) return;
    this.now = null;
    figures.map.svg.releasePointerCapture(e.pointerId);
    if (!now.far) return;
    this.swallow = true;
    figures.change();
    figures.dropped();
  }

  /** The click after a drag is none. @param {MouseEvent} e */
  click(e) {
    if (!this.swallow) return;
    this.swallow = false;
    e.stopImmediatePropagation();
  }

  /** Who is seen from where the figure would stand. */
  ask() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), PAUSE);
  }

  /** What it costs to go there, not as the crow flies: asked once a figure. */
  async askGround() {
    const { board, form, map } = this.figures;
    const piece = form.movers[this.figures.held()[0]]?.piece;
    if (!form.way || !piece || this.ground?.piece === piece) return;
    if (!board.head.overlays.some((it) => it.kind === 'reach')) return;
    try {
      const reach = await api.overlay(board.id, 'reach', { seat: board.seat, piece });
      this.ground = { piece, places: reach.places.map((it) => ({ at: map.centre(it.place), label: it.label })) };
      if (!this.gone) drawFigures(this.figures);
    } catch {
      // It is only a help.
    }
  }

  /** What the ground costs up to there, in words; nothing where it is not known. @param {Point} at */
  cost(at) {
    const near = this.ground?.places.reduce(
      (/** @type {{far: number, label: string} | null} */ best, it) => {
        const away = far(it.at, at);
        return best && best.far <= away ? best : { far: away, label: it.label };
      },
      null,
    );
    return near && near.far < NEAR ? near.label : '';
  }

  async look() {
    const { board, map } = this.figures;
    const [first] = this.figures.held();
    const at = this.figures.end(first);
    if (!at || !board.head.overlays.some((it) => it.kind === 'sight')) return;
    // Beside the table there is nothing to ask about.
    if (at.x < 0 || at.y < 0 || at.x > map.width || at.y > map.height) return;
    const asked = (this.asked += 1);
    const away = (/** @type {import('./types').Piece} */ it) => far(at, map.centre(/** @type {import('./types').Place} */ (it.place)));
    const enemies = board.view?.pieces.filter((it) => it.place !== null && it.seat !== board.seat) ?? [];
    const near = enemies.sort((a, b) => away(a) - away(b)).slice(0, ENEMIES);
    const from = map.placeAt(at, at.floor);
    try {
      const to = (/** @type {import('./types').Piece} */ it) => /** @type {import('./types').Place} */ (it.place);
      const seen = await Promise.all(near.map((it) => api.sight(board.id, board.seat, from, to(it), null)));
      if (asked !== this.asked) return;
      this.figures.seen = seen;
      drawFigures(this.figures);
    } catch {
      // Without an answer nothing is shown: it is only a help.
    }
  }
}
