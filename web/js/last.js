// @ts-check
// What happened last, beside the map: the dice with the number they were thrown against and what came of it. It stays
// until something else happens; what the other side did since the last decision can be watched again.

import { calm, fill, h } from './dom.js';

/** @typedef {import('./types').LogLine} LogLine */

/** So many lines are kept in sight; all are in the log. */
const KEPT = 8;
const PIPS = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** The dice of a line, each with what it was thrown against. @param {LogLine} line */
export function throwsOf(line) {
  const all = /** @type {{faces: string[], what: string, against: string}[]} */ ([]);
  let against = '';
  for (const it of line.details) {
    if (it.die !== null) {
      const what = it.text.replace(/: rolled .*$/, '');
      all.push({ faces: it.die.split('+'), what, against });
      against = '';
    } else if (it.total !== null) against = `${it.text} ${it.total}`;
  }
  return all;
}

export class Last {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** The position after the player's last own answer. */
    this.since = 0;
    this.list = h('ol', { class: 'last-list', tabindex: '0', 'aria-label': 'What happened last, newest first' });
    this.watch = h(
      'button',
      { type: 'button', class: 'plain-text', hidden: true, 'data-testid': 'watch', onclick: () => this.replay() },
      'Watch it again',
    );
    this.el = h(
      'section',
      { class: 'last', 'aria-label': 'What happened last', 'data-testid': 'last', 'data-solid': '' },
      h('header', {}, h('h2', {}, 'Last'), this.watch),
      this.list,
    );
    this.key = '';
  }

  /** An own answer was given at this position. @param {number} position */
  answered(position) {
    this.since = position;
  }

  /** @param {import('./types').View} view */
  render(view) {
    const log = this.board.feed?.log ?? [];
    const end = this.board.at ?? Infinity;
    const lines = log.filter((it) => it.at <= end).slice(-KEPT);
    const newest = lines[lines.length - 1];
    const key = `${newest?.n} ${newest?.text}`;
    const fresh = Math.max(0, ...log.filter((it) => it.at > this.since && it.at <= end).map((it) => it.n));
    this.watch.hidden = this.board.replaying || !view.question || view.position <= this.since + 1 || this.since === 0 || fresh === 0;
    if (key === this.key) return;
    const known = this.key;
    this.key = key;
    fill(
      this.list,
      lines.length === 0 && h('li', { class: 'muted' }, 'Nothing has happened yet.'),
      [...lines].reverse().map((line, i) => this.line(line, i === 0 && known !== '')),
    );
    this.list.scrollTop = 0;
  }

  /** @param {LogLine} line @param {boolean} rolls */
  line(line, rolls) {
    const show = () => this.board.map.glow(line.places);
    return h(
      'li',
      { 'data-seat': line.seat ?? '', class: line.kind, onpointerenter: show, onpointerleave: () => this.board.map.glow([]) },
      throwsOf(line).map((it) =>
        h(
          'span',
          { class: 'throw', title: it.what },
          it.faces.map((face) => this.die(face, rolls)),
          it.against && h('span', { class: 'against' }, `against ${it.against}`),
        ),
      ),
      h('span', { class: 'said' }, line.text),
    );
  }

  /** A die that comes to rest on its face. @param {string} face @param {boolean} rolls */
  die(face, rolls) {
    const el = h('b', { class: 'face', role: 'img', 'aria-label': `die ${face}` }, face);
    if (!rolls || calm()) return el;
    let left = 6;
    el.classList.add('rolling');
    const turn = () => {
      left -= 1;
      el.textContent = left > 0 ? (/^\d$/.test(face) ? PIPS[Math.floor(Math.random() * 6)] : '…') : face;
      if (left > 0) setTimeout(turn, 55);
      else el.classList.remove('rolling');
    };
    turn();
    return el;
  }

  /** Shows again, at the pace of the game, what was done since the last own decision. A click anywhere in the strip or on Live ends it. */
  async replay() {
    const { board } = this;
    await board.go(this.since);
    board.strip.play();
  }
}
