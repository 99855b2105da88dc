// @ts-check
// Games that are stored: the latest in sight, all of them behind one click, to be searched, renamed and deleted. However
// many there are, they leave the rest of the first page where it is.

import { api } from './api.js';
import { confirmDialog, openDialog } from './dialogs.js';
import { complain, fill, h, icon, narrow, toast } from './dom.js';
import { mineOf } from './seats.js';

/** @typedef {import('./types').GameEntry} GameEntry */

/** So many are in sight before all of them are asked for; on a phone fewer. */
const LATEST = 3;
const LATEST_ON_A_PHONE = 1;
/** So many of them all make a page. */
const PAGE = 12;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** @param {number | string} updated */
function ago(updated) {
  const then = typeof updated === 'number' ? new Date(updated < 1e12 ? updated * 1000 : updated) : new Date(updated);
  if (Number.isNaN(then.getTime())) return '';
  const seconds = (then.getTime() - Date.now()) / 1000;
  /** @type {[number, Intl.RelativeTimeFormatUnit][]} */
  const units = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  const fit = units.find(([size]) => Math.abs(seconds) >= size);
  const words = fit ? relative.format(Math.round(seconds / fit[0]), fit[1]) : 'just now';
  return h('time', { datetime: then.toISOString(), title: then.toLocaleString() }, words);
}

/** The seat a person takes when the game is opened. @param {GameEntry} game */
function seatOf(game) {
  const mine = mineOf(game.id);
  const humans = game.seats.filter((seat) => seat.kind === 'human' && (mine === null || mine.includes(seat.id)));
  return (humans.find((seat) => game.waiting_for.includes(seat.id)) ?? humans[0])?.id ?? null;
}

/** @param {GameEntry} game */
export const gameHref = (game) => {
  const seat = seatOf(game);
  return `#/game/${encodeURIComponent(game.id)}${seat === null ? '' : `?seat=${seat}`}`;
};

/** @param {{id: number, name: string | null}} seat */
const nameOf = (seat) => seat.name ?? `Side ${seat.id + 1}`;

/** A scenario's key without its variants. @param {string} key */
const plain = (key) => key.split('+')[0] ?? key;

/** A title as a key would be written. @param {string} title */
const keyOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** @param {GameEntry} game */
function waiting(game) {
  const seats = game.seats.filter((seat) => game.waiting_for.includes(seat.id));
  if (seats.length === 0) return '';
  const mine = seats.some((seat) => seat.kind === 'human');
  const name = seats.map(nameOf).join(' and ');
  return mine ? `${name} to move` : `${name} (computer) to move`;
}

/** All that is written about a game, to be searched in. @param {GameEntry} game */
const wordsOf = (game) =>
  [game.title, game.system, game.module, game.scenario, ...game.variants, ...game.seats.map((it) => `${nameOf(it)} ${it.kind}`)].join(' ').toLowerCase();

/** Games of one kind: those under way, or those that are over. */
export class Games {
  /** @param {string} what "under way" @param {string} none what is said where there are none @param {() => Promise<void>} changed asks for the list anew */
  constructor(what, none, changed) {
    this.what = what;
    this.none = none;
    this.changed = changed;
    /** @type {GameEntry[]} */
    this.all = [];
    this.open = false;
    this.page = 0;
    this.search = h('input', {
      type: 'search',
      placeholder: 'Title, scenario, side …',
      'aria-label': `Search the games ${what}`,
      'data-testid': 'games-search',
      oninput: () => this.first(),
    });
    this.system = h('select', { 'aria-label': 'System', 'data-testid': 'games-system', onchange: () => this.first() });
    this.order = h(
      'select',
      { 'aria-label': 'Order', onchange: () => this.first() },
      h('option', { value: 'updated' }, 'latest first'),
      h('option', { value: 'title' }, 'by title'),
      h('option', { value: 'moves' }, 'longest first'),
    );
    this.tools = h('div', { class: 'games-tools', role: 'search', hidden: true }, this.search, this.system, this.order);
    this.list = h('ul', { class: 'games' });
    this.more = h('div', { class: 'games-more' });
    this.el = h('div', {}, h('p', { class: 'muted' }, 'Loading …'));
  }

  /** @param {GameEntry[]} games */
  show(games) {
    const same = JSON.stringify(games) === JSON.stringify(this.all);
    // Every few seconds the list is asked for: what has not changed keeps its focus.
    if (same && games.length > 0 && this.el.contains(this.list)) return;
    this.all = games;
    if (games.length === 0) return fill(this.el, h('p', { class: 'muted' }, this.none));
    const chosen = this.system.value;
    fill(
      this.system,
      h('option', { value: '' }, 'all systems'),
      [...new Set(games.map((it) => it.system))].sort().map((it) => h('option', { value: it, selected: it === chosen }, it.toUpperCase())),
    );
    if (!this.el.contains(this.list)) fill(this.el, this.tools, this.list, this.more);
    this.draw();
  }

  first() {
    this.page = 0;
    this.draw();
  }

