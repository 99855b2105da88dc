// @ts-check
// Entry: the hash says which page; rule links open their text anywhere.

import { api } from './api.js';
import { Board } from './board.js';
import { ruleDialog } from './dialogs.js';
import { complain, fill, h } from './dom.js';
import { GameList } from './list.js';
import { LookBack } from './lookback.js';
import { renewal } from './renewal.js';
import { Referee } from './referee.js';
import { becomeHost, take } from './seats.js';
import { applyTheme } from './theme.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @type {{dispose: () => void} | null} */
let page = null;

async function route() {
  page?.dispose();
  page = null;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  scrollTo(0, 0);
  const [path, search = ''] = location.hash.replace(/^#/, '').split('?');
  const host = /^\/host\/([0-9a-z]+)$/.exec(path);
  if (host) {
    becomeHost(host[1] ?? '');
    history.replaceState(null, '', '#/');
  }
  const game = /^\/game\/([^/]+)$/.exec(path);
  const back = /^\/report\/([^/]+)$/.exec(path);
  const sheet = /^\/referee\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path);
  if (sheet) {
    document.body.className = 'listing';
    const referee = new Referee(root, [sheet[1], sheet[2], sheet[3]]);
    page = referee;
    referee.start().catch((error) => {
      if (page === referee) failed('This sheet cannot be opened', error);
    });
    return;
  }
  if (back) {
    document.body.className = 'listing';
    const look = new LookBack(root, decodeURIComponent(back[1]));
    page = look;
    look.start().catch((error) => {
      if (page === look) failed('This report cannot be shown', error);
    });
    return;
  }
  if (!game) {
    document.body.className = 'listing';
    page = new GameList(root);
    return;
  }
  document.body.className = 'playing';
  const params = new URLSearchParams(search);
  const seat = params.get('seat');
  const id = decodeURIComponent(game[1]);
  const token = params.get('token');
  if (token && seat) {
    // The browser keeps the invitation; the address need not show it to who looks over the shoulder.
    const isNew = take(id, Number(seat), token);
    history.replaceState(null, '', `#${path}?seat=${seat}`);
    if (isNew) await api.contribute(id, Number(seat)).catch(() => {});
  }
  const board = new Board(root, id, seat === null || seat === '' ? null : Number(seat));
  page = board;
  try {
    await board.start();
    // A link to a moment of the game.
    const at = Number(params.get('at') ?? NaN);
    if (Number.isInteger(at)) await board.go(at);
  } catch (error) {
    if (page !== board) return;
    board.dispose();
    failed('This game cannot be opened', error, await renewal(id, error, route));
  }
}

/** @param {string} title @param {unknown} error @param {HTMLElement | null} [more] */
function failed(title, error, more = null) {
  document.body.className = 'listing';
  fill(
    root,
    h(
      'div',
      { class: 'page' },
      h(
        'main',
        { class: 'failed', role: 'alert' },
        h('h1', {}, title),
        h('p', {}, error instanceof Error ? error.message : String(error)),
        more,
        h(
          'div',
          { class: 'chips' },
          h('button', { type: 'button', class: 'chip on', onclick: route }, 'Try again'),
          h('a', { class: 'chip quiet', href: '#/' }, 'All games'),
        ),
      ),
    ),
  );
}

document.addEventListener('click', (e) => {
  const link = /** @type {Element} */ (e.target).closest?.('a[data-rule]');
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  ruleDialog(link.getAttribute('data-rule') ?? '', link.getAttribute('data-title') ?? '');
});
addEventListener('hashchange', route);
addEventListener('unhandledrejection', (e) => complain(e.reason));
addEventListener('error', (e) => {
  if (e.error) complain(e.error);
});
applyTheme();
route();
