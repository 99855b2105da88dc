// @ts-check
// The displays beside the map: divisions, ships, landing boxes, cards, the score. A drawer over the map that stays open
// while one plays.

import { cardView, gridView, shortRule } from './cards.js';
import { counterIcon } from './counters.js';
import { fill, h, icon } from './dom.js';

/** @typedef {import('./types').Piece} Piece */
/** @typedef {import('./types').View} View */

export class Displays {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** Key of the display that is open. @type {string | null} */
    this.open = null;
    /** Groups the player has folded. @type {Set<string>} */
    this.folded = new Set();
    this.body = h('div', { class: 'drawer-body' });
    this.tabs = h('div', { class: 'drawer-tabs' });
    this.el = h(
      'section',
      { class: 'drawer', hidden: true, 'aria-label': 'Displays', 'data-testid': 'displays', 'data-solid': '' },
      h(
        'header',
        {},
        this.tabs,
        h(
          'button',
          { type: 'button', class: 'plain', 'aria-label': 'Close the display (Esc)', onclick: () => this.close() },
          icon('close'),
        ),
      ),
      this.body,
    );
  }

  /** @param {string} key */
  toggle(key) {
    if (this.open === key) return this.close();
    if (!this.board.view?.displays.some((it) => it.key === key))
      return this.board.tell('This scenario has no such display.');
    this.open = key;
    this.render(this.board.view);
    this.body.scrollTop = 0;
    /** @type {HTMLElement | null} */ (this.el.querySelector('[aria-pressed=true]'))?.focus();
  }

  close() {
    const held = this.el.contains(document.activeElement);
    this.open = null;
    this.el.hidden = true;
    if (held) this.board.map.el.focus();
  }

  /** @param {View} view */
  render(view) {
    const display = view.displays.find((it) => it.key === this.open);
    this.el.hidden = !display;
    if (!display) return;
    const scroll = this.body.scrollTop;
    const focused = document.activeElement?.getAttribute('data-piece');
    const held = this.body.contains(document.activeElement);
    fill(
      this.tabs,
      view.displays.map((it) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip',
            'aria-pressed': String(it.key === this.open),
            'data-display': it.key,
            onclick: () => {
              if (it.key !== this.open) this.toggle(it.key);
            },
          },
          it.title,
        ),
      ),
    );
    const pieces = new Map(view.pieces.map((p) => [p.id, p]));
    fill(
      this.body,
      display.groups.map((group) => this.group(display.key, group, pieces)),
    );
    this.body.scrollTop = scroll;
    if (held && focused)
      /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-piece="${focused}"]`))?.focus();
  }

  /** @param {string} key @param {import('./types').DisplayGroup} group @param {Map<string, Piece>} pieces */
  group(key, group, pieces) {
    const name = `${key} ${group.title}`;
    const swatch = group.colour && h('i', { class: 'swatch', 'aria-hidden': 'true' });
    if (swatch) swatch.style.background = /** @type {string} */ (group.colour);
    const details = h(
      'details',
      { class: 'display-group', open: !this.folded.has(name), 'data-seat': group.seat ?? '' },
      h('summary', {}, swatch, h('h2', {}, group.title)),
      group.rows.length > 0 &&
        h(
          'dl',
          {},
          group.rows.map((row) =>
            h('div', {}, h('dt', {}, row.label, ' ', shortRule(row.rule)), h('dd', { class: 'num' }, row.value)),
          ),
        ),
      (group.cards ?? []).map((card) => cardView(card)),
      (group.grids ?? []).map((grid) => gridView(grid)),
      h(
        'div',
        { class: 'display-boxes' },
        group.boxes.map((box) => this.box(box, pieces)),
      ),
    );
    details.addEventListener('toggle', () => {
      if (details.open) this.folded.delete(name);
      else this.folded.add(name);
    });
    return details;
  }

  /** @param {import('./types').DisplayBox} box @param {Map<string, Piece>} pieces */
  box(box, pieces) {
    const { board } = this;
    const title = box.place === null
      ? h('h3', {}, box.title)
      : h(
          'h3',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'plain-text',
              onclick: () => {
                board.map.camera.reveal([board.map.centre(/** @type {import('./types').Place} */ (box.place))]);
                board.map.glow([/** @type {import('./types').Place} */ (box.place)]);
              },
            },
            box.title,
          ),
        );
    return h(
      'section',
      { class: 'display-box', 'aria-label': box.title },
      title,
      box.note && h('p', { class: 'muted' }, box.note),
      box.pieces.length === 0
        ? h('p', { class: 'muted' }, 'empty')
        : h(
            'ul',
            {},
            box.pieces.map((entry) => {
              const aboard = (entry.aboard ?? []).map((id) => pieces.get(id)).filter((p) => p !== undefined);
              const piece = pieces.get(entry.id);
              return (
                piece &&
                h(
                  'li',
                  {},
                  this.counter(piece),
                  aboard.length > 0 && h('span', { class: 'aboard', 'aria-label': 'aboard' }, aboard.map((p) => this.counter(p, 34))),
                  h('span', { class: 'display-note' }, piece.name, entry.note && h('small', {}, entry.note)),
                )
              );
            }),
          ),
    );
  }

  /** A counter: a button, and an option where the question has one. @param {Piece} piece @param {number} [size] */
  counter(piece, size = 42) {
    const { board } = this;
    const option = board.replaying ? undefined : board.view?.question?.options.find((o) => o.piece === piece.id);
    return h(
      'button',
      {
        type: 'button',
        class: option ? 'boxed on-offer' : 'boxed',
        'data-piece': piece.id,
        'data-option': option?.index,
        'aria-label': option ? `${option.index + 1}, ${option.label}: ${piece.text}` : piece.text,
        title: piece.text,
        onclick: () => board.pointer.place({ place: piece.place, piece: piece.id, touch: false }),
      },
      counterIcon(piece, size),
      option && h('b', { class: 'number', 'aria-hidden': 'true' }, option.index + 1),
    );
  }
}
