// @ts-check
// The form for a question that wants a whole value: what is asked decides which one, and nothing here knows a game.
// This is the frame: ready values to start from, the sum in a sentence, seal and unseal, the draft, the refusal. How a
// kind is filled in is in formlists.js, formmap.js, formrecords.js and formfigures.js.

import { api, ApiError } from './api.js';
import { announce, calm, debounce, fill, h, icon, ruleLink, toast } from './dom.js';
import { EachOfThese, SomeOfThese } from './formlists.js';
import { FiguresOnMap } from './formfigures.js';
import { PathOnMap, PlacesOnMap } from './formmap.js';
import { RecordsOnMap } from './formrecords.js';
import { canonical, look, put } from './value.js';

/** @typedef {import('./types').Form} Form */
/** @typedef {import('./types').Question} Question */
/**
 * How one kind of form is filled in. Every kind makes a list.
 * @typedef {object} Body
 * @property {HTMLElement} el
 * @property {() => unknown[]} list
 * @property {(list: unknown[]) => void} set what does not fit is left out
 * @property {() => string} words what is chosen; empty for nothing
 * @property {() => string} missing what is not yet as the form wants it; empty if all is well
 * @property {(locked: boolean) => void} update
 * @property {(entry: number | null, said: HTMLElement | null, rest?: string) => HTMLElement | null} mark puts what is said
 *   beside an entry of the list, or beside what the rest of the pointer names in it, and gives back where; null wipes it off
 * @property {(at: import('./types').Pointed) => boolean} [takes] a place of the map was clicked or entered
 * @property {(place: import('./types').Place) => string[]} [speaks]
 * @property {() => void} [back] one step back
 * @property {() => {x: number, y: number}[]} [about] points of the map it is about
 * @property {() => boolean} [escape] puts away what is in hand, if anything is
 * @property {(plan: unknown | null) => void} [preview] shows a ready value that is pointed at
 * @property {() => void} [wipe] what is drawn on the map goes
 */

/** So many ready values are shown at once. */
const READY = 4;
/** A change is saved when nothing has followed for so long. */
const PAUSE = 350;

