// @ts-check
// Small helpers to build the page: elements, icons, notices. No rules, no state of the game.

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} el
 * @param {Record<string, any>} props
 */
function assign(el, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') el.addEventListener(key.slice(2), value);
    else el.setAttribute(key, value === true ? '' : String(value));
  }
}

/**
 * An HTML element: `h('button', {class: 'chip', onclick: f}, 'Go')`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  assign(el, props);
  append(el, children);
  return el;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  assign(el, props);
  append(el, children);
  return /** @type {SVGElement} */ (el);
}

/**
 * @param {Element} el
 * @param {(Child | Child[])[]} children
 */
function append(el, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the content of an element.
 * @param {Element} el
 * @param {...(Child | Child[])} children
 */
export function fill(el, ...children) {
  el.replaceChildren();
  append(el, children);
}

/** @type {Record<string, string>} */
const PATHS = {
  undo: 'M5 8h7a4.5 4.5 0 0 1 0 9H8M5 8l3.4-3.4M5 8l3.4 3.4',
  legend: 'M4 5h4v4H4zM4 12h4v4H4zM11 7h6M11 14h6',
  overlays: 'M10 3l7 4-7 4-7-4zM3 11l7 4 7-4',
  ruler: 'M2.5 13.5l11-11 4 4-11 11zM6 10l1.6 1.6M8.6 7.4l2.4 2.4M11.4 4.6l1.6 1.6',
  path: 'M3 16l4-6 5 2 5-8M3 16h.01M7 10h.01M12 12h.01M17 4h.01',
  line: 'M3 16L17 4M3 16m-1.4 0a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0M17 4m-1.4 0a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0',
  area: 'M4 6l8-3 5 6-4 8-9-3z',
  circle: 'M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM10 10h7',
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5L5 15',
  fit: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  back: 'M12 4l-6 6 6 6',
  forward: 'M8 4l6 6-6 6',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  divisions: 'M3 5h14v10H3zM3 5l14 10M17 5L3 15M7 3h6',
  naval: 'M3 12h14l-2 4H5zM6 12V8h5v4M8 8V4M2 18h16',
  landing: 'M2 13h16l-2.4 4H5zM4 13V9h4v4M2 6q2-2 4 0t4 0 4 0 4 0',
  cards: 'M7 3h9v12H7zM7 5L4 6l2.4 10.6 6-1.2M10 7h3M10 10h3',
  germans: 'M3 16V9l4-4 4 4v7M11 16v-5l3-3 3 3v5M2 16h16M6 12h2',
  score: 'M6 3h8v5a4 4 0 0 1-8 0zM6 4H3v2a3 3 0 0 0 3 3M14 4h3v2a3 3 0 0 1-3 3M10 12v3M6.5 17h7',
  no: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM6 10h8',
  yes: 'M4 10.5l4 4 8-9',
  people: 'M7 9a3 3 0 1 1 0-6a3 3 0 0 1 0 6zM1.5 17v-1.5a5.5 5.5 0 0 1 11 0V17M13 9a2.6 2.6 0 1 0-1-5M14.5 11.2a5 5 0 0 1 4 4.8v1',
  pen: 'M4 16l1-4L14 3l3 3-9 9zM12 5l3 3',
  bin: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
};

/**
 * @param {string} name
 */
export function icon(name) {
  return s('svg', { viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: PATHS[name] ?? '' }));
}

/**
 * A rule id as a link; main.js opens its text in a dialog.
 * @param {import('./types').RuleRef | null | undefined} rule
 * @returns {HTMLElement | null}
 */
export function ruleLink(rule) {
  if (!rule?.code) return null;
  const href = `/api/rules/${encodeURIComponent(rule.code)}`;
  return h(
    'a',
    { class: 'rule', href, 'data-rule': rule.code, title: rule.title, 'data-title': rule.title },
    rule.code,
  );
}

/** @param {number} amount */
export const signed = (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '0');

/**
 * The lines of a ledger with their rules, and the total where there is one.
 * @param {import('./types').LedgerLine[]} lines
 * @param {number | null} [total]
 */
export function ledgerTable(lines, total = null) {
  return h(
    'table',
    { class: 'mods' },
    h(
      'tbody',
      {},
      lines.map((line) =>
        h(
          'tr',
          {},
          h('td', { class: 'num' }, signed(line.amount)),
          h('td', {}, line.text),
          h('td', {}, ruleLink(line.rule)),
        ),
      ),
      total !== null &&
        h('tr', { class: 'sum' }, h('td', { class: 'num' }, signed(total)), h('td', {}, 'total'), h('td')),
    ),
  );
}

/**
 * Calls `run` once, `wait` ms after the last call; `.cancel()` drops a waiting call.
 * @template {any[]} A
 * @param {(...args: A) => void} run
 * @param {number} wait
 */
export function debounce(run, wait) {
  let timer = 0;
  /** @param {A} args */
  const late = (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => run(...args), wait);
  };
  late.cancel = () => clearTimeout(timer);
  return late;
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const narrow = () => matchMedia('(max-width: 760px)').matches;

/** Speaks to screen readers without moving anything. @param {string} text */
export function announce(text) {
  const region = document.getElementById('spoken');
  if (region) region.textContent = text;
}

/** Everything the player was told, newest last; the menu lists it. @type {{time: Date, text: string, bad: boolean}[]} */
export const notices = [];

/**
 * Tells the player something. Errors stay until dismissed, the rest leave by themselves.
 * @param {string} text
 * @param {{bad?: boolean}} [how]
 */
export function toast(text, { bad = false } = {}) {
  notices.push({ time: new Date(), text, bad });
  const shelf = document.getElementById('toasts');
  if (!shelf) return;
  for (const old of shelf.querySelectorAll('.toast')) if (old.getAttribute('data-text') === text) old.remove();
  const el = h(
    'div',
    { class: bad ? 'toast bad' : 'toast', 'data-text': text, 'data-testid': 'toast' },
    h('span', {}, text),
    h('button', { type: 'button', class: 'plain', 'aria-label': 'Dismiss', onclick: () => el.remove() }, icon('close')),
  );
  shelf.append(el);
  while (shelf.children.length > 4) shelf.firstElementChild?.remove();
  if (!bad) setTimeout(() => el.remove(), 5000);
}

/** Shows an error kindly. @param {unknown} error */
export function complain(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  toast(error instanceof Error ? error.message : String(error), { bad: true });
}

/** Settings that outlive the page; a browser that refuses storage loses only these. */
export const setting = {
  /** @param {string} key @param {string} otherwise */
  get(key, otherwise) {
    try {
      return localStorage.getItem(`bocage.${key}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(`bocage.${key}`, value);
    } catch {
      /* private window */
    }
  },
};
