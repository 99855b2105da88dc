// @ts-check
// A move in words: "move 6 bearing 045", "candidate 12", "to 14.5 22", "figure 2", "floor 1", "back".

/**
 * What was said, in units of the map; y is downwards for a move, and counted from the lower edge for a place.
 * @typedef {{kind: 'move' | 'to', x: number, y: number} | {kind: 'candidate' | 'floor' | 'figure', n: number}
 *   | {kind: 'back'} | {kind: 'clear'} | {kind: 'no', text: string}} Told
 */

const HELP = 'Say “move 6 bearing 045”, “to 14.5 22”, “candidate 3”, “figure 2”, “all”, “floor 1”, “back” or “clear”.';

/** @type {Record<string, number>} */
const COMPASS = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };
/** @type {Record<string, string>} */
const LONG = { north: 'n', south: 's', east: 'e', west: 'w' };

/** Degrees from the north, clockwise. @param {string} word */
function bearing(word) {
  const short = word.replace(/north|south|east|west/g, (it) => LONG[it]).replaceAll('-', '');
  if (short in COMPASS) return COMPASS[short];
  const degrees = Number(word.replace('°', ''));
  return word !== '' && Number.isFinite(degrees) ? degrees : NaN;
}

/** @param {string} text @param {number} unit what one of the measure is in units of the map @returns {Told} */
export function understand(text, unit) {
  const words = text
    .toLowerCase()
    .replace(/["″,]/g, ' ')
    .split(/\s+/)
    .filter((it) => it !== '' && !['inches', 'inch', 'in', 'bearing', 'towards', 'go', 'number'].includes(it));
  const [first, ...rest] = words;
  if (first === undefined) return { kind: 'no', text: HELP };
  const number = Number(rest[0]);
  if (first === 'back' || first === 'clear') return { kind: first };
  if (first === 'all') return { kind: 'figure', n: 0 };
  if (['candidate', 'floor', 'figure'].includes(first)) {
    const kind = /** @type {'candidate' | 'floor' | 'figure'} */ (first);
    const least = kind === 'floor' ? 0 : 1;
    if (!Number.isInteger(number) || number < least) return { kind: 'no', text: `Which ${first}? Say its number.` };
    return { kind, n: number };
  }
  if (first === 'to') {
    const [x, y] = rest.map(Number);
    if (!Number.isFinite(x) || !Number.isFinite(y)) return { kind: 'no', text: 'Where to? Say how far right and how far up, as in “to 14.5 22”.' };
    return { kind: 'to', x: Math.round(x * unit), y: Math.round(y * unit) };
  }
  const [long, course] = first === 'move' ? rest : words;
  const [far, degrees] = [Number(long), bearing(course ?? '')];
  if (!Number.isFinite(far) || far <= 0 || !Number.isFinite(degrees)) return { kind: 'no', text: HELP };
  const turn = (degrees * Math.PI) / 180;
  return { kind: 'move', x: Math.sin(turn) * far * unit, y: -Math.cos(turn) * far * unit };
}
