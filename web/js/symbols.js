// @ts-check
// Symbols on the map as staff officers draw them: an objective is an outlined area with OBJ, a boundary a line with the
// ticks of its size, a line of departure has LD at both ends, an axis of advance is a broad open arrow. What they are
// made of is cells and sides; what they mean is not known here.

import { s } from './dom.js';
import { far } from './grid.js';

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Symbol
 * @property {string} symbol
 * @property {number[]} cells of an area or a way, in order
 * @property {number[]} sides of a line, as the grid numbers them
 * @property {string} label
 * @property {number} seat whose it is
 * @property {string} [look] more classes: "faint", "now", "wrong"
 */

/** What is written before the name. @type {Record<string, string>} */
const ABOUT = { objective: 'OBJ', departure: 'LD', phase: 'PL', assembly: 'AA', rally: 'RP', smoke: 'SMK', watch: 'NAI' };
/** Ticks of a boundary. @type {Record<string, number>} */
const TICKS = { boundary: 2, 'company-boundary': 1 };

/** Symbols that have a form of their own for what is chosen with them: the boundary of a company. @param {string} symbol @param {unknown} choice */
export const symbolFor = (symbol, choice) => (`${choice}-${symbol}` in TICKS ? `${choice}-${symbol}` : symbol);

/** @param {Point[]} points @param {boolean} [closed] */
const pathOf = (points, closed = false) =>
  points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + (closed ? 'Z' : '');

/** A line with its corners cut off, and again: a way through cells as a hand would draw it. @param {Point[]} points @param {number} [times] @returns {Point[]} */
function smooth(points, times = 2) {
  if (times === 0 || points.length < 3) return points;
  const between = (/** @type {Point} */ a, /** @type {Point} */ b, /** @type {number} */ t) => ({
    x: a.x + (b.x - a.x) * t,
    y: a.y + (b.y - a.y) * t,
  });
  const cut = points.slice(1).flatMap((b, i) => [between(points[i], b, 0.25), between(points[i], b, 0.75)]);
  return smooth([points[0], ...cut, points[points.length - 1]], times - 1);
}

/** The direction at a point of a line, one long. @param {Point[]} line @param {number} i @returns {Point} */
function heading(line, i) {
  const a = line[Math.max(0, i - 1)];
  const b = line[Math.min(line.length - 1, i + 1)];
  const long = far(a, b) || 1;
  return { x: (b.x - a.x) / long, y: (b.y - a.y) / long };
}

/** @param {string} d @param {string} [kind] */
const stroke = (d, kind = '') => [s('path', { class: 'staff-halo', d }), s('path', { class: `staff-line ${kind}`, d })];

/** @param {Point} at @param {string} text @param {string} [anchor] */
const word = (at, text, anchor = 'middle') =>
  s('text', { class: 'staff-word', x: at.x.toFixed(1), y: (at.y + 5).toFixed(1), 'text-anchor': anchor }, text);

/** @param {Point[]} points @returns {Point} */
const middle = (points) => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
});

/** @param {import('./map.js').MapView} map @param {Symbol} it @returns {SVGElement} */
export function staffSymbol(map, it) {
  const { symbol } = it;
  const text = [ABOUT[symbol], it.label].filter(Boolean).join(' ');
  return s(
    'g',
    { class: `staff ${symbol} ${it.look ?? ''}`, 'data-seat': it.seat, 'data-symbol': symbol },
    it.sides.length > 0 && line(map, symbol, it.sides, text),
    it.cells.length > 0 && onCells(map, symbol, it.cells, text),
  );
}

/** @param {import('./map.js').MapView} map @param {string} symbol @param {number[]} cells @param {string} text */
function onCells(map, symbol, cells, text) {
  switch (symbol) {
    case 'axis':
      return axis(map, cells, text);
    case 'direction':
    case 'route':
      return arrow(map, cells, text, symbol === 'route' ? 'dashed' : '');
    case 'sector':
      return cells.flatMap((cell) => word(map.centre(cell), text));
    case 'location':
    case 'assembly':
    case 'rally':
      return cells.flatMap((cell) => ring(map, symbol, cell, text));
    default:
      return area(map, symbol, cells, text);
  }
}

/** As wide as a cell is from its middle to a corner. @param {import('./map.js').MapView} map */
function reach(map) {
  return Math.max(...(map.head?.shapes[0] ?? [[40, 0]]).map(([x, y]) => Math.hypot(x, y)));
}

/** An area with a line around it. @param {import('./map.js').MapView} map @param {string} symbol @param {number[]} cells @param {string} text */
function area(map, symbol, cells, text) {
  const d = map.grid().around(cells).map((loop) => pathOf(loop, true)).join('');
  return [
    s('path', { class: 'staff-fill', d, fill: symbol === 'smoke' ? 'url(#smoke-dots)' : null }),
    ...stroke(d),
    text && word(middle(cells.map((it) => map.centre(it))), text),
  ];
}

