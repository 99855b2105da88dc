// @ts-check
// What wins: in a sentence, how it stands, what is missing, and the places that count, with their values on the map.
// Beneath it the orders of the player's side. A click leads to a place.

import { fill, h, ruleLink, s, setting } from './dom.js';

/** @typedef {import('./types').GoalPlace} GoalPlace */

export class Goal {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.body = h('div', {});
    this.stands = h('span', { class: 'stands' });
    this.details = h(
      'details',
      { ontoggle: () => setting.set('goal', this.details.open ? 'on' : 'off') },
      h('summary', {}, h('b', {}, 'Goal'), ' ', this.stands),
      this.body,
    );
    this.details.open = setting.get('goal', 'on') === 'on';
    this.el = h('section', { class: 'goal', 'aria-label': 'Goal', 'data-testid': 'goal' }, this.details);
    this.layer = s('g', { class: 'layer goals', 'aria-hidden': 'true' });
    board.map.layers.names.after(this.layer);
    this.key = '';
  }

  /** @param {import('./types').View} view */
  render(view) {
    const seat = this.board.head.seats.find((it) => it.id === view.seat) ?? null;
    const { goal } = view;
    const key = `${seat?.id} ${JSON.stringify(goal)}`;
    if (key === this.key) return;
    this.key = key;
    this.el.classList.toggle('empty', !goal.text && !seat?.briefing && goal.places.length === 0);
    this.stands.textContent = goal.stands;
    fill(
      this.body,
      goal.text && h('p', {}, goal.text, ' ', ruleLink(goal.rule)),
      this.list(goal.places),
      seat?.briefing && h('details', { class: 'briefing' }, h('summary', {}, 'Your orders'), h('p', {}, seat.briefing)),
    );
    fill(this.layer, goal.places.map((it) => this.badge(it)));
  }

  /** @param {GoalPlace} place */
  held(place) {
    const holder = this.board.head.seats.find((it) => it.id === place.holder);
    return holder ? holder.name : 'nobody yet';
  }

  /** Those one does not hold first: that is what is to be done. @param {GoalPlace[]} places */
  list(places) {
    if (places.length === 0) return false;
    const { map } = this.board;
    const mine = (/** @type {GoalPlace} */ it) => Number(it.holder !== null && it.holder === this.board.view?.seat);
    const sorted = [...places].sort((a, b) => mine(a) - mine(b) || b.points - a.points);
    return h(
      'ul',
      { class: 'goal-places', tabindex: '0', 'aria-label': 'Places that count' },
      sorted.map((it) =>
        h(
          'li',
          { 'data-seat': it.holder ?? '', onpointerenter: () => map.glow([it.place]), onpointerleave: () => map.glow([]) },
          h('b', { class: 'num' }, it.points),
          h('button', { type: 'button', class: 'plain-text', onclick: () => map.camera.reveal([map.centre(it.place)]) }, it.name),
          h('span', { class: 'muted' }, this.held(it)),
        ),
      ),
    );
  }

  /** The value at the corner of the place. @param {GoalPlace} place */
  badge(place) {
    const { x, y } = this.board.map.centre(place.place);
    const [cx, cy] = [0, 0];
    // A free table is looked at from further off.
    const size = this.board.map.head?.cells.length === 0 ? 2.2 : 1;
    return s(
      'g',
      { class: 'goal-badge', transform: `translate(${x - 25 * size} ${y - 25 * size}) scale(${size})`, 'data-seat': place.holder ?? '', 'data-testid': 'goal-badge' },
      s('path', { d: `M${cx} ${cy - 11}l3 6.6 7.2.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1-5.4-4.9 7.2-.8z` }),
      s('text', { x: cx, y: cy + 4, 'text-anchor': 'middle' }, place.points),
      s('title', {}, `${place.name}: ${place.points} points, ${this.held(place)}`),
    );
  }
}
