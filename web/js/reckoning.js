// @ts-check
// A number with its reasons, its odds, and dice: what a chart answers, and how dice are thrown or entered.

import { fill, h, icon } from './dom.js';
import { oddsTable } from './odds.js';

/** Where the pips of a face lie, on a field of three by three. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {import('./types').RolledDie} die */
export function dieFace(die) {
  const mark = die.made === null ? '' : die.made ? ' made' : ' missed';
  const pips = PIPS[die.face];
  return h(
    'span',
    { class: `die${mark}`, role: 'img', 'aria-label': `${die.face}: ${die.text}`, title: die.text, 'data-face': die.face },
    die.sides === 6 && pips
      ? Array.from({ length: 9 }, (_, i) => h('i', { class: pips.includes(i) && 'pip' }))
      : String(die.face),
  );
}

/** @param {import('./types').RolledDie[]} dice */
export const diceRow = (dice) => dice.length > 0 && h('p', { class: 'dice' }, dice.map(dieFace));

/** @param {import('./types').Reckoning} it */
export function reckoningOf(it) {
  return [
    it.rolled &&
      h(
        'div',
        { class: 'rolled', role: 'status', 'data-testid': 'rolled' },
        h('b', {}, it.rolled.text),
        diceRow(it.rolled.dice),
      ),
    numberOf(it),
    oddsOf(it),
  ];
}

/** @param {import('./types').Reckoning} it */
export const numberOf = (it) => h('p', { class: 'number', 'data-testid': 'number' }, it.text);

/** @param {import('./types').Reckoning} it */
export const oddsOf = (it) => h('div', { class: 'chances', 'data-testid': 'chances' }, oddsTable(it.odds));

/** Dice that were thrown by hand, entered one after the other. The server says what the next one is for. */
export class HandDice {
  /** @param {(dice: number[]) => Promise<string | null>} enter tells what is missing, or nothing when all are in */
  constructor(enter) {
    this.enter = enter;
    /** @type {number[]} */
    this.dice = [];
    this.busy = false;
    this.told = h('p', { class: 'muted', role: 'status', 'data-testid': 'hand-told' });
    this.lie = h('p', { class: 'dice' });
    this.el = h(
      'details',
      { class: 'hand', 'data-testid': 'hand' },
      h('summary', {}, 'Enter my own dice'),
      h(
        'div',
        { class: 'faces' },
        [1, 2, 3, 4, 5, 6].map((face) =>
          h(
            'button',
            { type: 'button', 'aria-label': `I threw a ${face}`, 'data-testid': `hand-${face}`, onclick: () => this.add(face) },
            dieFace({ sides: 6, face, text: '', made: null }),
          ),
        ),
        h(
          'button',
          { type: 'button', 'aria-label': 'Take the last die back', onclick: () => this.back() },
          icon('undo'),
        ),
      ),
      this.told,
      this.lie,
    );
    this.el.addEventListener('toggle', () => {
      if (this.el.open && this.dice.length === 0) this.tell();
    });
  }

  clear() {
    this.dice = [];
    this.told.textContent = '';
    fill(this.lie);
    this.el.open = false;
  }

  /** @param {number} face */
  async add(face) {
    if (this.busy) return;
    this.dice.push(face);
    await this.tell();
  }

  async back() {
    if (this.busy) return;
    this.dice.pop();
    await this.tell();
  }

  async tell() {
    this.busy = true;
    fill(this.lie, this.dice.map((face) => dieFace({ sides: 6, face, text: '', made: null })));
    const missing = await this.enter(this.dice);
    this.busy = false;
    if (missing === null) this.clear();
    else this.told.textContent = missing;
  }
}
