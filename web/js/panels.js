// @ts-check
// What lies beside the map: the top bar with the turn track, the panels of the sides, the boxes off the map and the
// inspector's card.

import { api } from './api.js';
import { shortRule } from './cards.js';
import { Counters, counterIcon } from './counters.js';
import { menuDialog } from './sheets.js';
import { fill, h, icon, ledgerTable, ruleLink } from './dom.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types').View} View */

export class TopBar {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @param {string} name @param {string} label @param {() => void} run */
    const tool = (name, label, run) =>
      h('button', { type: 'button', 'aria-label': label, title: label, 'data-testid': name, onclick: run }, icon(name));
    this.undo = tool('undo', 'Undo (U)', () => board.undo());
    this.displays = h('span', { class: 'tools-displays' });
    this.shown = '';
    this.tool = tool;
    this.game = h('span', { class: 'game' });
    this.track = h('ol', { class: 'track', 'aria-label': 'Turns' });
    this.now = h('p', { class: 'now-label' });
    this.el = h(
      'header',
      { class: 'top' },
      h('a', { class: 'brand', href: '#/', title: 'All games' }, 'Bocage'),
      this.game,
      this.track,
      this.now,
      h(
        'div',
        { class: 'tools', role: 'toolbar', 'aria-label': 'Tools' },
        this.undo,
        this.displays,
        tool('legend', 'Legend (L)', () => board.legend()),
        tool('overlays', 'Overlays (O)', () => board.overlays.menu()),
        tool('ruler', 'Tools: ruler, path, line, area, circle (T)', () => board.tools.cycle()),
        tool('menu', 'Menu', () => menuDialog(board)),
      ),
    );
  }

  /** @param {View} view */
  render(view) {
    const { now } = view;
    const { head } = this.board;
    fill(
      this.game,
      h('span', {}, head.title),
      head.variants.length > 0 &&
        h(
          'small',
          {
            'data-testid': 'in-force',
            title: head.variants.map((it) => `${it.title}: ${it.text}`).join('\n'),
          },
          `with ${head.variants.map((it) => it.title).join(', ')}`,
        ),
    );
    const shown = view.displays.map((it) => it.key).join();
    if (shown !== this.shown) {
      this.shown = shown;
      fill(
        this.displays,
        view.displays.map((it) =>
          this.tool(it.key, `${it.title} (${it.letter})`, () => this.board.displays.toggle(it.key)),
        ),
      );
    }
    const undo = this.board.undoable();
    this.undo.setAttribute('aria-disabled', String(!undo.possible));
    const words = undo.possible ? undo.what && `takes back “${undo.what}”` : undo.reason;
    this.undo.title = words ? `Undo (U): ${words}` : 'Undo (U)';
    this.undo.setAttribute('aria-label', this.undo.title);
    fill(
      this.now,
      h('b', {}, h('span', { class: 'turn-number' }, `Turn ${now.turn} · `), now.label),
      h('span', {}, now.weather),
    );
    this.track.classList.toggle('long', head.turns.length > 16);
    fill(
      this.track,
      head.turns.map((turn, i) => {
        const number = i + 1;
        const place = number < now.turn ? 'past' : number === now.turn ? 'now' : '';
        return h(
          'li',
          {
            class: `${turn.night ? 'night' : 'day'} ${place}`,
            'data-water': turn.water,
            title: `Turn ${number}: ${turn.date} ${turn.time}${turn.night ? ', night' : ''}${turn.water === undefined ? '' : `, ${['low', 'mid', 'high'][turn.water]} tide`}`,
            'aria-current': number === now.turn && 'step',
          },
          h('b', {}, number, h('span', { class: 'sr' }, ` ${turn.date} ${turn.time}${turn.night ? ' night' : ''}`)),
          h('span', { class: 'clock', 'aria-hidden': 'true' }, turn.time),
          h('i', { 'aria-hidden': 'true' }),
        );
      }),
    );
  }
}

