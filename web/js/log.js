// @ts-check
// The log reads like a report, newest first: a line an event, unfolded for dice, ledgers and choices.

import { fill, h, ledgerTable, ruleLink } from './dom.js';

/** @typedef {import('./types').LogLine} LogLine */

const PAGE = 250;

/** @param {import('./types').Detail} detail */
function detailView(detail) {
  return h(
    'div',
    { class: 'detail' },
    detail.die !== null && h('span', { class: 'die', 'aria-label': `die ${detail.die}` }, detail.die),
    h(
      'div',
      {},
      h('p', {}, detail.text, ' ', ruleLink(detail.rule)),
      detail.ledger.length > 0 && ledgerTable(detail.ledger, detail.total),
    ),
  );
}

export class Log {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.list = h('ol', { 'data-testid': 'log', 'aria-label': 'Log, newest first', reversed: true });
    this.more = h(
      'button',
      {
        type: 'button',
        class: 'chip quiet',
        hidden: true,
        onclick: () => {
          this.limit += PAGE;
          this.render();
        },
      },
      'Older lines',
    );
    this.el = h(
      'section',
      { class: 'log', id: 'tab-log', 'aria-label': 'Log' },
      h('h2', {}, 'Log', h('small', {}, 'newest first')),
      this.list,
      this.more,
    );
    this.limit = PAGE;
    /** The lines in the list, oldest first. @type {LogLine[]} */
    this.drawn = [];
  }

  /** Lines that have not changed keep their element, so what the reader has unfolded stays so. */
  render() {
    const feed = this.board.feed;
    if (!feed) return;
    const { at } = this.board;
    const all = at === null ? feed.log : feed.log.filter((line) => line.at <= at);
    const start = Math.max(0, Math.ceil((all.length - this.limit) / PAGE) * PAGE);
    const log = all.slice(start);
    const { drawn, list } = this;
    let same = 0;
    while (same < drawn.length && drawn[same] === log[same]) same += 1;
    if (drawn.length === 0) fill(list);
    while (drawn.length > same) {
      drawn.pop();
      list.firstElementChild?.remove();
    }
    for (const line of log.slice(same)) {
      drawn.push(line);
      list.prepend(this.line(line));
    }
    this.more.hidden = start === 0;
    if (log.length === 0) fill(list, h('li', { class: 'muted' }, 'Nothing has happened yet.'));
  }

  /** @param {LogLine} line */
  line(line) {
    const { board } = this;
    const show = () => board.map.glow(line.places);
    const hide = () => board.map.glow([]);
    const item = h('li', {
      class: `line ${line.kind}`,
      'data-seat': line.seat ?? '',
      'data-n': line.n,
      onpointerenter: show,
      onpointerleave: hide,
      onfocusin: show,
      onfocusout: hide,
    });
    const time = h(
      'button',
      {
        type: 'button',
        class: 'when',
        title: 'Show this moment',
        'aria-label': `${line.time || `turn ${line.turn}`}: show this moment`,
        onclick: () => board.go(line.at),
      },
      line.time || `T${line.turn}`,
    );
    const text = h('span', { class: 'said' }, line.text);
    if (line.details.length === 0) {
      item.append(time, h('div', {}, text, ' ', line.kind !== 'turn' && ruleLink(line.rule)));
      return item;
    }
    const inside = h('div', {});
    const details = h('details', {}, h('summary', {}, text), inside);
    // What is inside is built when it is first wanted.
    details.addEventListener('toggle', () => {
      item.classList.toggle('open', details.open);
      if (details.open && inside.childElementCount === 0)
        fill(inside, h('p', {}, ruleLink(line.rule)), line.details.map(detailView));
      if (details.open) board.map.camera.reveal(line.places.map((place) => board.map.centre(place)));
    });
    item.append(time, details);
    return item;
  }
}
