// @ts-check
// The people at a table: who has come, invitations for the others, what is said, a note for oneself, and whether
// something may be taken back. Beside it, word that it is one's move.

import { api } from './api.js';
import { confirmDialog } from './dialogs.js';
import { announce, complain, debounce, fill, h, icon, setting, toast } from './dom.js';
import { qrCode } from './qr.js';
import { heldOf, invite, mineOf } from './seats.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {{n: number, seat: number, text: string, at: number}} Said */
/** @typedef {{seat: number, left: number[]}} Back */

export class People {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{here: number[], came: number[], watching: number}} */
    this.there = { here: [], came: [], watching: 0 };
    /** @type {Said[]} */
    this.said = [];
    this.unread = 0;
    /** The question this browser was last told of. */
    this.told = '';
    /** @type {{open_to_network: boolean, address: string | null, host: boolean} | null} */
    this.server = null;
    this.badge = h('b', { class: 'people-badge', hidden: true });
    this.button = h(
      'button',
      {
        type: 'button',
        class: 'people-button',
        'aria-label': 'People at the table',
        title: 'People at the table: invitations, chat, notes',
        'aria-expanded': 'false',
        'data-testid': 'people',
        onclick: () => this.toggle(),
      },
      icon('people'),
      this.badge,
    );
    this.seats = h('ul', { class: 'people-seats', 'data-testid': 'people-seats' });
    this.lines = h('ol', { class: 'people-said', 'data-testid': 'chat-lines', 'aria-live': 'polite' });
    this.saying = h('input', {
      type: 'text',
      maxlength: '1000',
      'aria-label': 'Say something to the table',
      placeholder: 'Say something …',
      'data-testid': 'chat-input',
    });
    this.note = h('textarea', {
      rows: '3',
      maxlength: '20000',
      'aria-label': 'A note for yourself',
      placeholder: 'For your eyes only',
      'data-testid': 'note',
      oninput: debounce(() => this.keepNote(), 700),
      onblur: () => this.keepNote(),
    });
    this.noted = '';
    this.title = h('input', {
      type: 'text',
      maxlength: '120',
      'aria-label': 'Title of this game',
      'data-testid': 'game-title',
      onchange: () => this.retitle(),
    });
    this.own = h(
      'div',
      { class: 'people-own' },
      h('form', { class: 'people-say', onsubmit: (/** @type {Event} */ e) => this.say(e) }, this.saying, h('button', { class: 'chip', 'data-testid': 'chat-send' }, 'Say')),
      h('label', {}, h('span', {}, 'Your note'), this.note),
      h('label', {}, h('span', {}, 'Title of the game'), this.title),
    );
    this.el = h(
      'section',
      { class: 'people', hidden: true, 'aria-label': 'People at the table', 'data-testid': 'people-panel' },
      h(
        'header',
        {},
        h('h2', {}, 'At the table'),
        h('button', { type: 'button', class: 'plain', 'aria-label': 'Close', 'data-testid': 'people-close', onclick: () => this.toggle(false) }, icon('close')),
      ),
      h('div', { class: 'people-body' }, this.seats, this.lines, this.own, this.settings()),
    );
    board.top.el.querySelector('.tools')?.append(this.button);
    board.root.append(this.el);
  }

  /** Seats played in this browser. */
  mine() {
    return mineOf(this.board.id) ?? (this.board.seat === null ? [] : [...this.board.feeds.keys()].filter((it) => it !== null));
  }

  async start() {
    this.server = await api.server();
    const { board } = this;
    if (board.seat === null) {
      this.own.hidden = true;
      board.top.game.after(h('span', { class: 'people-watching', 'data-testid': 'watching' }, 'Watching'));
    } else {
      const { text } = await api.note(board.id, board.seat);
      this.noted = text;
      this.note.value = text;
    }
    this.title.value = board.head.title;
    this.render();
    // Whoever is still to come has to be asked first.
    const missing = Object.keys(heldOf(board.id)?.invited ?? {}).length > 0;
    if (missing && board.live?.position === board.live?.length && this.there.came.length < 2 && !setting.get(`met.${board.id}`, '')) {
      setting.set(`met.${board.id}`, 'yes');
      this.toggle(true);
    }
  }

  /** @param {boolean} [open] */
  toggle(open = this.el.hidden === true) {
    this.el.hidden = !open;
    this.button.setAttribute('aria-expanded', String(open));
    if (!open) return;
    this.unread = 0;
    this.render();
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** A message of the live feed. @param {any} message */
  hear(message) {
    if (message.type === 'people') {
      const before = this.there.here;
      this.there = message;
      const news = message.here.filter((/** @type {number} */ it) => !before.includes(it) && !this.mine().includes(it));
      if (before.length > 0) for (const seat of news) announce(`${this.name(seat)} has come.`);
    } else if (message.type === 'chat') {
      const known = new Set(this.said.map((it) => it.n));
      const fresh = message.lines.filter((/** @type {Said} */ it) => !known.has(it.n));
      this.said = [...this.said, ...fresh].sort((a, b) => a.n - b.n);
      if (this.el.hidden) this.unread += fresh.filter((/** @type {Said} */ it) => !this.mine().includes(it.seat)).length;
    } else if (message.type === 'title' && message.title) {
      this.title.value = message.title;
      document.title = `${message.title} · Bocage`;
    } else if (message.type === 'back') this.asked(message.back);
    this.render();
    if (message.type === 'chat') this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {number} seat */
  name(seat) {
    return this.board.head?.seats.find((it) => it.id === seat)?.name ?? `Seat ${seat + 1}`;
  }

  render() {
    if (!this.board.head) return;
    this.badge.hidden = this.unread === 0;
    this.badge.textContent = String(this.unread);
    fill(this.seats, this.board.head.seats.map((seat) => this.seat(seat)), this.spectators());
    fill(
      this.lines,
      this.said.map((it) =>
        h('li', { 'data-seat': it.seat }, h('b', {}, this.name(it.seat)), ' ', h('span', {}, it.text), ' ', h('time', { class: 'muted', datetime: new Date(it.at).toISOString() }, new Date(it.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))),
      ),
    );
  }

  /** @param {{id: number, name: string, kind: string}} seat */
  seat(seat) {
    const mine = this.mine().includes(seat.id);
    const here = this.there.here.includes(seat.id);
    const state =
      seat.kind === 'computer' ? 'the computer' : mine ? 'you' : here ? 'is here' : this.there.came.includes(seat.id) ? 'has left' : 'has not come yet';
    const token = heldOf(this.board.id)?.invited[seat.id];
    return h(
      'li',
      { 'data-seat': seat.id, 'data-testid': `seat-${seat.id}`, 'data-here': String(here || mine) },
      h('p', {}, h('i', { class: 'people-dot', 'aria-hidden': 'true' }), h('b', {}, seat.name), ' ', h('span', { class: 'muted' }, state)),
      token !== undefined && !mine && this.invitation(seat, token),
      token === undefined && !mine && seat.kind === 'human' && this.server?.host && this.server.open_to_network &&
        h('button', { type: 'button', class: 'chip quiet', onclick: () => this.inviteAnew(seat.id) }, 'Make a new invitation'),
    );
  }

  /** @param {{id: number, name: string}} seat @param {string} token */
  invitation(seat, token) {
    const link = this.link(`?seat=${seat.id}&token=${token}`);
    return h(
      'details',
      { class: 'people-invite', open: !this.there.came.includes(seat.id) },
      h('summary', {}, `Invitation for the ${seat.name} side`),
      this.copied(link, `invite-${seat.id}`),
      h('p', { class: 'muted' }, 'Who has this link plays this side. Send it to one person only.'),
      qrCode(link, `QR code of the invitation for ${seat.name}`),
    );
  }

  spectators() {
    if (!this.server?.open_to_network) return [];
    const many = this.there.watching === 1 ? '1 person watches' : `${this.there.watching} people watch`;
    return [
      h(
        'li',
        {},
        h('details', { class: 'people-invite' }, h('summary', {}, `For spectators (${many})`), this.copied(this.link(''), 'watch-link'), h('p', { class: 'muted' }, 'Who has this link sees what everybody may see, and cannot play.')),
      ),
    ];
  }

  /** @param {string} rest */
  link(rest) {
    const local = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
    const origin = local && this.server?.address ? this.server.address : location.origin;
    return `${origin.replace(/\/$/, '')}/#/game/${this.board.id}${rest}`;
  }

  /** @param {string} link @param {string} testid */
  copied(link, testid) {
    const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': 'Link', 'data-testid': testid, onfocus: () => field.select() });
    const copy = async () => {
      field.select();
      // Browsers give the clipboard only to pages from https or from one's own machine.
      const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      toast(done || document.execCommand('copy') ? 'The link is copied.' : 'Copy the marked link.');
    };
    return h('p', { class: 'people-link' }, field, h('button', { type: 'button', class: 'chip', onclick: copy }, 'Copy'));
  }

  /** @param {number} seat */
  async inviteAnew(seat) {
    try {
      const { token } = await api.invite(this.board.id, seat);
      invite(this.board.id, seat, token);
      this.render();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Event} e */
  async say(e) {
    e.preventDefault();
    const text = this.saying.value.trim();
    if (!text || this.board.seat === null) return;
    try {
      await api.say(this.board.id, this.board.seat, text);
      this.saying.value = '';
    } catch (error) {
      complain(error);
    }
  }

  keepNote() {
    if (this.board.seat === null || this.note.value === this.noted) return;
    this.noted = this.note.value;
    api.keepNote(this.board.id, this.board.seat, this.noted).catch(complain);
  }

  retitle() {
    const title = this.title.value.trim();
    if (title) api.retitle(this.board.id, title).then(() => toast('The game has a new title.'), complain);
  }

  // Word that it is one's move.

  settings() {
    /** @param {string} key @param {string} label @param {() => void} [on] */
    const box = (key, label, on) => {
      const input = h('input', {
        type: 'checkbox',
        checked: setting.get(key, 'off') === 'on',
        onchange: () => {
          setting.set(key, input.checked ? 'on' : 'off');
          if (input.checked) on?.();
        },
      });
      return h('label', { class: 'people-setting' }, input, h('span', {}, label));
    };
    return h(
      'details',
      { class: 'people-settings' },
      h('summary', {}, 'When it is your move'),
      box('sound', 'Play a sound', () => beep()),
      'Notification' in window && box('notify', 'Show a notification', () => Notification.requestPermission()),
      box('cover', 'Hot seat: cover the board whenever the other player is to decide'),
    );
  }

  /** What is shown now. @param {import('./types').View} view */
  saw(view) {
    const { board } = this;
    const asked = view.question && view.question.form?.sealed === undefined && !board.replaying;
    const title = this.title.value || board.head.title;
    document.title = asked ? `● Your move · ${title}` : `${title} · Bocage`;
    const name = asked ? (view.question?.id ?? '') : '';
    const news = name !== '' && this.told !== '' && name !== this.told && document.hidden;
    const waited = name !== '' && this.told === 'waiting';
    this.told = name || 'waiting';
    if (!news && !waited) return;
    if (waited && setting.get('sound', 'off') === 'on') beep();
    if (document.hidden && setting.get('notify', 'off') === 'on' && 'Notification' in window && Notification.permission === 'granted')
      new Notification('Your move', { body: `${title}: ${view.question?.prompt ?? ''}`, tag: board.id });
  }

  // Taking back by consent.

  /** What cannot be taken back by oneself may be taken back if the other agrees. @param {number | null} seat @param {string} reason */
  async offerBack(seat, reason) {
    const others = this.board.head.seats.filter((it) => it.kind === 'human' && it.id !== seat);
    if (seat === null || others.length === 0 || this.board.live?.outcome) return toast(reason);
    const who = others.map((it) => it.name).join(' and ');
    const sure = await confirmDialog('Ask to take it back?', `${reason} If ${who} agrees, your last decision is taken back all the same; dice thrown since are thrown anew.`, `Ask ${who}`);
    if (!sure) return;
    const position = this.board.feeds.get(seat)?.view?.length ?? 0;
    api.askBack(this.board.id, seat, position).then(() => toast(`${who} is asked.`), complain);
  }

  /** @param {Back | null} back */
  async asked(back) {
    const before = this.wanted ?? null;
    this.wanted = back;
    if (before && !back && this.mine().includes(before.seat)) announce('The request to take back is settled.');
    const seat = back?.left.find((it) => this.mine().includes(it));
    if (!back || seat === undefined || before) return;
    const yes = await confirmDialog('Take back?', `${this.name(back.seat)} asks to take back the last decision. Everything since goes too, and dice are thrown anew.`, 'Agree');
    if (this.wanted === back) api.answerBack(this.board.id, seat, yes).catch(complain);
  }
}

/** A short low tone. */
function beep() {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.setValueAtTime(0.15, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.5);
  tone.frequency.value = 523;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.5);
  tone.onended = () => sound.close();
}
