// @ts-check
// See it happen: what changed from one view to the next is shown on the map. Counters glide, shots are drawn, what befell
// a unit stands on its counter for a moment. Whatever moves is a small layer of its own, so that the map is not painted
// again; who wants no motion sees the same without any.

import { calm, fill, h, s } from './dom.js';
import { keyOf, same } from './place.js';
import { sound } from './sound.js';

/** @typedef {import('./types').LogLine} LogLine */
/** @typedef {import('./types').Piece} Piece */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').View} View */

/** More than so many counters that move at once are set down without a glide: a set-up, a jump in the replay. */
const MANY = 12;
/** A glide takes so long at most, in ms; at a fast pace less. */
const GLIDE = 520;
/** So long a shot and a word stay. */
const SHOT = 900;
const WORD = 2200;

export class Motion {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** The way the player has sent a unit, if he has. @type {Place[] | null} */
    this.way = null;
    this.layer = h('div', { class: 'moving', 'aria-hidden': 'true' });
    this.shots = s('g', { class: 'layer shots' });
    board.map.world.append(this.layer);
    board.map.layers.lines.after(this.shots);
  }

  /** Nothing moves any more. */
  stop() {
    fill(this.layer);
    fill(this.shots);
    for (const el of this.board.map.layers.units.querySelectorAll('.gliding')) el.classList.remove('gliding');
  }

  /** @param {View | null} before @param {View} after @param {LogLine[]} lines what was said between the two */
  show(before, after, lines) {
    const way = this.way;
    this.way = null;
    if (!before || before.seat !== after.seat || before.position === after.position) return;
    this.stop();
    const then = new Map(before.pieces.map((it) => [it.id, it]));
    const moved = after.pieces.filter((it) => {
      const was = then.get(it.id);
      return was && was.place !== null && it.place !== null && !same(was.place, it.place);
    });
    if (moved.length <= MANY) for (const it of moved) this.glide(it, /** @type {Place} */ (then.get(it.id)?.place), way);
    for (const line of lines) this.shot(line, then, after);
    this.befallen(before, after);
    if (lines.some((it) => it.details.some((d) => d.die !== null))) sound.dice();
    else if (moved.length > 0) sound.step();
  }

  /** How long a glide takes at the pace of the game. */
  time() {
    return Math.max(160, Math.min(GLIDE, (this.board.pace || 300) * 0.75));
  }

  /** @param {Piece} piece @param {Place} from @param {Place[] | null} way */
  glide(piece, from, way) {
    const { map } = this.board;
    if (calm() || map.counters.detail === 0) return;
    const to = /** @type {Place} */ (piece.place);
    const ends = way && same(way[way.length - 1], to) ? way : [to];
    const points = [from, ...ends].map((it) => map.centre(it));
    const drawn = map.layers.units.querySelector(`.counter[data-piece="${CSS.escape(piece.id)}"]`);
    const mover = this.float(piece, points[0]);
    drawn?.classList.add('gliding');
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x - 30}px, ${y - 30}px)` }));
    const run = mover.animate(frames, { duration: this.time() * Math.min(3, Math.sqrt(ends.length)), easing: 'ease-in-out', fill: 'forwards' });
    const end = () => {
      mover.remove();
      drawn?.classList.remove('gliding');
    };
    run.onfinish = end;
    run.oncancel = end;
  }

  /** A counter on a layer of its own. @param {Piece} piece @param {{x: number, y: number}} at */
  float(piece, { x, y }) {
    const mover = h('div', { class: 'mover' });
    const svg = s('svg', { width: 60, height: 60, viewBox: '0 0 60 60' }, this.board.map.counters.counter(piece, 6, 6, true));
    mover.append(svg);
    mover.style.transform = `translate(${x - 30}px, ${y - 30}px)`;
    this.layer.append(mover);
    return mover;
  }

  /** From who fired to whom, as they stood. @param {LogLine} line @param {Map<string, Piece>} then @param {View} after */
  shot(line, then, after) {
    const [from, to] = (line.pieces ?? []).map((id) => then.get(id)?.place ?? after.pieces.find((it) => it.id === id)?.place ?? null);
    if (from === undefined || to === undefined || from === null || to === null || same(from, to)) return;
    const { map } = this.board;
    const [a, b] = [map.centre(from), map.centre(to)];
    const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
    const els = [
      s('path', { class: 'shot-halo', d }),
      s('path', { class: 'shot', d, pathLength: 1, 'data-testid': 'shot' }),
      s('circle', { class: 'shot-hit', cx: b.x, cy: b.y, r: 11 }),
    ];
    this.shots.append(...els);
    sound.shot();
    setTimeout(() => els.forEach((it) => it.remove()), SHOT + this.time());
  }

  /** Markers that were laid on a counter, faces that were turned, counters that have gone. @param {View} before @param {View} after */
  befallen(before, after) {
    const now = new Map(after.pieces.map((it) => [it.id, it]));
    const names = this.names();
    const words = /** @type {{piece: Piece, place: Place, text: string, bad: boolean}[]} */ ([]);
    for (const was of before.pieces) {
      if (was.place === null) continue;
      const is = now.get(was.id);
      if (!is || is.place === null) {
        words.push({ piece: was, place: was.place, text: is?.off_map ?? 'gone', bad: true });
        continue;
      }
      const laid = is.markers.filter((it) => !was.markers.includes(it)).map((it) => names.get(it.replace(/^#/, '')) ?? '');
      const taken = was.markers.filter((it) => !is.markers.includes(it) && /suppress|cohesion|pin|broken/.test(it));
      const turned = is.face !== was.face && laid.length === 0 ? ['turned over'] : [];
      const text = [...laid.filter(Boolean), ...turned].join(', ') || (taken.length > 0 ? 'recovers' : '');
      if (text) words.push({ piece: is, place: is.place, text, bad: taken.length === 0 });
    }
    if (words.length > MANY) return;
    /** Those in one place stand one above the other. @type {Map<string, number>} */
    const rows = new Map();
    for (const { piece, place, text, bad } of words) {
      const row = rows.get(keyOf(place)) ?? 0;
      rows.set(keyOf(place), row + 1);
      this.word(place, row, text, bad);
      if (now.get(piece.id)?.place == null) this.leave(piece, place);
    }
  }

  /** What markers are called, as the legend has them. */
  names() {
    const legend = this.board.head?.map.legend ?? [];
    return new Map(legend.filter((it) => it.kind === 'marker').map((it) => [it.key, it.name]));
  }

  /** @param {Place} place @param {number} row @param {string} text @param {boolean} bad */
  word(place, row, text, bad) {
    const { x, y } = this.board.map.centre(place);
    const el = h('div', { class: bad ? 'befallen bad' : 'befallen', 'data-testid': 'befallen' }, text);
    el.style.transform = `translate(${x}px, ${y - 34 - row * 20}px) translate(-50%, -100%)`;
    this.layer.append(el);
    setTimeout(() => el.remove(), WORD);
  }

  /** Who has left the map fades where it stood. @param {Piece} piece @param {Place} place */
  leave(piece, place) {
    const ghost = this.float(piece, this.board.map.centre(place));
    ghost.classList.add('leaving');
    setTimeout(() => ghost.remove(), calm() ? SHOT : WORD);
  }
}
