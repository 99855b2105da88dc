// @ts-check
// The section through the ground along a line of sight: ground, what stands on it, the line, and what rises above it. The
// server says all heights; the same is told in words for those who do not see the drawing.

import { h, s } from './dom.js';

/** @typedef {import('./types').Section} Section */
/** @typedef {import('./types').SectionStation} SectionStation */

/** The drawing, in its own units. */
const WIDE = 320;
const HIGH = 150;
const LEFT = 34;
const RIGHT = 10;
const ABOVE = 14;
const BELOW = 26;

/** @param {Section} section @param {(place: import('./types').Place | null) => void} point */
export function sectionView(section, point) {
  const { stations, eyes } = section;
  const heights = [...stations.flatMap((it) => [it.ground, it.top]), ...eyes];
  const low = Math.min(...heights) - 2;
  const high = Math.max(...heights) + 3;
  const x = (/** @type {number} */ at) => LEFT + at * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ metres) => HIGH - BELOW - ((metres - low) / (high - low)) * (HIGH - BELOW - ABOVE);
  const lineAt = (/** @type {number} */ at) => eyes[0] + (eyes[1] - eyes[0]) * at;
  const hexes = stations.filter((it) => it.kind !== 'side');
  const ground = hexes.map((it) => `L${x(it.at).toFixed(1)} ${y(it.ground).toFixed(1)}`).join('');
  const step = Math.max(7, (WIDE - LEFT - RIGHT) / Math.max(2, hexes.length) / 2.4);
  const words = stations.slice(1, -1).map((it) => wordsOf(it, lineAt(it.at)));
  /** What stands there, as a post on the ground. @param {SectionStation} it */
  const post = (it) => {
    if (it.kind === 'smoke')
      return s('rect', { class: 'sec-smoke', x: x(it.at) - step, y: ABOVE, width: step * 2, height: y(it.ground) - ABOVE });
    if (it.top <= it.ground) return null;
    const half = it.kind === 'side' ? 1.6 : step;
    return s('rect', {
      class: `sec-post ${it.kind} ${it.blocks ? 'blocks' : ''}`,
      x: (x(it.at) - half).toFixed(1),
      y: y(it.top).toFixed(1),
      width: (half * 2).toFixed(1),
      height: Math.max(1, y(it.ground) - y(it.top)).toFixed(1),
    });
  };
  const first = stations.find((it) => it.blocks);
  const until = first ? first.at : 1;
  const end = { x: x(until), y: y(lineAt(until)) };
  const drawing = s(
    'svg',
    { class: 'section', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': `Section: ${words.join('; ') || 'nothing between'}`, 'data-testid': 'section' },
    scale(low, high, y),
    s('path', { class: 'sec-ground', d: `M${x(0)} ${HIGH - BELOW}${ground}L${x(1)} ${HIGH - BELOW}Z` }),
    stations.map(post),
    s('path', { class: 'sec-line', d: `M${x(0)} ${y(eyes[0])}L${end.x.toFixed(1)} ${end.y.toFixed(1)}` }),
    first && s('path', { class: 'sec-line lost', d: `M${end.x.toFixed(1)} ${end.y.toFixed(1)}L${x(1)} ${y(eyes[1])}` }),
    first && s('path', { class: 'sec-cross', d: cross(end) }),
    [0, 1].map((i) => s('circle', { class: 'sec-eye', cx: x(i), cy: y(eyes[i]), r: 3.4 })),
    [stations[0], stations[stations.length - 1]].map((it, i) =>
      s('text', { class: 'sec-word', x: x(i), y: HIGH - 8, 'text-anchor': i ? 'end' : 'start' }, it.label),
    ),
    s('text', { class: 'sec-word', x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 8, 'text-anchor': 'middle' }, `${section.metres} m`),
    // Wide enough to be pointed at.
    stations.map((it) =>
      s('rect', {
        class: 'sec-hit',
        x: (x(it.at) - step).toFixed(1),
        y: 0,
        width: (step * 2).toFixed(1),
        height: HIGH - BELOW,
        onpointerenter: () => point(it.place),
        onpointerleave: () => point(null),
      }),
    ),
  );
  return h('figure', { class: 'section-box' }, drawing, h('figcaption', { class: 'sr' }, words.join('. ')));
}

/** @param {SectionStation} it @param {number} line */
const wordsOf = (it, line) =>
  it.kind === 'smoke'
    ? `${it.label}, it hides all behind it`
    : `${it.label}: ground ${it.ground} m${it.top > it.ground ? `, top ${it.top} m` : ''}, the line at ${line.toFixed(1)} m${it.blocks ? ', blocked here' : ''}`;

/** @param {{x: number, y: number}} at */
const cross = ({ x, y }) => `M${(x - 5).toFixed(1)} ${(y - 5).toFixed(1)}l10 10m0 -10l-10 10`;

/** Heights at the left edge. @param {number} low @param {number} high @param {(metres: number) => number} y */
function scale(low, high, y) {
  const wide = high - low;
  const every = [1, 2, 5, 10, 20, 50, 100].find((it) => wide / it <= 6) ?? 200;
  const first = Math.ceil(low / every) * every;
  const marks = Array.from({ length: Math.floor((high - first) / every) + 1 }, (_, i) => first + i * every);
  return marks.flatMap((it) => [
    s('path', { class: 'sec-rule', d: `M${LEFT} ${y(it).toFixed(1)}H${WIDE - RIGHT}` }),
    s('text', { class: 'sec-word', x: LEFT - 4, y: (y(it) + 3.5).toFixed(1), 'text-anchor': 'end' }, String(it)),
  ]);
}
