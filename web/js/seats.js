// @ts-check
// Which seats of which games are ours. On a server that is open to the network a seat is held by a token: who made the
// game has those of all seats and gives the others away; who was invited has the one of his link. They are kept in this
// browser, so that Continue, fork and again find the seat.

import { setting } from './dom.js';

/** @typedef {{mine: Record<string, string>, invited: Record<string, string>}} Held */

/** Games remembered at most; the oldest are forgotten. */
const MOST = 200;

/** @returns {Record<string, Held>} */
function all() {
  return JSON.parse(setting.get('seats', '{}'));
}

/** @param {string} id @param {Held} held */
function keep(id, held) {
  const { [id]: _, ...others } = all();
  const entries = [...Object.entries(others), [id, held]].slice(-MOST);
  setting.set('seats', JSON.stringify(Object.fromEntries(entries)));
}

/** What is held of a game; null where no tokens are known, as on one's own machine. @param {string} id */
export const heldOf = (id) => all()[id] ?? null;

/** Seats of a game that are played in this browser; null where tokens say nothing. @param {string} id @returns {number[] | null} */
export const mineOf = (id) => {
  const held = heldOf(id);
  return held && Object.keys(held.mine).map(Number);
};

/** The token for a request about a game: that of the seat, or of any seat held. @param {string} id @param {number | null} seat */
export function tokenOf(id, seat) {
  const mine = heldOf(id)?.mine ?? {};
  return (seat === null ? Object.values(mine)[0] : mine[seat]) ?? '';
}

/**
 * A game just made: the seats to be played here, and the invitations to all others.
 * @param {{id: string, seats?: {seat: number, token: string | null}[]}} made
 * @param {number[] | null} mine all seats where it is not said
 */
export function remember(made, mine) {
  const tokens = (made.seats ?? []).filter((it) => it.token !== null);
  if (tokens.length === 0) return;
  /** @param {boolean} own */
  const part = (own) =>
    Object.fromEntries(tokens.filter((it) => (mine === null || mine.includes(it.seat)) === own).map((it) => [it.seat, it.token]));
  keep(made.id, /** @type {Held} */ ({ mine: part(true), invited: part(false) }));
}

/** An invitation was followed; true if the seat was not held before. @param {string} id @param {number} seat @param {string} token */
export function take(id, seat, token) {
  const held = heldOf(id) ?? { mine: {}, invited: {} };
  const isNew = held.mine[seat] !== token;
  const { [seat]: _, ...invited } = held.invited;
  keep(id, { mine: { ...held.mine, [seat]: token }, invited });
  return isNew;
}

/** A new invitation to a seat that somebody else is to take. @param {string} id @param {number} seat @param {string} token */
export function invite(id, seat, token) {
  const held = heldOf(id) ?? { mine: {}, invited: {} };
  keep(id, { ...held, invited: { ...held.invited, [seat]: token } });
}

/** What makes this browser the host's on an open server; it was printed there at the start. */
export const hostKey = () => setting.get('host', '');

/** @param {string} key */
export const becomeHost = (key) => setting.set('host', key);

/** Words for the dice that nobody can have known before. */
export function words() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((it) => it.toString(16).padStart(2, '0')).join('');
}
