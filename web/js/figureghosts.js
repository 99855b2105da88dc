// @ts-check
// What is drawn of figures that are to go: their ways, ghosts where they would stand, a ruler, the ring of their reach,
// the ready ways, and whom they would see.

import { fill, s } from './dom.js';

/** @typedef {import('./formfigures.js').FiguresOnMap} FiguresOnMap */
/** @typedef {import('./formfigures.js').Stand} Stand */

/** So many ready ways have a number on the map. */
const NUMBERED = 60;

/** @param {FiguresOnMap} figures */
export function drawFigures(figures) {
  const { map, form } = figures;
  const held = figures.held();
  const ways = figures.shown ?? figures.ways;
  const gone = form.movers.map((_, i) => ways[i].length > 0);
  fill(
    map.layers.plan,
    rings(figures, held),
    figures.locked ? [] : candidates(figures),
    sight(figures),
    form.movers.flatMap((_, i) => (gone[i] ? way(figures, i, ways) : [])),
    form.movers.flatMap((_, i) => (gone[i] ? ghost(figures, i, ways, held.includes(i)) : [])),
    held.length > 0 && ruler(figures, held[0], ways),
    held.flatMap((i) => (gone[i] || !figures.start(i) ? [] : hand(/** @type {Stand} */ (figures.start(i))))),
  );
}

/** Which figures are in hand. @param {Stand} at */
const hand = (at) => [s('circle', { class: 'fig-hand', cx: at.x, cy: at.y, r: 28 })];

/** How far the way may still go: from its last corner, as long as nothing is in the way. @param {FiguresOnMap} figures @param {number[]} held */
function rings(figures, held) {
  const { form, map } = figures;
  if (form.reach === null || figures.locked) return [];
  return held.slice(0, 1).flatMap((i) => {
    const start = figures.start(i);
    if (!start) return [];
    return [s('circle', { class: 'fig-reach', cx: start.x, cy: start.y, r: /** @type {number} */ (form.reach) / map.grain })];
  });
}

/** Ready ways by their number, where their first figure would stand. @param {FiguresOnMap} figures */
function candidates(figures) {
  return figures.ready.slice(0, NUMBERED).flatMap((ways, r) => {
    const ends = ways.map((_, i) => figures.end(i, ways)).filter((it) => it !== null);
    if (ends.length === 0 || ways.every((it) => it.length === 0)) return [];
    const x = ends.reduce((sum, p) => sum + p.x, 0) / ends.length;
    const y = ends.reduce((sum, p) => sum + p.y, 0) / ends.length;
    const { plan, label } = figures.form.ready[r];
    return [
      s(
        'g',
        {
          class: 'fig-ready',
          'data-ready': r,
          transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
          onclick: (/** @type {Event} */ e) => {
            e.stopPropagation();
            figures.startFrom(plan);
          },
          onpointerenter: () => showReady(figures, ways),
          onpointerleave: () => showReady(figures, null),
        },
        s('circle', { r: 10 }),
        s('text', { y: 3.8, 'text-anchor': 'middle' }, r + 1),
        s('title', {}, `${r + 1}: ${label}`),
      ),
    ];
  });
}

/** Only what is drawn changes: the number under the pointer must stay there. @param {FiguresOnMap} figures @param {Stand[][] | null} ways */
function showReady(figures, ways) {
  const layer = figures.map.layers.plan;
  for (const it of layer.querySelectorAll('.fig-shown')) it.remove();
  if (!ways) return;
  layer.prepend(
    ...ways.flatMap((it, i) => {
      const end = it.length > 0 ? figures.end(i, ways) : null;
      return end ? [s('circle', { class: 'fig-shown', cx: end.x, cy: end.y, r: 22 })] : [];
    }),
  );
}

/** @param {FiguresOnMap} figures @param {number} i @param {Stand[][]} ways */
function way(figures, i, ways) {
  const start = figures.start(i);
  const points = start ? [start, ...ways[i]] : ways[i];
  const d = points.map(({ x, y }, k) => `${k ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return [
    s('path', { class: 'fig-halo', d }),
    s('path', { class: `fig-way${i === figures.wrong ? ' wrong' : ''}`, d }),
    ...points.slice(1, -1).map(({ x, y }) => s('circle', { class: 'fig-corner', cx: x, cy: y, r: 5 })),
  ];
}

/** @param {FiguresOnMap} figures @param {number} i @param {Stand[][]} ways @param {boolean} held */
function ghost(figures, i, ways, held) {
  const at = figures.end(i, ways);
  if (!at) return [];
  const piece = figures.board.view?.pieces.find((it) => it.id === figures.form.movers[i].piece);
  const face = piece?.face.replace(/^#/, '');
  const known = face !== undefined && document.getElementById(face) !== null;
  return [
    s(
      'g',
      { class: `fig-ghost${held ? ' held' : ''}${i === figures.wrong ? ' wrong' : ''}`, 'data-ghost': i, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` },
      s('circle', { r: 24 }),
      known ? s('use', { href: `#${face}`, x: -24, y: -24, width: 48, height: 48 }) : s('text', { y: 5, 'text-anchor': 'middle' }, i + 1),
      at.floor !== 0 && s('text', { class: 'fig-floor', x: 20, y: -14, 'text-anchor': 'middle' }, `▲${at.floor}`),
      s('title', {}, figures.form.movers[i].label),
    ),
  ];
}

/** The length of the way of the first in hand, where it ends; and the ready way it would snap to. @param {FiguresOnMap} figures @param {number} i @param {Stand[][]} ways */
function ruler(figures, i, ways) {
  const at = figures.end(i, ways);
  if (!at || ways[i].length === 0) return [];
  const near = figures.drag.now ? figures.nearReady() : -1;
  const long = figures.long(i, ways);
  const over = figures.form.reach !== null && long * figures.map.grain > figures.form.reach + 1;
  const cost = figures.drag.cost(at);
  const words = figures.form.way ? `${figures.map.length(long)}${cost && ` · costs ${cost}″`}` : '';
  const ready = near < 0 ? '' : ` → ${near + 1}: ${figures.form.ready[near].label}`;
  return [s('text', { class: `tool-label fig-ruler${over ? ' over' : ''}`, x: at.x, y: at.y - 34, 'text-anchor': 'middle' }, words + ready)];
}

/** @param {FiguresOnMap} figures */
function sight(figures) {
  const { seen, map } = figures;
  if (!figures.drag.now) return [];
  return seen.flatMap((it) => {
    const [from, to] = [map.centre(it.from), map.centre(it.to)];
    return [
      s('path', { class: `fig-sight${it.clear ? '' : ' blocked'}`, d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
      s('text', { class: 'tint-label', x: to.x, y: to.y + 40, 'text-anchor': 'middle' }, `${it.distance} · ${it.text}`),
    ];
  });
}
