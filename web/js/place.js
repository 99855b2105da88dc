// @ts-check
// Places: a cell of the map by its number, or a point as [x, y, floor] in map units.

/** @typedef {import('./types').Place} Place */

/** What a place is called in attributes and as a key of maps: "12", or "310,95,0". @param {Place} place */
export const keyOf = (place) => String(place);

/** @param {string} key @returns {Place} */
export const placeOf = (key) =>
  key.includes(',') ? /** @type {[number, number, number]} */ (key.split(',').map(Number)) : Number(key);

/** @param {Place | null | undefined} a @param {Place | null | undefined} b */
export const same = (a, b) =>
  a === b || (a !== null && a !== undefined && b !== null && b !== undefined && keyOf(a) === keyOf(b));

/** Each place once, in the order they came. @param {Iterable<Place>} places @returns {Place[]} */
export const once = (places) => [...new Map([...places].map((place) => [keyOf(place), place])).values()];