export class FormView {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** Seat and question it is filled in for. */
    this.key = '';
    /** @type {Question | null} */
    this.question = null;
    /** @type {Body | null} */
    this.body = null;
    this.sealed = false;
    /** The player has changed something: a draft that arrives late is too late. */
    this.touched = false;
    /** All ready values are shown. */
    this.allReady = false;
    /** What a ready value or an advice has replaced. @type {unknown[] | null} */
    this.before = null;
    this.ready = h('ul', { class: 'chips form-ready', 'aria-label': 'Start from' });
    this.room = h('div', { class: 'form-room' });
    this.sum = h('p', { class: 'form-sum', 'data-testid': 'form-sum', 'aria-live': 'polite' });
    this.whole = h('div', { class: 'form-whole' });
    this.acts = h('div', { class: 'form-acts' });
    this.el = h(
      'div',
      { class: 'form', role: 'group', 'aria-label': 'Form', 'data-testid': 'form', hidden: true },
      this.ready,
      this.room,
      h('div', { class: 'form-foot' }, this.whole, this.sum, this.acts),
    );
    /** Something has changed since it was last saved. */
    this.pending = false;
    /** The draft that is on its way. @type {Promise<unknown>} */
    this.saving = Promise.resolve();
    this.save = debounce(() => this.keep(), PAUSE);
    // Whoever closes the page within that pause has still written it.
    this.leave = () => this.flush();
    addEventListener('pagehide', this.leave);
  }

  dispose() {
    this.flush();
    removeEventListener('pagehide', this.leave);
  }

  /** @returns {Form | null} */
  get form() {
    return this.question?.form ?? null;
  }

  /** @param {Question} question */
  show(question) {
    const key = `${question.seat} ${question.id}`;
    const was = this.sealed;
    const fresh = key !== this.key;
    // What was not saved belonged to a question that is no more.
    if (fresh) this.forget();
    this.question = question;
    const form = /** @type {Form} */ (question.form);
    this.sealed = form.sealed !== undefined;
    if (fresh) this.open(key, form);
    this.el.hidden = false;
    if (this.sealed) this.body?.set(this.listOf(form.sealed));
    // What was sealed is the draft to go on from.
    else if (was && !fresh) this.changed();
    this.render();
  }

  hide() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.body?.wipe?.();
    fill(this.ready);
    delete this.ready.dataset.key;
  }

  /** A new question: an empty form, and the draft as soon as it is here. @param {string} key @param {Form} form */
  open(key, form) {
    this.body?.wipe?.();
    this.key = key;
    this.touched = false;
    this.before = null;
    this.allReady = false;
    const { map } = this.board;
    const change = () => this.changed();
    switch (form.kind) {
      case 'some':
        this.body = new SomeOfThese(form, change, map);
        break;
      case 'each':
        this.body = new EachOfThese(form, change, map);
        break;
      case 'path':
        this.body = new PathOnMap(form, change, map);
        break;
      case 'places':
        this.body = new PlacesOnMap(form, change, map);
        break;
      case 'records':
        this.body = new RecordsOnMap(form, change, map, /** @type {Question} */ (this.question).seat, form.text ? this.scribe() : null);
        break;
      case 'figures':
        this.body = new FiguresOnMap(form, change, this.board, (plan) => this.startFrom(plan));
        break;
    }
    // Where a record is wanted for each of several, they begin as the first ready value has them.
    if (form.kind === 'records' && form.at_least > 0 && form.ready[0]) this.body.set(this.listOf(form.ready[0].plan));
    fill(this.room, this.body.el);
    fill(this.whole);
    if (!this.sealed) this.restore(key);
  }

  /** @param {string} key */
  async restore(key) {
    const question = /** @type {Question} */ (this.question);
    try {
      const { question: of, draft } = await api.drafted(this.board.id, question.seat);
      // A draft of another question, or one that comes after the first click, is of no use.
      if (key !== this.key || this.touched || this.sealed || of !== question.id || draft === null) return;
      this.body?.set(this.listOf(draft));
      if (!this.el.hidden) this.render();
    } catch {
      // Without its draft the form is empty, as it would be for the first time.
    }
  }

  /** The player has changed something. */
  changed() {
    this.touched = true;
    this.refuse(null, null);
    this.pending = true;
    this.save();
    this.render();
  }

  /** Saves the draft; that it could not be saved is no matter for the player. @param {boolean} [leaving] */
  keep(leaving = false) {
    this.pending = false;
    if (!this.question || !this.body || this.sealed) return;
    const { id, seat } = this.question;
    this.saving = api.draft(this.board.id, seat, id, this.plan(), leaving).catch(() => {});
  }

  forget() {
    this.save.cancel();
    this.pending = false;
  }

  /** The page goes: what waits to be saved is saved at once. */
  flush() {
    if (!this.pending) return;
    this.forget();
    this.keep(true);
  }

  /** Where the list is in the value, as a pointer. */
  listAt() {
    const { form } = this;
    return form?.kind === 'figures' ? form.at : form?.field ? `/${form.field}` : '';
  }

  /** The value as it is sent. */
  plan() {
    const around = this.form?.kind === 'figures' ? this.form.plan : {};
    return put(around, this.listAt(), this.body?.list() ?? []);
  }

  /** The server writes and reads what is filled in. @returns {import('./recordtext.js').Scribe} */
  scribe() {
    const { board } = this;
    const seat = /** @type {Question} */ (this.question).seat;
    return {
      name: 'TOML',
      write: async () => (await api.asText(board.id, seat, this.plan())).text,
      read: async (text) => {
        const { plan, problems } = await api.fromText(board.id, seat, this.plan(), text);
        if (problems.length === 0) this.startFrom(plan);
        return problems;
      },
    };
  }

  /** The list in a value. @param {unknown} plan @returns {unknown[]} */
  listOf(plan) {
    const list = look(plan, this.listAt());
    return Array.isArray(list) ? list : [];
  }

  /** Starts from a value that is ready, or advised. @param {unknown} plan */
  startFrom(plan) {
    if (!this.body || this.sealed) return;
    this.before = this.body.list();
    this.body.set(this.listOf(plan));
    this.changed();
  }

  /** The computer's advice goes into the form; nothing is sent. @param {unknown} plan @param {string | null} [why] */
  advise(plan, why) {
    if (this.sealed) return;
    this.startFrom(plan);
    toast(`The computer would choose: ${this.words()}. ${why ? `${why}. ` : ''}It is filled in; nothing is sent yet.`);
  }

  async send() {
    if (this.sealed || !this.body) return;
    this.refuse(null, null);
    // The answer is what counts now, and no draft may overtake it.
    this.forget();
    await this.saving;
    await this.board.propose(this.plan());
  }

  /** The judge has refused: says so beside what is wrong. @param {unknown} error @returns {boolean} it was about the value */
  objects(error) {
    if (!(error instanceof ApiError) || !this.body || this.el.hidden) return false;
    if (!['objected', 'not_a_value', 'value_too_large'].includes(error.code)) return false;
    this.refuse(error.at, error);
    this.pending = true;
    this.save();
    return true;
  }

  /** @param {string | null} at a JSON pointer @param {ApiError | null} error null wipes off what was said */
  refuse(at, error) {
    fill(this.whole);
    this.body?.mark(null, null);
    if (!error) return;
    const said = h(
      'p',
      { class: 'form-no', 'data-testid': 'form-no', role: 'alert', tabindex: '-1' },
      icon('no'),
      h('span', {}, error.message, ' ', ruleLink(error.rule)),
    );
    const { entry, rest } = this.entryOf(at ?? '');
    const where = (entry !== null && this.body?.mark(entry, said, rest)) || null;
    if (!where) fill(this.whole, said);
    said.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
    said.focus({ preventScroll: true });
  }

  /** The entry of the list that a pointer names, and what it names in it. @param {string} at */
  entryOf(at) {
    const list = this.listAt();
    const [, number, rest] = (at.startsWith(`${list}/`) && at.slice(list.length).match(/^\/(\d+)(\/.*)?$/)) || [];
    return { entry: number === undefined ? null : Number(number), rest: rest ?? '' };
  }

  /** What is filled in, in the server's words where it is one of the ready values. */
  words() {
    const plan = canonical(this.plan());
    const known = this.form?.ready.find((it) => canonical(it.plan) === plan);
    return known?.label ?? (this.body?.words() || 'nothing');
  }

  render() {
    const { form, question, body, board } = this;
    if (!form || !question || !body || this.el.hidden) return;
    body.update(this.sealed);
    this.el.classList.toggle('sealed', this.sealed);
    this.renderReady(form);
    const act = question.secret ? 'Seal' : 'Send';
    const words = this.sealed ? (form.sealed_label ?? this.words()) : this.words();
    const missing = this.sealed ? '' : body.missing();
    const told = `${this.sealed ? 'Sealed' : act}: ${words}. ${this.sealed ? 'Waiting for the others.' : missing}`;
    // Spoken when it changes, and only then.
    if (this.sum.dataset.told !== told) {
      this.sum.dataset.told = told;
      fill(
        this.sum,
        h('b', {}, `${this.sealed ? 'Sealed' : act}: `),
        `${words}. `,
        this.sealed && h('span', { class: 'muted' }, 'Waiting for the others.'),
        missing && h('span', { class: 'form-missing' }, missing),
      );
    }
    const kind = `${this.key} ${this.sealed} ${board.feeds.size}`;
    if (this.acts.dataset.kind === kind) return;
    this.acts.dataset.kind = kind;
    /** @param {string} name @param {string} testid @param {() => void} onclick @param {string} [look] */
    const button = (name, testid, onclick, look = 'quiet') =>
      h('button', { type: 'button', class: `chip ${look}`, 'data-testid': testid, onclick }, name);
    fill(
      this.acts,
      this.sealed
        ? [
            button('Open again', 'unseal', () => board.unseal()),
            board.feeds.size > 1 && button('Hand over', 'hand-on', () => board.handOn(), 'on'),
          ]
        : [
            button('What would you do?', 'hint', () => board.hint()),
            button(act, 'seal', () => this.send(), 'on'),
          ],
    );
  }

  /** @param {Form} form */
  renderReady(form) {
    const plan = canonical(this.plan());
    const shown = this.allReady ? form.ready : form.ready.slice(0, READY);
    const more = form.ready.length - shown.length;
    const key = [this.key, this.sealed, shown.length, this.before === null, plan].join(' ');
    if (this.ready.dataset.key === key) return;
    this.ready.dataset.key = key;
    // Focus stays where it was, though the chips are new.
    const held = this.ready.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-option')
      : undefined;
    this.ready.hidden = this.sealed || form.ready.length === 0;
    fill(
      this.ready,
      h('li', { class: 'muted', 'aria-hidden': 'true' }, 'Start from'),
      shown.map((it, index) => {
        const on = canonical(it.plan) === plan;
        return h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: on ? 'chip quiet on' : 'chip quiet',
              'aria-pressed': String(on),
              'data-option': index,
              onclick: () => this.startFrom(it.plan),
              onpointerenter: () => this.body?.preview?.(it.plan),
              onpointerleave: () => this.body?.preview?.(null),
              onfocus: () => this.body?.preview?.(it.plan),
              onblur: () => this.body?.preview?.(null),
            },
            form.kind === 'figures' && h('b', { class: 'num' }, index + 1),
            h('span', {}, it.label),
          ),
        );
      }),
      more > 0 &&
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'chip quiet',
              'data-testid': 'all-ready',
              onclick: () => {
                this.allReady = true;
                this.render();
                /** @type {HTMLElement | null} */ (this.ready.querySelector(`[data-option="${READY}"]`))?.focus();
              },
            },
            `${more} more …`,
          ),
        ),
      this.before !== null &&
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip quiet', 'data-testid': 'as-before', onclick: () => this.putBack() },
            icon('undo'),
            'What I had',
          ),
        ),
    );
    if (held)
      /** @type {HTMLElement | null} */ (this.ready.querySelector(`[data-option="${held}"]`))?.focus({
        preventScroll: true,
      });
  }

  /** What was filled in before a ready value or an advice took its place. */
  putBack() {
    if (this.before === null || !this.body) return;
    this.body.set(this.before);
    this.before = null;
    this.changed();
    announce('As before.');
  }

  /** A place of the map was clicked, tapped or entered. @param {import('./types').Pointed} at @returns {boolean} it was for the form */
  takes(at) {
    if (this.el.hidden || this.sealed || this.board.busy || !this.body?.takes) return false;
    return this.body.takes(at);
  }

  /** What a place of the map is to the form. @param {import('./types').Place} place @returns {string[]} */
  speaks(place) {
    return this.el.hidden ? [] : (this.body?.speaks?.(place) ?? []);
  }

  /** @returns {boolean} there was something to put away */
  escape() {
    return !this.el.hidden && (this.body?.escape?.() ?? false);
  }

  /** What is to be seen of the map while it is filled in. @returns {{x: number, y: number}[]} */
  about() {
    return this.el.hidden ? [] : (this.body?.about?.() ?? []);
  }

  /** One step of a path back. */
  back() {
    if (!this.el.hidden && !this.sealed) this.body?.back?.();
  }
}
