// @ts-check
// Everything that crosses the network: requests with readable errors, and the live feed of one seat.

import { hostKey, mineOf, remember, tokenOf, words } from './seats.js';

/** An answer of the server that is not the one hoped for. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {number} status @param {{at?: string, rule?: any}} [told] */
  constructor(code, message, status, told = {}) {
    super(message);
    this.code = code;
    this.status = status;
    /** Where a value is wrong, as a JSON pointer. @type {string | null} */
    this.at = told.at ?? null;
    /** The statement that says so. @type {import('./types').RuleRef | null} */
    this.rule = told.rule?.code ? told.rule : null;
  }
}

/** The token that a request about a game needs: its seat's; none on one's own machine. @param {string} path @param {any} body */
function tokenFor(path, body) {
  const game = /^\/api\/games\/([^/?]+)/.exec(path);
  if (!game) return '';
  const seat = body?.seat ?? /[?&]seat=(\d+)/.exec(path)?.[1] ?? null;
  return tokenOf(decodeURIComponent(game[1] ?? ''), seat === null ? null : Number(seat));
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, signal?: AbortSignal, text?: boolean, leaving?: boolean}} [how] leaving: it is sent though the page goes
 * @returns {Promise<any>}
 */
async function request(method, path, { body, signal, text, leaving } = {}) {
  /** @type {Response} */
  let response;
  const raw = typeof body === 'string' || body instanceof Blob;
  const token = tokenFor(path, body);
  try {
    response = await fetch(path, {
      method,
      signal,
      keepalive: leaving,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(hostKey() ? { 'x-bocage-host': hostKey() } : {}),
      },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline', 'The server does not answer. Is it still running?', 0);
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    const told = answer?.error;
    throw new ApiError(
      told?.code ?? String(response.status),
      told?.message ?? `The server answered ${response.status} ${response.statusText} to ${path}.`,
      response.status,
      told,
    );
  }
  if (text) return response.text();
  if (response.status === 204) return null;
  const content = await response.text();
  return content ? JSON.parse(content) : null;
}

/** @param {Record<string, any>} fields */
function query(fields) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** @param {string} id */
const at = (id) => `/api/games/${encodeURIComponent(id)}`;

/** @typedef {number | null} SeatId */

/** A game just made keeps the seats that are played here. @template {{id: string}} T @param {T} made @param {number[] | null} mine */
function kept(made, mine) {
  remember(made, mine);
  return made;
}

export const api = {
  /** @returns {Promise<import('./types').ModuleEntry[]>} */
  modules: () => request('GET', '/api/modules'),
  /** @returns {Promise<import('./types').GameEntry[]>} */
  games: () => request('GET', '/api/games?limit=500'),
  /** The first of them are to be played in this browser; without `mine` all. @param {import('./types').NewGame} body @param {number[] | null} [mine] @returns {Promise<{id: string}>} */
  create: async (body, mine = null) => {
    // The dice are promised first; words that only this browser knows go into them then.
    const { commitment } = await request('POST', '/api/dice', { body: {} });
    return kept(await request('POST', '/api/games', { body: { ...body, commitment, contribution: words() } }), mine);
  },
  /** @returns {Promise<{open_to_network: boolean, address: string | null, host: boolean}>} */
  server: () => request('GET', '/api/server'),
  /** @param {string} id */
  remove: (id) => request('DELETE', at(id)),
  /** @param {string | Blob} body @returns {Promise<{id: string}>} */
  import: async (body) => kept(await request('POST', '/api/games/import', { body }), null),
  /** @param {string} system @param {string} module @param {string} scenario */
  picture: (system, module, scenario) =>
    `/api/modules/${[system, module, scenario].map(encodeURIComponent).join('/')}/map.svg`,
  /** @param {string} code @returns {Promise<import('./types').RuleText>} */
  rule: (code) => request('GET', `/api/rules/${encodeURIComponent(code)}`),

  /** Charts without a game. @param {[string, string, string]} where system, module, scenario @returns {Promise<import('./types').Reckoner[]>} */
  charts: (where) => request('GET', `/api/charts/${where.map(encodeURIComponent).join('/')}`),
  /** @param {[string, string, string]} where @param {string} chart @param {object} body @returns {Promise<import('./types').Reckoning>} */
  reckon: (where, chart, body) =>
    request('POST', `/api/charts/${[...where, chart].map(encodeURIComponent).join('/')}`, { body }),
  /** A sheet after its entries, and perhaps another. @param {[string, string, string]} where @param {object} body @returns {Promise<import('./types').SheetView>} */
  sheet: (where, body) => request('POST', `/api/sheet/${where.map(encodeURIComponent).join('/')}`, { body }),

  /** @param {string} id @returns {Promise<import('./types').Head>} */
  head: (id) => request('GET', `${at(id)}/head`),
  /** @param {string} id @param {SeatId} seat @param {{at?: number, signal?: AbortSignal}} [how] @returns {Promise<import('./types').View>} */
  view: (id, seat, how = {}) => request('GET', `${at(id)}/view${query({ seat, at: how.at })}`, how),
  /** @param {string} id @param {SeatId} seat @param {number} from @returns {Promise<import('./types').LogLine[]>} */
  log: (id, seat, from) => request('GET', `${at(id)}/log${query({ seat, from })}`),
  /** @param {string} id */
  mapUrl: (id) => `${at(id)}/map.svg`,
  /** @param {string} id @returns {Promise<string>} */
  sprite: (id) => request('GET', `${at(id)}/counters.svg`, { text: true }),
  /** @param {string} id @param {SeatId} seat @param {string} question @param {number} option */
  answer: (id, seat, question, option) => request('POST', `${at(id)}/answer`, { body: { seat, question, option } }),
  /** A whole value. Where several declare at the same time it is sealed. @param {string} id @param {SeatId} seat @param {string} question @param {unknown} plan */
  propose: (id, seat, question, plan) => request('POST', `${at(id)}/answer`, { body: { seat, question, plan } }),
  /** What is filled in so far, for this seat alone. @param {string} id @param {SeatId} seat @param {string} question @param {unknown} draft @param {boolean} leaving */
  draft: (id, seat, question, draft, leaving) =>
    request('PUT', `${at(id)}/draft`, { body: { seat, question, draft }, leaving }),
  /** @param {string} id @param {SeatId} seat @returns {Promise<{question: string, draft: unknown}>} */
  drafted: (id, seat) => request('GET', `${at(id)}/draft${query({ seat })}`),
  /** What is filled in of a form, as text. @param {string} id @param {SeatId} seat @param {unknown} plan @returns {Promise<{text: string}>} */
  asText: (id, seat, plan) => request('POST', `${at(id)}/as-text`, { body: { seat, plan } }),
  /** The same with what a text says, or what is wrong with it. @param {string} id @param {SeatId} seat @param {unknown} plan @param {string} text @returns {Promise<{plan: unknown, problems: import('./recordtext.js').Problem[]}>} */
  fromText: (id, seat, plan, text) => request('POST', `${at(id)}/from-text`, { body: { seat, plan, text } }),
  /** @param {string} id @param {SeatId} seat @param {string} question */
  unseal: (id, seat, question) => request('POST', `${at(id)}/unseal`, { body: { seat, question } }),
  /** Standing orders of a seat. @param {string} id @param {SeatId} seat @returns {Promise<{orders: import('./types').LabelledOrder[]}>} */
  orders: (id, seat) => request('GET', `${at(id)}/orders${query({ seat })}`),
  /** Instead of those that stand. @param {string} id @param {SeatId} seat @param {import('./types').Order[]} orders @returns {Promise<{orders: import('./types').LabelledOrder[]}>} */
  leaveOrders: (id, seat, orders) => request('PUT', `${at(id)}/orders${query({ seat })}`, { body: { orders } }),
  /** A planned path, taken as far as it fits. @param {string} id @param {SeatId} seat @param {string} question @param {import('./types').Place[]} places */
  walk: (id, seat, question, places) =>
    request('POST', `${at(id)}/answers`, {
      body: { seat, picks: places.map((place, i) => (i === 0 ? { question, place } : { place })) },
    }),
  /** A game that is over, looked back on. @param {string} id @returns {Promise<import('./types').BattleReport>} */
  report: (id) => request('GET', `${at(id)}/report`),
  /** What options, one after the other, would lead to. @param {string} id @param {SeatId} seat @param {string} question @param {number[]} after @param {AbortSignal} [signal] @returns {Promise<import('./types').Ahead>} */
  ahead: (id, seat, question, after, signal) =>
    request('GET', `${at(id)}/ahead${query({ seat, question, after: after.join('.') })}`, { signal }),
  /** Several answers, one after the other. @param {string} id @param {SeatId} seat @param {object[]} picks */
  picks: (id, seat, picks) => request('POST', `${at(id)}/answers`, { body: { seat, picks } }),
  /** An option, then the place that is asked for next. @param {string} id @param {SeatId} seat @param {string} question @param {number} option @param {import('./types').Place} place */
  pair: (id, seat, question, option, place) =>
    request('POST', `${at(id)}/answers`, { body: { seat, picks: [{ question, option }, { place }] } }),
  /** @param {string} id @param {SeatId} seat @param {number} position where the game is, as the seat knows it */
  undo: (id, seat, position) => request('POST', `${at(id)}/undo`, { body: { seat, position } }),
  /** Asks the others to let it be taken back. @param {string} id @param {SeatId} seat @param {number} position */
  askBack: (id, seat, position) => request('POST', `${at(id)}/back`, { body: { seat, position } }),
  /** @param {string} id @param {SeatId} seat @param {boolean} yes */
  answerBack: (id, seat, yes) => request('PUT', `${at(id)}/back`, { body: { seat, yes } }),
  /** @param {string} id @param {SeatId} seat @param {string} text */
  say: (id, seat, text) => request('POST', `${at(id)}/chat`, { body: { seat, text } }),
  /** @param {string} id @param {SeatId} seat @returns {Promise<{text: string}>} */
  note: (id, seat) => request('GET', `${at(id)}/note${query({ seat })}`),
  /** @param {string} id @param {SeatId} seat @param {string} text */
  keepNote: (id, seat, text) => request('PUT', `${at(id)}/note`, { body: { seat, text } }),
  /** @param {string} id @param {string} title */
  retitle: (id, title) => request('PUT', `${at(id)}/title`, { body: { title } }),
  /** A new invitation; the one before is void. @param {string} id @param {number} seat @returns {Promise<{token: string}>} */
  invite: (id, seat) => request('POST', `${at(id)}/seats/${seat}/invite`, { body: {} }),
  /** Words for the dice, once the commitment is known. @param {string} id @param {number} seat */
  contribute: (id, seat) => request('POST', `${at(id)}/contribute`, { body: { seat, with: words() } }),
  /** What has become of the files a game began with. @param {string} id @returns {Promise<{kept: boolean, same: boolean, content_here: string | null, why_not_here: string | null, rules_version: number, rules_version_here: number | null, changed: {path: string, how: string}[]}>} */
  content: (id) => request('GET', `${at(id)}/content`),
  /** Goes on with the files that are there today. @param {string} id */
  renew: (id) => request('POST', `${at(id)}/renew`, { body: {} }),
  /** Gives the game up instead of an answer. @param {string} id @param {SeatId} seat @param {string} question */
  concede: (id, seat, question) => request('POST', `${at(id)}/concede`, { body: { seat, question } }),
  /** Of an option, or of one that others lead to. @param {string} id @param {SeatId} seat @param {string} question @param {number[]} after @param {number} option @param {AbortSignal} signal @returns {Promise<import('./types').OddsView>} */
  odds: (id, seat, question, after, option, signal) =>
    request('GET', `${at(id)}/odds${query({ seat, question, after: after.join('.'), option })}`, { signal }),
  /** @param {string} id @param {string} kind @param {Record<string, any>} fields @param {AbortSignal} [signal] @returns {Promise<import('./types').Overlay>} */
  overlay: (id, kind, fields, signal) => request('GET', `${at(id)}/overlay/${kind}${query(fields)}`, { signal }),
  /** @param {string} id @param {SeatId} seat @param {import('./types').Place} from @param {import('./types').Place} to @param {number | null} moment @returns {Promise<import('./types').SightView>} */
  sight: (id, seat, from, to, moment) => request('GET', `${at(id)}/sight${query({ seat, from, to, at: moment })}`),
  /** @param {string} id @param {SeatId} seat @param {'place' | 'piece'} kind @param {string | import('./types').Place} what @param {number | null} moment @param {AbortSignal} signal @returns {Promise<import('./types').Card>} */
  card: (id, seat, kind, what, moment, signal) =>
    request('GET', `${at(id)}/${kind}/${encodeURIComponent(String(what))}${query({ seat, at: moment })}`, { signal }),
  /** @param {string} id @param {SeatId} seat @returns {Promise<import('./types').Hint>} */
  hint: (id, seat) => request('GET', `${at(id)}/hint${query({ seat })}`),
  /** @param {string} id */
  journalUrl: (id) => `${at(id)}/journal${query({ token: tokenOf(id, null) })}`,
  /** @param {string} id @param {SeatId} seat @param {number} moment @returns {Promise<{id: string}>} */
  fork: async (id, seat, moment) =>
    kept(await request('POST', `${at(id)}/fork`, { body: { at: moment, seat } }), mineOf(id)),
  /** @param {string} id @param {{millis?: number, now?: boolean, paused?: boolean}} pace */
  pace: (id, pace) => request('POST', `${at(id)}/pace`, { body: pace }),
};

/**
 * The game as one seat follows it: the newest view and the whole log, kept current by a WebSocket that comes back
 * by itself. Whatever happened while it was away is in the first message after it returns.
 */
export class Feed {
  /**
   * @param {string} id
   * @param {SeatId} seat
   * @param {{change: (feed: Feed) => void, status: () => void, notice: (text: string) => void, people?: (message: any) => void, error: (error: Error) => void}} on
   */
  constructor(id, seat, on) {
    this.id = id;
    this.seat = seat;
    this.on = on;
    /** What does not change during the game. @type {import('./types').Head | null} */
    this.head = null;
    /** @type {import('./types').View | null} */
    this.view = null;
    /** @type {import('./types').LogLine[]} */
    this.log = [];
    /** How often something was taken back, as last told: the server sends the whole log when it differs. @type {number | null} */
    this.takeBacks = null;
    this.connected = false;
    /** The head has been loaded and no connection was lost since: it need not be sent. */
    this.fresh = true;
    this.closed = false;
    this.tries = 0;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wake = () => {
      if (!this.connected) this.connect();
    };
    addEventListener('online', this.wake);
  }

  async load() {
    const [head, view, log] = await Promise.all([
      this.head ?? api.head(this.id),
      api.view(this.id, this.seat),
      api.log(this.id, this.seat, 0),
    ]);
    this.head = head;
    this.log = log;
    this.view = view;
  }

  /** Asks again for what the socket would have brought. */
  async refresh() {
    await this.load();
    if (!this.closed) this.on.change(this);
  }

  /**
   * Lines replace everything from number `from` on; without it they are new ones at the end.
   * @param {import('./types').View} view
   * @param {import('./types').LogLine[]} lines
   * @param {number} from
   */
  async accept(view, lines, from) {
    if (from > this.log.length) this.log = await api.log(this.id, this.seat, 0);
    else this.log = [...this.log.slice(0, from), ...lines];
    this.view = view;
    if (!this.closed) this.on.change(this);
  }

  connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(
      `${scheme}//${location.host}${at(this.id)}/live${query({ seat: this.seat, from: this.log.length, take_backs: this.takeBacks, head: this.fresh ? false : null, token: tokenOf(this.id, this.seat) })}`,
    );
    this.socket = socket;
    this.fresh = false;
    socket.onopen = () => {
      this.connected = true;
      this.tries = 0;
      this.on.status();
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data);
      if (message.type === 'head') this.head = message.head;
      else if (message.type === 'view') {
        this.takeBacks = message.take_backs ?? null;
        this.accept(message.view, message.log ?? [], message.log_from ?? this.log.length).catch(this.on.error);
      } else if (message.type === 'notice' && message.text) this.on.notice(message.text);
      else if (['people', 'chat', 'title', 'back'].includes(message.type)) this.on.people?.(message);
      else if (message.type === 'error') this.on.error(new ApiError(message.code, message.message, 0));
      else if (message.type === 'gone') {
        this.close();
        this.on.error(new ApiError('gone', 'This game has been deleted.', 0));
      }
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.closed) return;
      this.connected = false;
      this.tries += 1;
      const wait = Math.min(5_000, 400 * 2 ** this.tries) * (0.7 + Math.random() * 0.3);
      this.timer = window.setTimeout(() => this.connect(), wait);
      this.on.status();
    };
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.wake);
    const { socket } = this;
    // One that is still connecting would complain; it is closed as soon as it is open.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }
}
