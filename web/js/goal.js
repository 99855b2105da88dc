// @ts-check
// What wins: the orders of the player's side and the places that count, with who holds them. A click leads there.

import { fill, h, setting } from './dom.js';

/** Places that count are marked on the map by these. */
const COUNTS = /^#?m-(victory|objective)/;

export class Goal {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.body = h('div', {});
    this.details = h(
      'details',
      { ontoggle: () => setting.set('goal', this.details.open ? 'on' : 'off') },
      h('summary', {}, h('b', {}, 'Goal')),
      this.body,
    );
    this.details.open = setting.get('goal', 'on') === 'on';
    this.el = h('section', { class: 'goal', 'aria-label': 'Goal', 'data-testid': 'goal' }, this.details);
    this.key = '';
  }

  /** @param {import('./types').View} view */
  render(view) {
    const { map } = this.board;
    const seat = this.board.head.seats.find((it) => it.id === view.seat) ?? null;
    const places = view.markers.filter((it) => COUNTS.test(it.symbol));
    const key = `${seat?.id} ${places.map((it) => it.text).join()}`;
    if (key === this.key) return;
    this.key = key;
    this.el.classList.toggle('empty', !seat?.briefing && places.length === 0);
    fill(
      this.body,
      seat?.briefing && h('p', {}, seat.briefing),
      places.length > 0 &&
        h(
          'ul',
          {},
          places.map((it) =>
            h(
              'li',
              { onpointerenter: () => map.glow([it.place]), onpointerleave: () => map.glow([]) },
              h('button', { type: 'button', class: 'plain-text', onclick: () => map.camera.reveal([map.centre(it.place)]) }, it.text),
            ),
          ),
        ),
    );
  }
}
