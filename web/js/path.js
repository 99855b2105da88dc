// @ts-check
// A way before it is gone: its line over the map, what it has cost at every place, and where how many of the enemy can
// fire at it. The server works the reach and the zones out; here they are laid on each other.

import { api } from './api.js';
import { fill, s } from './dom.js';
import { keyOf } from './place.js';

/** @typedef {import('./types').Place} Place */

export class PathLine {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.layer = s('g', { class: 'layer path' });
    board.map.layers.lines.after(this.layer);
    /** Costs by the keys of places. @type {Map<string, string>} */
    this.costs = new Map();
    /** How many of the enemy can fire there. @type {Map<string, string>} */
    this.danger = new Map();
    this.asked = '';
  }

  /** Where a unit can get to, as the overlay has it. @param {import('./types').Overlay} overlay */
  know(overlay) {
    this.costs = new Map(overlay.places.map((it) => [keyOf(it.place), it.label]));
    this.look();
  }

  /** The zones of the enemy, once a position. */
  async look() {
    const { board } = this;
    const key = `${board.view?.position} ${board.seat}`;
    if (key === this.asked) return;
    this.asked = key;
    this.danger.clear();
    if (!board.head?.overlays.some((it) => it.kind === 'zones')) return;
    const zones = await api.overlay(board.id, 'zones', { seat: board.seat }).catch(() => null);
    if (zones && this.asked === key) this.danger = new Map(zones.places.map((it) => [keyOf(it.place), it.label]));
  }

  /** @param {Place | null} from @param {Place[]} path */
  draw(from, path) {
    const { map } = this.board;
    if (path.length === 0) return fill(this.layer);
    const points = [...(from === null ? [] : [from]), ...path].map((it) => map.centre(it));
    const d = points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    fill(
      this.layer,
      s('path', { class: 'way-halo', d }),
      s('path', { class: 'way', d, 'data-testid': 'way' }),
      path.flatMap((place) => {
        const { x, y } = map.centre(place);
        const danger = this.danger.get(keyOf(place));
        return [
          s('circle', { class: danger ? 'way-stop hot' : 'way-stop', cx: x, cy: y, r: 11 }),
          s('text', { class: 'way-cost', x, y: y + 4, 'text-anchor': 'middle' }, this.costs.get(keyOf(place)) ?? ''),
          ...(danger ? [s('text', { class: 'way-danger', x, y: y + 24, 'text-anchor': 'middle' }, `✕ ${danger}`)] : []),
        ];
      }),
    );
  }

  /** In words, for the line under the pointer. @param {Place[]} path */
  words(path) {
    const hot = path.filter((it) => this.danger.has(keyOf(it)));
    const cost = this.costs.get(keyOf(path[path.length - 1]));
    const fire = hot.length === 0 ? 'nobody can fire at it' : `under fire in ${hot.map((it) => this.board.map.label(it)).join(', ')}`;
    return `${path.length} ${path.length === 1 ? 'step' : 'steps'}, ${cost ? `costs ${cost}, ` : ''}${fire}`;
  }
}