export class Status {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.el = h('section', { class: 'status', id: 'tab-status', 'aria-label': 'Status', 'data-testid': 'status' });
  }

  /** @param {View} view */
  render(view) {
    const { now } = view;
    const steps = this.board.head.sequences[now.sequence] ?? [];
    /** @type {Map<string, import('./types').Piece[]>} */
    const boxes = new Map();
    // Everything off the map is in the displays; here is what the question offers of it.
    const offered = new Set((this.board.replaying ? [] : (view.question?.options ?? [])).map((o) => o.piece));
    for (const piece of view.pieces)
      if (piece.place === null && piece.off_map && offered.has(piece.id))
        boxes.set(piece.off_map, [...(boxes.get(piece.off_map) ?? []), piece]);
    fill(
      this.el,
      h(
        'div',
        { class: 'sides' },
        view.panels.map((panel) =>
          h(
            'div',
            { 'data-seat': panel.seat ?? '' },
            h('b', {}, panel.title),
            h(
              'dl',
              {},
              panel.rows.map((row) => h('div', {}, h('dt', {}, row.label), h('dd', { class: 'num' }, row.value))),
            ),
          ),
        ),
      ),
      steps.length > 0 &&
        h(
          'ol',
          { class: 'sequence', 'aria-label': 'Sequence of play' },
          steps.map((step) =>
            h(
              'li',
              { class: step.letter === now.step && 'now', title: step.title, 'aria-current': step.letter === now.step && 'step' },
              h('abbr', { title: step.title }, step.letter),
              h('span', { class: 'sr' }, step.title),
            ),
          ),
        ),
      h('p', { class: 'phase' }, h('b', {}, now.phase), ' ', ruleLink(now.phase_rule)),
      boxes.size > 0 &&
        h(
          'div',
          { class: 'boxes' },
          [...boxes].map(([place, pieces]) =>
            h(
              'div',
              {},
              h(
                'b',
                {},
                place,
              ),
              h(
                'div',
                { class: 'tray' },
                pieces.map((p) => this.box(p)),
              ),
            ),
          ),
        ),
    );
  }

  /** A counter off the map: a button, and an option where the question has one. @param {import('./types').Piece} piece */
  box(piece) {
    const option = this.board.replaying
      ? undefined
      : this.board.view?.question?.options.find((o) => o.piece === piece.id);
    return h(
      'button',
      {
        type: 'button',
        class: option ? 'boxed on-offer' : 'boxed',
        'data-piece': piece.id,
        'data-option': option?.index,
        'aria-label': option ? `${option.index + 1}, ${option.label}: ${piece.text}` : piece.text,
        title: piece.text,
        onclick: () => this.board.pointer.place({ place: null, piece: piece.id, touch: false }),
      },
      counterIcon(piece, 40),
      option && h('b', { class: 'number', 'aria-hidden': 'true' }, option.index + 1),
    );
  }
}

export class Inspector {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {AbortController | null} */
    this.pending = null;
    this.body = h('div', {});
    this.el = h(
      'section',
      { class: 'inspector empty', id: 'tab-card', 'aria-label': 'Inspector', 'data-testid': 'inspector' },
      this.body,
    );
    this.clear();
  }

  clear() {
    this.pending?.abort();
    this.el.classList.add('empty');
    fill(this.body, h('p', { class: 'muted' }, 'Click a place or a unit to see what stands there and what it can do.'));
  }

  /** @param {{place: import('./types').Place | null, piece: string | null}} what */
  async show(what) {
    const { board } = this;
    this.pending?.abort();
    const abort = new AbortController();
    this.pending = abort;
    try {
      const card =
        what.piece !== null
          ? await api.card(board.id, board.seat, 'piece', what.piece, board.at, abort.signal)
          : what.place !== null
            ? await api.card(board.id, board.seat, 'place', what.place, board.at, abort.signal)
            : null;
      if (abort.signal.aborted || !card) return;
      this.draw(card, what);
      board.showTab('card');
    } catch (error) {
      if (!abort.signal.aborted) {
        this.el.classList.remove('empty');
        fill(this.body, h('p', { class: 'bad' }, error instanceof Error ? error.message : String(error)));
      }
    }
  }

  /** @param {import('./types').Card} card @param {{place: import('./types').Place | null, piece: string | null}} what */
  draw(card, what) {
    const { board } = this;
    const view = board.view;
    this.el.classList.remove('empty');
    const shown = view?.pieces.find((p) => p.id === what.piece);
    const beneath =
      card.pieces.length > 0 || !view || what.place === null
        ? card.pieces
        : Counters.stack(view, what.place).map((p) => p.id);
    fill(
      this.body,
      h(
        'header',
        {},
        shown && counterIcon(shown, 56),
        h('div', {}, h('h2', {}, card.title), card.subtitle && h('p', { class: 'muted' }, card.subtitle)),
        h(
          'button',
          {
            type: 'button',
            class: 'plain',
            'aria-label': 'Close card',
            onclick: () => board.pointer.select({ place: null, piece: null }),
          },
          icon('close'),
        ),
      ),
      h(
        'table',
        { class: 'ratings' },
        h(
          'tbody',
          {},
          card.rows
            .map((row) => {
              const changed = row.printed !== null && row.printed !== row.value;
              return [
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, row.label),
                  h(
                    'td',
                    {},
                    ...(changed ? [h('s', { class: 'num' }, row.printed), ' → '] : []),
                    h('b', { class: 'num' }, row.value),
                  ),
                  // Beside values there is no room for an id.
                  h('td', {}, shortRule(row.rule)),
                ),
                row.ledger.length > 0 &&
                  h('tr', { class: 'why-row' }, h('td', { colspan: '3' }, ledgerTable(row.ledger))),
              ];
            })
            .flat(),
        ),
      ),
      beneath.length > 0 &&
        h(
          'div',
          { class: 'tray' },
          beneath.map((id) => {
            const piece = view?.pieces.find((p) => p.id === id);
            return (
              piece &&
              h(
                'button',
                {
                  type: 'button',
                  class: id === what.piece ? 'boxed chosen' : 'boxed',
                  'data-piece': id,
                  'aria-label': piece.text,
                  title: piece.text,
                  onclick: () => board.pointer.select({ place: piece.place, piece: id }),
                },
                counterIcon(piece, 44),
              )
            );
          }),
        ),
    );
  }
}
