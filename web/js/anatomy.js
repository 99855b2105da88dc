// @ts-check
// The anatomy of a counter, for the legend: counters of this very game drawn large, every number and colour on them with
// a letter, and beside them what it means. Where things stand is how the systems draw their counters.

import { h, s } from './dom.js';

/** @typedef {[number, number, string, string]} Part where it is on a counter of 48 units, its name, what it means */
/** @typedef {{title: string, is: (piece: import('./types').Piece) => boolean, parts: Part[]}} Kind */

/** @type {Record<string, Kind[]>} */
const KINDS = {
  gts: [
    {
      title: 'A unit',
      is: (it) => /^u\d+$/.test(it.id),
      parts: [
        [8, 8, 'Fire Rating', 'the colour and letter of its box are the row of the fire table'],
        [20, 8, 'Range', 'in hexes; ✱ any distance'],
        [38, 8, 'Assault Rating', 'with its row; ×2 fires twice in defence'],
        [24, 19, 'Designation', 'on the colour of its formation'],
        [7, 29, 'Division', 'the colour of the whole counter is its division’s'],
        [24, 28, 'Kind', 'the sign of its arm; wheels: mounted'],
        [42, 29, 'Steps', 'one dot each; boxed: it can mount'],
        [9, 41, 'Defence', 'black: armoured'],
        [24, 41, 'Troop Quality', 'a check needs this or less on a die of ten; in a red ring: always in command'],
        [38, 41, 'Movement', 'L on foot, W wheels (black), T tracks (red)'],
      ],
    },
    {
      title: 'A leader',
      is: (it) => /^l\d+$/.test(it.id),
      parts: [
        [24, 7, 'Formation', 'whose units he commands'],
        [24, 25, 'Star', 'an open star: a replacement'],
        [10, 38, 'Command range', 'in hexes'],
        [37, 38, 'Attachment Rating', 'how many independent units may be attached to him'],
      ],
    },
  ],
  omaha: [
    {
      title: 'An American unit',
      is: (it) => it.seat === 0 && /-?\d*$/.test(it.face) && it.place !== null,
      parts: [
        [24, 7, 'Designation', 'on the colour of its division'],
        [16, 20, 'Kind', 'the sign of its arm'],
        [38, 19, 'Steps', 'full bars are left, open ones lost'],
        [8, 38, 'Strength', 'in attack'],
        [22, 39, 'Range', 'in hexes, underlined; ∞ without limit'],
        [38, 38, 'Target symbol', 'cards hit units by it; boxed: armoured'],
      ],
    },
    {
      title: 'A German position',
      is: (it) => it.place !== null && it.id.startsWith('s'),
      parts: [
        [24, 8, 'Name', 'a palisade around the counter: a strongpoint (WN), with the calibre of its gun at the right'],
        [12, 38, 'Strength', 'what an attack has to reach; ? is not known yet'],
        [36, 38, 'Weapons', 'an attack needs each of these'],
      ],
    },
  ],
  tcs: [
    {
      title: 'A unit',
      is: (it) => /^u\d+$/.test(it.id),
      parts: [
        [8, 9, 'Area fire', 'its strength; the letter is how it fires: i infantry, l flat, h high, m mortar'],
        [24, 9, 'Range', 'in hexes'],
        [39, 8, 'Point fire', 'at vehicles and guns'],
        [24, 20, 'Name', 'on the colour of its company; hatched, with an arrow beneath: in Move mode'],
        [10, 31, 'Kind', 'the sign of its arm'],
        [41, 30, 'Steps', 'one dot each'],
        [8, 43, 'Target type', 'A area, P or B with the number a point shot has to beat'],
        [24, 43, 'Morale', 'what its checks are made against'],
        [39, 43, 'Movement', 'T tracks, W wheels'],
      ],
    },
  ],
  skirmish: [
    {
      title: 'A figure',
      is: (it) => /^f\d+$/.test(it.id),
      parts: [
        [24, 4, 'Star', 'a leader'],
        [5, 24, 'Rim', 'the colour of its side; the base is as wide as on the table'],
        [24, 23, 'Man', 'helmet and shoulders; faces up'],
        [33, 17, 'Weapon', 'a rifle is thin, an automatic weapon thicker, a crewed one on its legs'],
        [24, 40, 'Element', 'figures with the same letters act together'],
      ],
    },
  ],
};

const LETTERS = 'ABCDEFGHIJKLMN';

/** @param {import('./types').View | null} view @param {string} system */
export function anatomy(view, system) {
  const kinds = KINDS[system] ?? [];
  return kinds.flatMap(({ title, is, parts }) => {
    const mine = (view?.pieces ?? []).filter(is);
    const piece = mine.find((it) => it.place !== null && it.seat === (view?.seat ?? 0)) ?? mine[0];
    if (!piece) return [];
    return [
      h(
        'section',
        { class: 'legend anatomy', 'data-testid': 'anatomy' },
        h('h3', {}, `${title}: ${piece.name}`),
        h(
          'div',
          { class: 'anatomy-body' },
          s(
            'svg',
            { viewBox: '-8 -8 64 64', width: 220, height: 220, role: 'img', 'aria-label': `${piece.name}, drawn large` },
            s('use', { href: piece.face.startsWith('#') ? piece.face : `#${piece.face}`, width: 48, height: 48 }),
            parts.map(([x, y], i) => callout(x, y, LETTERS[i] ?? '')),
          ),
          h(
            'dl',
            {},
            parts.flatMap(([, , name, text], i) => [h('dt', {}, h('b', { class: 'letter' }, LETTERS[i]), name), h('dd', {}, text)]),
          ),
        ),
      ),
    ];
  });
}

/** A letter outside the counter, with a line to what it means. @param {number} x @param {number} y @param {string} letter */
function callout(x, y, letter) {
  const [dx, dy] = [x - 24, y - 24];
  const far = Math.max(Math.abs(dx), Math.abs(dy)) || 1;
  // Out through the nearest edge; what is in the middle goes out at the left or right.
  const edge = 29.5;
  const across = Math.abs(dx) < 8 ? { x: 24 + Math.sign(dx || 1) * (Math.abs(dy) < 13 ? edge : Math.abs(dx)), y: Math.abs(dy) < 13 ? y : 24 + Math.sign(dy) * edge } : { x: 24 + (dx / far) * edge, y: 24 + (dy / far) * edge };
  return s(
    'g',
    { class: 'callout' },
    s('path', { d: `M${across.x} ${across.y}L${x} ${y}` }),
    s('circle', { class: 'end', cx: x, cy: y, r: 0.9 }),
    s('circle', { cx: across.x, cy: across.y, r: 2.7 }),
    s('text', { x: across.x, y: across.y + 1.3, 'text-anchor': 'middle' }, letter),
  );
}