/** A cell with a ring in it, and what it is. @param {import('./map.js').MapView} map @param {string} symbol @param {number} cell @param {string} text */
function ring(map, symbol, cell, text) {
  const { x, y } = map.centre(cell);
  const wide = reach(map);
  const egg = { cx: x, cy: y, rx: (wide * 0.74).toFixed(1), ry: (wide * 0.6).toFixed(1) };
  return [
    s('ellipse', { class: 'staff-halo', ...egg }),
    s('ellipse', { class: `staff-line ${symbol === 'location' ? 'dashed' : ''}`, ...egg }),
    text && word({ x, y: y + wide * 0.72 }, text),
  ];
}

/** A thin arrow through cells. @param {import('./map.js').MapView} map @param {number[]} cells @param {string} text @param {string} kind */
function arrow(map, cells, text, kind) {
  const way = smooth(cells.map((it) => map.centre(it)), 1);
  const tip = way[way.length - 1];
  if (way.length < 2) return [s('circle', { class: 'staff-dot', cx: tip.x, cy: tip.y, r: 6 })];
  const { x: hx, y: hy } = heading(way, way.length - 1);
  const wing = (/** @type {number} */ side) => `${(tip.x - hx * 15 + hy * 8 * side).toFixed(1)} ${(tip.y - hy * 15 - hx * 8 * side).toFixed(1)}`;
  return [
    ...stroke(pathOf(way), kind),
    s('path', { class: 'staff-head', d: `M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}Z` }),
    text && word(beyond(way[1], way[0], 14), text),
  ];
}

/** A point further on from `from` past `to`. @param {Point} from @param {Point} to @param {number} more */
function beyond(from, to, more) {
  const long = far(from, to) || 1;
  return { x: to.x + ((to.x - from.x) / long) * more, y: to.y + ((to.y - from.y) / long) * more };
}

/** A broad open arrow along the way. @param {import('./map.js').MapView} map @param {number[]} cells @param {string} text */
function axis(map, cells, text) {
  const wide = reach(map);
  const way = smooth(cells.map((it) => map.centre(it)));
  const tip = way[way.length - 1];
  if (way.length < 2) return [s('circle', { class: 'staff-dot', cx: tip.x, cy: tip.y, r: 9 })];
  // The shaft ends where the head begins.
  let end = way.length - 1;
  while (end > 1 && far(way[end], tip) < wide * 0.7) end -= 1;
  const shaft = way.slice(0, end + 1);
  const side = (/** @type {number} */ out) =>
    shaft.map((p, i) => {
      const { x, y } = heading(shaft, i);
      return { x: p.x + y * out, y: p.y - x * out };
    });
  const { x, y } = heading(shaft, end);
  const neck = shaft[end];
  const wing = (/** @type {number} */ out) => ({ x: neck.x + y * out, y: neck.y - x * out });
  const [half, flare] = [wide * 0.36, wide * 0.72];
  const outline = [...side(half), wing(flare), tip, wing(-flare), ...side(-half).reverse()];
  return [
    s('path', { class: 'staff-fill', d: pathOf(outline) }),
    ...stroke(pathOf(outline)),
    text && word(shaft[Math.floor(shaft.length / 3)], text),
  ];
}

/** A line along sides: its name at both ends, or ticks across its middle. @param {import('./map.js').MapView} map @param {string} symbol @param {number[]} sides @param {string} text */
function line(map, symbol, sides, text) {
  const grid = map.grid();
  const way = grid.cornersOf(sides).map((it) => grid.corners[it]);
  // Side by side, so that a line that is broken is seen to be.
  const d = sides.map((it) => pathOf(grid.sides[it].ends.map((end) => grid.corners[end]))).join('');
  const ticks = TICKS[symbol] ?? 0;
  const last = way.length - 1;
  if (ticks === 0)
    return [
      ...stroke(d),
      text && word(beyond(way[1], way[0], 18), text),
      text && word(beyond(way[last - 1], way[last], 18), text),
    ];
  // The ticks stand across the middle of the side in the middle.
  const at = Math.floor(sides.length / 2);
  const [a, b] = grid.sides[sides[at]].ends.map((it) => grid.corners[it]);
  const long = far(a, b) || 1;
  const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  const m = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const across = Array.from({ length: ticks }, (_, i) => (i - (ticks - 1) / 2) * 8)
    .map((off) => ({ x: m.x + ux * off, y: m.y + uy * off }))
    .map((p) => `M${(p.x - uy * 11).toFixed(1)} ${(p.y + ux * 11).toFixed(1)}L${(p.x + uy * 11).toFixed(1)} ${(p.y - ux * 11).toFixed(1)}`)
    .join('');
  return [...stroke(d), ...stroke(across), text && word({ x: m.x - uy * 24, y: m.y + ux * 24 }, text)];
}
