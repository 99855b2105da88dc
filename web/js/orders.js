// @ts-check
// Standing orders: links under a question that allows some, and the list of those that stand. What an order means is
// known to the server alone; here it is copied, for all units or for one.

import { api } from './api.js';
import { openDialog } from './dialogs.js';
import { complain, fill, h, toast } from './dom.js';

/** @typedef {import('./types').Order} Order */
/** @typedef {import('./types').LabelledOrder} LabelledOrder */

/** Limits with a number that may be changed, and what is counted. @type {Record<string, [string, number]>} */
const NUMBERS = { 'at-least': ['per cent', 100], within: ['distance', 99] };

/** @param {Order} order */
const kind = (order) => (typeof order.limit === 'string' ? order.limit : Object.keys(order.limit)[0]);

/** The links of a question. */
export class OrderLinks {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.el = h('div', { class: 'orders', role: 'group', 'aria-label': 'Standing orders', 'data-testid': 'orders', hidden: true });
  }

  /** @param {import('./types').Question | null | undefined} question */
  render(question) {
    const { board } = this;
    const offers = question?.orders ?? [];
    this.el.hidden = offers.length === 0;
    if (!question || offers.length === 0) return fill(this.el);
    const pieces = [...new Set(question.options.flatMap((it) => it.piece ?? []))];
    const name = (/** @type {string} */ id) => board.view?.pieces.find((it) => it.id === id)?.name ?? id;
    const whose = h(
      'select',
      { 'aria-label': 'The order is for', 'data-testid': 'order-for' },
      h('option', { value: '' }, 'all units'),
      pieces.map((id) => h('option', { value: id }, name(id))),
    );
    const leave = (/** @type {Order} */ order) => {
      const piece = /** @type {HTMLSelectElement} */ (whose).value || null;
      add(board, { ...order, piece }).catch(complain);
    };
    fill(
      this.el,
      h('span', {}, 'Standing order for '),
      whose,
      offers.map((it) =>
        h('button', { type: 'button', class: 'plain-text', 'data-order': kind(it.order), onclick: () => leave(it.order) }, it.label),
      ),
      h('button', { type: 'button', class: 'plain-text', 'data-testid': 'orders-list', onclick: () => ordersDialog(board) }, 'List …'),
    );
  }
}

/** Leaves one more; one of the same kind for the same unit gives way to it. @param {import('./board.js').Board} board @param {Order} order */
async function add(board, order) {
  const { id, seat } = board;
  const { orders } = await api.orders(id, seat);
  const same = (/** @type {Order} */ it) => it.about === order.about && it.piece === order.piece && kind(it) === kind(order);
  const others = orders.map((it) => it.order).filter((it) => !same(it));
  const left = await api.leaveOrders(id, seat, [...others, order]);
  const told = left.orders.find((it) => same(it.order));
  if (told) toast(`Standing order. ${told.label}.`);
  if (!board.feed?.connected) await board.feed?.refresh();
}

/** The orders that stand; each can be changed and removed. @param {import('./board.js').Board} board */
export async function ordersDialog(board) {
  const { id, seat } = board;
  const list = h('ul', { class: 'order-list', 'data-testid': 'order-list' });
  /** @param {LabelledOrder[]} orders */
  const show = (orders) => {
    /** @param {(Order | null)[]} wanted */
    const put = (wanted) =>
      api
        .leaveOrders(id, seat, /** @type {Order[]} */ (wanted.filter((it) => it !== null)))
        .then((left) => show(left.orders), complain);
    const all = orders.map((it) => it.order);
    fill(
      list,
      orders.length === 0 &&
        h('li', { class: 'muted' }, 'None. Where you may leave one, links under the question offer it.'),
      orders.map((it, n) => {
        const limit = kind(it.order);
        const [what, most] = NUMBERS[limit] ?? [];
        return h(
          'li',
          {},
          h('span', {}, it.label),
          what !== undefined &&
            h('input', {
              type: 'number',
              min: '1',
              max: String(most),
              value: String(/** @type {Record<string, number>} */ (it.order.limit)[limit]),
              'aria-label': `${it.label}: ${what}`,
              onchange: (/** @type {Event} */ e) => {
                const number = Math.round(Number(/** @type {HTMLInputElement} */ (e.currentTarget).value));
                const changed = /** @type {Order} */ ({ ...it.order, limit: { [limit]: number } });
                put(all.map((order, k) => (k === n ? changed : order)));
              },
            }),
          h(
            'button',
            { type: 'button', class: 'chip', 'aria-label': `Remove: ${it.label}`, onclick: () => put(all.map((order, k) => (k === n ? null : order))) },
            'Remove',
          ),
        );
      }),
    );
  };
  try {
    show((await api.orders(id, seat)).orders);
  } catch (error) {
    return complain(error);
  }
  const text = 'They decline for you what they hold back, and only that; everything else is asked. Nobody else sees them before they do.';
  const name = board.head.seats.find((it) => it.id === seat)?.name ?? '';
  openDialog(`Standing orders: ${name}`, [h('p', { class: 'muted' }, text), list], { id: 'standing-orders' });
}