  /** Those that fit what is looked for, in the order wished for. */
  wanted() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = this.all.filter(
      (it) => (this.system.value === '' || it.system === this.system.value) && words.every((word) => wordsOf(it).includes(word)),
    );
    if (this.order.value === 'title') return [...fits].sort((a, b) => a.title.localeCompare(b.title));
    if (this.order.value === 'moves') return [...fits].sort((a, b) => b.moves - a.moves);
    return fits;
  }

  draw() {
    const few = narrow() ? LATEST_ON_A_PHONE : LATEST;
    this.tools.hidden = !this.open;
    const fits = this.open ? this.wanted() : this.all;
    const pages = Math.max(1, Math.ceil(fits.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const shown = this.open ? fits.slice(this.page * PAGE, (this.page + 1) * PAGE) : fits.slice(0, few);
    fill(
      this.list,
      shown.length === 0 && h('li', { class: 'muted none' }, 'None of them fits.'),
      shown.map((game) => this.row(game)),
    );
    const chip = (/** @type {string} */ label, /** @type {Record<string, any>} */ more) =>
      h('button', { type: 'button', class: 'chip quiet', ...more }, label);
    const turn = (/** @type {number} */ by) => {
      this.page += by;
      this.draw();
    };
    fill(
      this.more,
      this.all.length > few &&
        chip(this.open ? 'Only the latest' : `All ${this.all.length.toLocaleString()} ${this.what} …`, {
          'data-testid': 'games-all',
          'aria-expanded': String(this.open),
          onclick: () => {
            this.open = !this.open;
            this.first();
            if (this.open) this.search.focus();
          },
        }),
      this.open && h('span', { class: 'muted', role: 'status' }, `${fits.length.toLocaleString()} of ${this.all.length.toLocaleString()}${pages > 1 ? `, page ${this.page + 1} of ${pages}` : ''}`),
      this.open && pages > 1 && chip('Back', { disabled: this.page === 0, 'data-testid': 'games-back', onclick: () => turn(-1) }),
      this.open && pages > 1 && chip('Next', { disabled: this.page === pages - 1, 'data-testid': 'games-next', onclick: () => turn(1) }),
    );
  }

  /** @param {GameEntry} game */
  row(game) {
    const turn = typeof game.turn === 'number' ? `turn ${game.turn}` : game.turn;
    const tool = (/** @type {string} */ name, /** @type {string} */ look, /** @type {() => void} */ onclick) =>
      h(
        'button',
        { type: 'button', class: 'plain', 'aria-label': `${name} ${game.title}, ${turn}`, title: name, 'data-testid': name.toLowerCase(), onclick },
        icon(look),
      );
    return h(
      'li',
      { 'data-testid': 'game' },
      h(
        'a',
        { href: gameHref(game), 'data-testid': game.over ? 'replay' : 'continue' },
        h(
          'span',
          {},
          h('b', {}, game.title),
          game.variants.length > 0 &&
            h('small', { class: 'with', 'data-testid': 'game-variants' }, `with ${game.variants.join(', ')}`),
        ),
        h(
          'span',
          {},
          [
            keyOf(game.title).includes(plain(game.scenario)) ? '' : plain(game.scenario),
            turn,
            game.over ? 'over' : waiting(game),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        h(
          'span',
          { class: 'muted' },
          game.seats.map((seat) => `${nameOf(seat)}: ${seat.kind}`).join(', '),
          ` · ${game.moves.toLocaleString()} answers · `,
          ago(game.updated),
        ),
      ),
      tool('Rename', 'pen', () => this.rename(game)),
      tool('Delete', 'bin', () => this.remove(game)),
    );
  }

  /** @param {GameEntry} game */
  async rename(game) {
    const title = h('input', { type: 'text', id: 'new-title', maxlength: '80', value: game.title, 'data-testid': 'new-title' });
    const form = h('form', { class: 'goto' }, h('label', { for: 'new-title' }, 'Title'), title);
    form.addEventListener('submit', (e) => {
      e.preventDefault();
      form.closest('dialog')?.close('save');
    });
    const answered = openDialog('Rename this game', [form], {
      id: 'rename',
      actions: [
        { label: 'Rename', value: 'save', kind: 'on' },
        { label: 'Cancel', value: 'no', kind: 'quiet' },
      ],
    });
    title.select();
    const wanted = (await answered) === 'save' ? title.value.trim() : '';
    if (!wanted || wanted === game.title) return;
    try {
      await api.retitle(game.id, wanted);
      toast('The game has a new title.');
    } catch (error) {
      complain(error);
    }
    await this.changed();
  }

  /** @param {GameEntry} game */
  async remove(game) {
    const text = `“${game.title}” with its ${game.moves.toLocaleString()} answers will be gone. Save its journal first if you may want it again.`;
    if (!(await confirmDialog('Delete this game?', text, 'Delete'))) return;
    try {
      await api.remove(game.id);
    } catch (error) {
      complain(error);
    }
    await this.changed();
  }
}
