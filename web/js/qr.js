// @ts-check
// A QR code of a short text as SVG: bytes, error correction level M, versions 1 to 12 (up to 287 bytes). After ISO 18004.

import { s } from './dom.js';

/** Error correction words a block, and the data words of each block, by version. @type {[number, number[]][]} */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
  [30, [50, 51, 51, 51, 51]],
  [22, [36, 36, 36, 36, 36, 36, 37, 37]],
];
/** Centres of the alignment patterns, by version. */
const ALIGN = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
];

// The field of 256 elements in which the error correction is worked out.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? ((x << 1) ^ 0x11d) & 255 : x << 1;
}
for (let i = 255; i < 512; i += 1) EXP[i] = EXP[i - 255] ?? 0;
/** @param {number} a @param {number} b */
const times = (a, b) => (a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0));

/** @param {number[]} data @param {number} count */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const next = [...generator, 0];
    generator.forEach((it, at) => {
      next[at + 1] = (next[at + 1] ?? 0) ^ times(it, EXP[i] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const factor = rest[i];
    if (factor === 0) continue;
    generator.forEach((it, at) => {
      rest[i + at] ^= times(it, factor);
    });
  }
  return rest.slice(data.length);
}

/** Data and error correction of a text in the order they are drawn. @param {Uint8Array} bytes @returns {{version: number, words: number[]}} */
function encode(bytes) {
  const version = BLOCKS.findIndex(([, blocks], i) => {
    const room = blocks.reduce((sum, it) => sum + it, 0) * 8;
    return 4 + (i + 1 < 10 ? 8 : 16) + bytes.length * 8 <= room;
  }) + 1;
  if (version === 0) throw new Error('The text is too long for a QR code.');
  const [count, blocks] = /** @type {[number, number[]]} */ (BLOCKS[version - 1]);
  const room = blocks.reduce((sum, it) => sum + it, 0);
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} width */
  const put = (value, width) => {
    for (let i = width - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words = [];
  for (let i = 0; i < bits.length; i += 8) words.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; words.length < room; pad = pad === 0xec ? 0x11 : 0xec) words.push(pad);
  let from = 0;
  const data = blocks.map((size) => words.slice(from, (from += size)));
  const checks = data.map((it) => correction(it, count));
  const mixed = [];
  for (let i = 0; i < Math.max(...blocks); i += 1) for (const it of data) if (i < it.length) mixed.push(it[i] ?? 0);
  for (let i = 0; i < count; i += 1) for (const it of checks) mixed.push(it[i] ?? 0);
  return { version, words: mixed };
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A number with its check digits. @param {number} value @param {number} polynomial @param {number} width */
function checked(value, polynomial, width) {
  let rest = value << width;
  for (let i = 31 - Math.clz32(rest); i >= width; i -= 1) if ((rest >> i) & 1) rest ^= polynomial << (i - width);
  return (value << width) | rest;
}

/** Dark squares, row by row. @param {string} text @returns {boolean[][]} */
export function squares(text) {
  const { version, words } = encode(new TextEncoder().encode(text));
  const size = 17 + 4 * version;
  /** null: free for data. @type {(boolean | null)[][]} */
  const fixed = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @param {number} x @param {number} y @param {boolean} dark */
  const set = (x, y, dark) => {
    const row = fixed[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (let i = 0; i < size; i += 1) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  for (const [cx, cy] of /** @type {[number, number][]} */ ([[3, 3], [size - 4, 3], [3, size - 4]]))
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const centres = ALIGN[version - 1] ?? [];
  const last = centres.length - 1;
  centres.forEach((cy, j) => {
    centres.forEach((cx, i) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    });
  });
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  /** Level M is 0; then the mask. @param {number} mask */
  const format = (mask) => {
    const bits = checked(mask, 0x537, 10) ^ 0x5412;
    /** @param {number} i */
    const bit = (i) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 6; i += 1) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  };
  format(0);
  /** @type {{x: number, y: number, dark: boolean}[]} */
  const data = [];
  let n = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]?.[x] !== null) continue;
        const word = words[n >> 3] ?? 0;
        data.push({ x, y, dark: ((word >> (7 - (n & 7))) & 1) === 1 });
        n += 1;
      }
  }
  /** @type {boolean[][] | null} */
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  MASKS.forEach((mask, number) => {
    format(number);
    const grid = fixed.map((row) => row.map((it) => it === true));
    for (const { x, y, dark } of data) /** @type {boolean[]} */ (grid[y])[x] = dark !== mask(x, y);
    const cost = penalty(grid);
    if (cost < least) [best, least] = [grid, cost];
  });
  return /** @type {boolean[][]} */ (/** @type {unknown} */ (best));
}

/** How hard a camera would find it. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let cost = 0;
  let dark = 0;
  /** @param {(i: number, j: number) => boolean} at */
  const runs = (at) => {
    for (let i = 0; i < size; i += 1) {
      let run = 0;
      let line = '';
      for (let j = 0; j < size; j += 1) {
        run = j > 0 && at(i, j) === at(i, j - 1) ? run + 1 : 1;
        if (run === 5) cost += 3;
        else if (run > 5) cost += 1;
        line += at(i, j) ? '1' : '0';
      }
      for (const finder of ['10111010000', '00001011101'])
        for (let from = line.indexOf(finder); from >= 0; from = line.indexOf(finder, from + 1)) cost += 40;
    }
  };
  runs((i, j) => grid[i]?.[j] === true);
  runs((i, j) => grid[j]?.[i] === true);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (grid[y]?.[x]) dark += 1;
      const it = grid[y]?.[x];
      if (x + 1 < size && y + 1 < size && it === grid[y]?.[x + 1] && it === grid[y + 1]?.[x] && it === grid[y + 1]?.[x + 1])
        cost += 3;
    }
  return cost + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

/** The code as a picture, with the quiet zone around it. @param {string} text @param {string} name */
export function qrCode(text, name) {
  const grid = squares(text);
  const size = grid.length + 8;
  const path = grid.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])));
  return s(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': name, 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#fff' }),
    s('path', { d: path.join(''), fill: '#000' }),
  );
}
