// @ts-check
// Counters: the sprite of the game, stacks on the map, the fan of a chosen stack, and small pictures for the panels.

import { fill, s } from './dom.js';
import { keyOf, once, same } from './place.js';

/** @typedef {import('./types').Piece} Piece */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').View} View */

const SIZE = 48;
const FAN_ACROSS = 52;
const FAN_ROW = 4;
/** Markers that cover their place, and how. @type {[RegExp, string][]} */
const COVERS = [
  [/^m-smoke/, 'smoke'],
  [/^m-(lit|flare)$/, 'light'],
  [/^m-(shells|zone)$/, 'shells'],
];
/** One that is seen by its light alone. */
const LIT = 'm-lit';

/** Fetches nothing: takes the text of `counters.svg` and makes its symbols usable in the page. @param {string} text */
export function installSprite(text) {
  document.getElementById('sprite')?.remove();
  // The page's policy allows no style attributes; page.css hides the sprite.
  const parsed = new DOMParser().parseFromString(
    text.replace(/^(\s*<svg[^>]*?)\sstyle="[^"]*"/, '$1'),
    'image/svg+xml',
  );
  const root = parsed.documentElement;
  if (root.nodeName !== 'svg') throw new Error('The pictures of the counters could not be read.');
  const node = document.importNode(root, true);
  node.id = 'sprite';
  node.setAttribute('aria-hidden', 'true');
  node.setAttribute('width', '0');
  node.setAttribute('height', '0');
  document.body.append(node);
}

/** @param {string} name */
const known = (name) => document.getElementById(name) !== null;

