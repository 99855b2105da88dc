// @ts-check
// Cards that lie open, explained part by part, and tables of numbers. The part a card was drawn for is open, the others
// are folded.

import { fill, h, ruleLink, s } from './dom.js';

/** @typedef {import('./types').OpenCard} OpenCard */

/** A picture from the sprite of the game. @param {string | null} symbol @param {number} size */
export function glyph(symbol, size) {
  if (!symbol || !document.getElementById(symbol)) return null;
  return s(
    'svg',
    { viewBox: '0 0 48 48', width: size, height: size, class: 'glyph', 'aria-hidden': 'true' },
    s('use', { href: `#${symbol}` }),
  );
}

/** @param {import('./types').CardPart} part */
function partView(part) {
  return h(
    'details',
    { class: part.counts ? 'card-part counts' : 'card-part', open: part.counts },
    h('summary', {}, h('b', {}, part.title), !part.counts && h('span', { class: 'muted' }, 'does not count')),
    h(
      'ul',
      {},
      part.marks.map((mark) =>
        h(
          'li',
          {},
          glyph(mark.symbol, 26),
          h('div', {}, h('b', {}, mark.label), mark.text && h('p', {}, mark.text, ' ', shortRule(mark.rule))),
        ),
      ),
    ),
  );
}

/** The rule behind a line, short: its id would fill it. @param {import('./types').RuleRef | null} rule */
export function shortRule(rule) {
  const link = ruleLink(rule);
  if (!link || !rule) return null;
  link.textContent = '§';
  link.setAttribute('aria-label', `Rule: ${rule.title}`);
  return link;
}

/** A card as it lies on the table. @param {OpenCard} card @param {boolean} [open] */
export function cardView(card, open = true) {
  return h(
    'details',
    { class: 'open-card', open, 'aria-label': card.title },
    h('summary', {}, h('b', {}, card.title), h('span', { class: 'muted' }, card.text.split('.')[0])),
    card.parts.filter((part) => part.counts).map(partView),
    card.parts.filter((part) => !part.counts).map(partView),
  );
}

/** @param {import('./types').Grid} grid */
export function gridView(grid) {
  return h(
    'div',
    { class: 'grid' },
    h('h3', {}, grid.title),
    grid.text && h('p', { class: 'muted' }, grid.text),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h('tr', {}, h('td', {}), grid.columns.map((column) => h('th', { scope: 'col' }, column))),
      ),
      h(
        'tbody',
        {},
        grid.rows.map((row) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, glyph(row.symbol, 20), row.label),
            row.cells.map((cell, i) => {
              const doubt = (row.doubts ?? []).includes(i);
              return h('td', { class: doubt ? 'num doubt' : 'num', title: doubt && 'Not plain in our source' }, cell, doubt && ['?', h('span', { class: 'sr' }, ' not plain in our source')]);
            }),
          ),
        ),
      ),
    ),
  );
}

/** The card in play, beside the map. */
export class Cards {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.key = '';
    this.body = h('div', {});
    this.el = h(
      'section',
      { class: 'cards empty', id: 'tab-cards', 'aria-label': 'Cards', 'data-testid': 'open-cards' },
      this.body,
    );
  }

  /** @param {import('./types').View} view */
  render(view) {
    const cards = view.cards ?? [];
    this.el.classList.toggle('empty', cards.length === 0);
    const tab = /** @type {HTMLElement | null} */ (this.board.tabs.querySelector('[data-tab=cards]'));
    if (tab) tab.hidden = cards.length === 0;
    const key = JSON.stringify(cards);
    if (key === this.key) return;
    this.key = key;
    fill(
      this.body,
      cards.length === 0
        ? h('p', { class: 'muted' }, 'No card lies open.')
        : cards.slice(0, 4).map((card, i) => cardView(card, i === 0)),
    );
  }
}