/** @param {string} face */
const bare = (face) => face.replace(/^#/, '');

/**
 * A picture from the sprite, or a plain card with the name where the sprite has none.
 * @param {string} symbol @param {string} name @param {number} x @param {number} y @param {number} size
 */
function picture(symbol, name, x, y, size) {
  if (known(symbol)) return s('use', { href: `#${symbol}`, x, y, width: size, height: size });
  return s(
    'g',
    { transform: `translate(${x} ${y}) scale(${size / SIZE})`, class: 'blank' },
    s('rect', { width: 47, height: 47, rx: 3 }),
    s('text', { x: 23.5, y: 27, 'text-anchor': 'middle', 'font-size': 8.5 }, name.slice(0, 11)),
  );
}

/** A counter for a panel. @param {Piece} piece @param {number} [size] */
export function counterIcon(piece, size = 40) {
  return s(
    'svg',
    { viewBox: '0 0 48 48', width: size, height: size, class: 'counter-icon', 'aria-hidden': 'true' },
    picture(bare(piece.face), piece.name, 0, 0, SIZE),
    piece.markers.slice(0, 3).map((marker, i) => picture(bare(marker), '', 28 - i * 13, -2, 20)),
  );
}

export class Counters {
  /** @param {import('./map.js').MapView} map */
  constructor(map) {
    this.map = map;
    /** @type {View | null} */
    this.view = null;
    /** Place whose stack is fanned out. @type {Place | null} */
    this.open = null;
    this.detail = 2;
  }

  /** @param {number} k */
  zoomed(k) {
    // Figures on a table without cells are seen as what they are from any height: a block would be larger than its man.
    const least = this.map.head?.cells.length === 0 ? 1 : 0;
    const detail = Math.max(least, k < 0.35 ? 0 : k < 0.6 ? 1 : 2);
    this.map.svg.setAttribute('data-detail', String(detail));
    this.map.svg.style.setProperty('--far', String(least === 1 ? 1 / Math.min(1, k) : 1));
    if (detail === this.detail) return;
    this.detail = detail;
    if (this.view) this.draw(this.view);
  }

  /** Pieces in a place, bottom first. @param {View} view @param {Place} place */
  static stack(view, place) {
    return view.pieces.filter((p) => same(p.place, place)).sort((a, b) => a.level - b.level);
  }

  /** @param {View} view */
  draw(view) {
    this.view = view;
    /** By the keys of places. @type {Map<string, Piece[]>} */
    const stacks = new Map();
    for (const piece of view.pieces) {
      if (piece.place === null) continue;
      const key = keyOf(piece.place);
      const stack = stacks.get(key);
      if (stack) stack.push(piece);
      else stacks.set(key, [piece]);
    }
    const focus = new Set(view.focus.pieces);
    // From the north to the south, so that what is nearer lies over what is behind it.
    const north = (/** @type {Piece[]} */ stack) => this.map.centre(/** @type {Place} */ (stack[0].place));
    const all = [...stacks.values()].sort((a, b) => north(a).y - north(b).y || north(a).x - north(b).x);
    /** @type {Map<string, import('./types').PlaceMarker[]>} */
    const lying = new Map();
    for (const marker of view.markers) {
      if (marker.radius !== undefined || bare(marker.symbol) === LIT) continue;
      const key = keyOf(marker.place);
      lying.set(key, [...(lying.get(key) ?? []), marker]);
    }
    const taken = (/** @type {Place} */ place) => stacks.has(keyOf(place));
    const row = (/** @type {Place} */ place) => this.markerRow(place, lying.get(keyOf(place)) ?? [], taken(place));
    // In an empty place they lie on the ground, elsewhere along the foot of the stack.
    const places = once(view.markers.filter((it) => it.radius === undefined).map((it) => it.place));
    const circles = view.markers.filter((it) => it.radius !== undefined);
    fill(
      this.map.layers.ground,
      this.covers(view.markers),
      circles.map((it) => this.circle(it)),
      places.filter((place) => !taken(place)).flatMap(row),
    );
    fill(
      this.map.layers.marks,
      places.filter(taken).flatMap(row),
      view.edges.map((edge) => this.edge(edge)),
      view.plates.map((plate) => this.plate(plate)),
    );
    fill(
      this.map.layers.units,
      all.map((stack) => {
        stack.sort((a, b) => a.level - b.level);
        return this.stackAt(/** @type {Place} */ (stack[0].place), stack, focus);
      }),
    );
    this.fan(this.open !== null && (stacks.get(keyOf(this.open))?.length ?? 0) > 1 ? this.open : null);
  }

  /** @param {Place} place @param {import('./types').PlaceMarker[]} markers @param {boolean} taken */
  markerRow(place, markers, taken) {
    const { x, y } = this.map.centre(place);
    const size = taken ? 19 : markers.length > 2 ? 20 : 24;
    const left = taken ? x - 31 : x - Math.min(32, (markers.length * (size + 1)) / 2);
    const top = taken ? y + 19 : y + 8;
    return markers.map((m, i) => {
      const at = left + i * (size + 1);
      return s(
        'g',
        { 'data-place': m.place, class: 'ground-marker', 'data-symbol': bare(m.symbol) },
        picture(bare(m.symbol), '', at, top, size),
        m.count !== null && [
          s('circle', { class: 'tally', cx: at + size - 1, cy: top + 2, r: 6.4 }),
          s('text', { class: 'tally', x: at + size - 1, y: top + 5.2, 'text-anchor': 'middle' }, m.count),
        ],
        s('title', {}, m.text),
      );
    });
  }

  /** Smoke, light and shells lie over their whole place, so that they are seen from far away. @param {import('./types').PlaceMarker[]} markers */
  covers(markers) {
    const drawn = new Set();
    return markers.map((it) => {
      const kind = COVERS.find(([symbol]) => symbol.test(bare(it.symbol)))?.[1];
      const key = `${keyOf(it.place)} ${kind}`;
      if (!kind || it.radius !== undefined || drawn.has(key)) return null;
      drawn.add(key);
      return this.map.patch(it.place, `cover ${kind}`);
    });
  }

  /** What covers a circle: smoke, a blast. @param {import('./types').PlaceMarker} marker */
  circle(marker) {
    const { x, y } = this.map.centre(marker.place);
    const r = (marker.radius ?? 0) / this.map.grain;
    const smoke = /smoke/.test(marker.symbol);
    return s(
      'g',
      { class: `circle-marker ${smoke ? 'smoke' : ''}`, 'data-symbol': bare(marker.symbol) },
      s('circle', { cx: x, cy: y, r }),
      smoke && s('circle', { class: 'dots', cx: x, cy: y, r, fill: 'url(#smoke-dots)' }),
      picture(bare(marker.symbol), '', x - 12, y - 12, 24),
      marker.count !== null && s('text', { class: 'tint-label', x, y: y + 26, 'text-anchor': 'middle' }, marker.count),
      s('title', {}, marker.text),
    );
  }

  /** A mark on the side two cells share. @param {import('./types').EdgeMark} edge */
  edge(edge) {
    const [a, b] = this.map.side(edge.from, edge.to);
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const half = long / 2 - 1;
    /** Along the side by u, across it by v. @param {number} u @param {number} v */
    const at = (u, v) => `${(mx + dx * u - dy * v).toFixed(1)} ${(my + dy * u + dx * v).toFixed(1)}`;
    const d =
      edge.kind === 'gap-open'
        ? `M${at(-half, 0)}L${at(-8, 0)}M${at(8, 0)}L${at(half, 0)}M${at(-8, -6)}L${at(-8, 6)}M${at(8, -6)}L${at(8, 6)}`
        : `M${at(-half, 0)}L${at(half, 0)}M${at(-6, -6)}L${at(6, 6)}M${at(6, -6)}L${at(-6, 6)}`;
    return s(
      'g',
      { class: `edge ${edge.kind}`, 'data-edge': `${edge.from} ${edge.to}` },
      s('path', { class: 'edge-halo', d }),
      s('path', { d }),
      s('title', {}, edge.text),
    );
  }

  /** The numbers of a beach on a small plate out at sea. @param {import('./types').Plate} plate */
  plate(plate) {
    const { x, y } = this.map.centre(plate.place);
    const wide = 86;
    const high = 17 + plate.items.length * 12;
    const top = Math.max(4, y - 66 - high);
    return s(
      'g',
      { class: 'plate', 'data-place': plate.place, transform: `translate(${x - wide / 2} ${top})` },
      s('rect', { width: wide, height: high, rx: 4 }),
      s('text', { x: wide / 2, y: 12, 'text-anchor': 'middle', class: 'plate-name' }, plate.title),
      plate.items.flatMap(([word, number], i) => [
        s('text', { x: 7, y: 25 + i * 12 }, word),
        s('text', { x: wide - 7, y: 25 + i * 12, 'text-anchor': 'end', class: 'plate-number' }, number),
      ]),
      s('title', {}, plate.text),
    );
  }

  /** Lines from a piece to those it is in contact with. @param {string | null} id */
  link(id) {
    const { view, map } = this;
    const piece = id === null ? undefined : view?.pieces.find((p) => p.id === id);
    const ends = (piece?.links ?? []).map((other) => view?.pieces.find((p) => p.id === other));
    fill(
      map.layers.links,
      ends.flatMap((other) => {
        if (!piece || piece.place === null || !other || other.place === null) return [];
        const a = map.centre(piece.place);
        const b = map.centre(other.place);
        const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
        return [s('path', { class: 'link-halo', d }), s('path', { class: 'link', d })];
      }),
    );
  }

  /** @param {Place} place @param {Piece[]} stack @param {Set<string>} focus */
  stackAt(place, stack, focus) {
    const { x, y } = this.map.centre(place);
    const group = s('g', { class: 'stack', 'data-place': place });
    if (this.detail === 0) {
      const side = 16 / Math.max(0.2, this.map.camera.k);
      group.append(
        s('rect', {
          x: x - side / 2,
          y: y - side / 2,
          width: side,
          height: side,
          class: `block side-${stack[0].seat}`,
        }),
      );
      return group;
    }
    // Two are seen, the rest is counted; the focus of the act comes to the top.
    const order = [...stack].sort((a, b) => Number(focus.has(a.id)) - Number(focus.has(b.id)));
    const seen = order.slice(-2);
    seen.forEach((piece, i) => {
      const lift = seen.length - 1 - i;
      group.append(this.counter(piece, x - 24 + lift * 6, y - 24 - lift * 7, focus.has(piece.id)));
    });
    if (stack.length > 2) {
      group.append(
        s(
          'g',
          { class: 'count', transform: `translate(${x + 29} ${y + 20})` },
          s('rect', { x: -9, y: -8, width: 18, height: 16, rx: 8 }),
          s('text', { y: 4, 'text-anchor': 'middle' }, stack.length),
        ),
      );
    }
    return group;
  }

  /** @param {Piece} piece @param {number} x @param {number} y @param {boolean} framed */
  counter(piece, x, y, framed) {
    const far = [`${bare(piece.face)}-far`, `${piece.id}-far`].find(known);
    const symbol = this.detail === 1 && far ? far : bare(piece.face);
    const group = s(
      'g',
      {
        class: piece.spent ? 'counter spent' : 'counter',
        'data-piece': piece.id,
        'data-place': piece.place,
        'data-seat': piece.seat,
      },
      picture(symbol, piece.name, x, y, SIZE),
    );
    if (this.detail === 2) {
      // One marker lies on the upper right; several are smaller, in a row along the upper edge.
      const shown = piece.markers.slice(0, 4);
      const size = shown.length > 1 ? 17 : 24;
      shown.forEach((marker, i) =>
        group.append(picture(bare(marker), '', x + 49 - size * (i + 1), y - (shown.length > 1 ? 6 : 1), size)),
      );
    }
    if (piece.tag && this.detail > 0) group.append(this.tag(piece.tag, x, y));
    // Who has acted is ticked off at the foot, and stays as legible as the others.
    if (piece.spent)
      group.append(
        s('circle', { class: 'acted', cx: x + 42, cy: y + 42, r: 7.5 }),
        s('path', { class: 'tick', d: `M${x + 38.2} ${y + 42.2}l2.8 2.8 4.8-6` }),
      );
    if (piece.out_of_command)
      group.append(s('rect', { class: 'no-command', x: x - 2, y: y - 2, width: 51, height: 51, rx: 5 }));
    if (framed) {
      group.append(
        s('rect', { class: 'frame-halo', x: x - 2.5, y: y - 2.5, width: 52, height: 52, rx: 5 }),
        s('rect', { class: 'frame', x: x - 2.5, y: y - 2.5, width: 52, height: 52, rx: 5 }),
      );
    }
    return group;
  }

  /** What the place is called, along the foot of the counter. @param {{text: string, colour: string}} tag @param {number} x @param {number} y */
  tag(tag, x, y) {
    const wide = Math.max(22, tag.text.length * 5.6 + 7);
    return s(
      'g',
      { class: 'tag', transform: `translate(${x + 23.6 - wide / 2} ${y + 43})` },
      s('rect', { width: wide, height: 11.4, rx: 5.7, fill: tag.colour }),
      s('text', { x: wide / 2, y: 8.9, 'text-anchor': 'middle' }, tag.text),
    );
  }

  /** Lays a stack out beside its place so that every counter can be seen and clicked. @param {Place | null} place */
  fan(place) {
    this.open = place;
    const layer = this.map.layers.fan;
    const view = this.view;
    const stack = place === null || !view ? [] : Counters.stack(view, place);
    if (place === null || !view || stack.length < 2 || this.detail === 0) return fill(layer);
    const across = Math.min(FAN_ROW, stack.length);
    const down = Math.ceil(stack.length / FAN_ROW);
    const wide = across * FAN_ACROSS + 8;
    const high = down * FAN_ACROSS + 8;
    const { x, y } = this.map.centre(place);
    const left = Math.max(4, Math.min(this.map.width - wide - 4, x - wide / 2));
    const top = y - 48 - high > 0 ? y - 46 - high : y + 46;
    const focus = new Set(view.focus.pieces);
    fill(
      layer,
      s('path', { class: 'fan-stem', d: `M${x} ${y}L${x} ${top > y ? top + 4 : top + high - 4}` }),
      s('rect', { class: 'fan-tray', x: left, y: top, width: wide, height: high, rx: 6, 'data-place': place }),
      [...stack]
        .reverse()
        .map((piece, i) =>
          this.counter(
            piece,
            left + 6 + (i % FAN_ROW) * FAN_ACROSS,
            top + 6 + Math.floor(i / FAN_ROW) * FAN_ACROSS,
            focus.has(piece.id),
          ),
        ),
    );
  }
}
