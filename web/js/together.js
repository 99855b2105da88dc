// @ts-check
// Asking together what the rules ask one after the other: a unit, what it does and to whom or where. The server says
// what an answer would lead to (`/ahead`); as long as no die is thrown and nobody else decides, the options of the next
// question are offered with this one, and a choice among them is sent as all the answers that lead to it. No rule is
// known here: whatever the procedures ask, they ask as the book has it.

import { api } from './api.js';
import { announce, complain, setting } from './dom.js';
import { present } from './gesture.js';
import { keyOf, same } from './place.js';

/** @typedef {import('./types').Choice} Choice */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Question} Question */
/** An option with the options that lead to it. @typedef {Choice & {after?: number[], option?: number, names?: string[], later?: boolean}} Joined */

/** So many actions of a unit are looked into. */
const ACTIONS = 10;
/** So many questions that only end something are passed over. */
const STOPS = 3;

export class Together {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** What is asked instead of the question itself. @type {Question | null} */
    this.question = null;
    /** The unit whose options are open. @type {Joined | null} */
    this.unit = null;
    /** The question with what comes after those that only end something. @type {Question | null} */
    this.wide = null;
    /** @type {AbortController | null} */
    this.pending = null;
    /** Ways of the open unit, by the keys of places, with the answers that set it going. @type {Map<string, {after: number[], names: string[], path: Place[]}>} */
    this.paths = new Map();
  }

  static isOn() {
    return setting.get('together', 'on') === 'on';
  }

  /** Another question: what was found out about the one before is void. */
  reset() {
    this.pending?.abort();
    this.question = null;
    this.wide = null;
    this.unit = null;
    this.paths.clear();
    const asked = this.board.view?.question;
    if (asked && !this.board.replaying && !asked.form && !asked.secret && Together.isOn()) this.widen(asked);
  }

  /** @param {Question} asked @param {number[]} after @param {AbortSignal} signal */
  look(asked, after, signal) {
    return api.ahead(this.board.id, this.board.seat, asked.id, after, signal);
  }

  /** Where a choice ends something without a die, who acts next can be chosen at once. @param {Question} asked */
  async widen(asked) {
    const abort = new AbortController();
    this.pending = abort;
    try {
      /** @type {Question} */
      let here = asked;
      const after = /** @type {number[]} */ ([]);
      const names = /** @type {string[]} */ ([]);
      for (let i = 0; i < STOPS; i++) {
        const stop = here.options.find((o) => o.kind === 'stop' && !o.ends);
        if (!stop || here.orders?.length) return;
        after.push(stop.index);
        names.push(stop.label);
        const { question } = await this.look(asked, after, abort.signal);
        if (abort.signal.aborted || !question || question.form) return;
        here = question;
        const units = here.options.filter((o) => o.kind === 'piece' && o.lines.length === 0);
        if (units.length === 0) continue;
        const taken = new Set(asked.options.map((o) => this.board.placeOf(o)).filter((it) => it !== null).map(keyOf));
        const free = units.filter((o) => {
          const place = this.board.placeOf(o);
          return place !== null && !taken.has(keyOf(place));
        });
        const later = free.map((o, k) => this.join(o, asked.options.length + k, after, names, true));
        if (later.length === 0) return;
        this.wide = { ...asked, options: [...asked.options, ...later] };
        if (!this.unit) this.show(this.wide);
        return;
      }
    } catch (error) {
      if (!abort.signal.aborted) complain(error);
    }
  }

  /** @param {Choice} option @param {number} index @param {number[]} after @param {string[]} names @param {boolean} [later] @returns {Joined} */
  join(option, index, after, names, later = false) {
    return { ...option, index, group: null, after: [...after], option: option.index, names: [...names], later };
  }

  /** @param {Question | null} question */
  show(question) {
    this.question = question;
    const { board } = this;
    if (!board.view) return;
    board.prompt.render(board.view);
    board.pointer.hints();
  }

  /** The answers that lead to an option, as they are sent. @param {Joined} option */
  picks(option) {
    const question = /** @type {Question} */ (this.board.view?.question);
    const before = (option.after ?? []).map((it, i) => ({ option: it, label: option.names?.[i] }));
    const all = [...before, { option: option.option ?? option.index, label: option.label }];
    return all.map((it, i) => (i === 0 ? { question: question.id, ...it } : it));
  }

  /**
   * A unit was chosen: what it can do is offered together. False where there is nothing to offer but the choice itself.
   * @param {Joined} option
   */
  async open(option) {
    const asked = this.board.view?.question;
    if (!asked || asked.form || !Together.isOn() || option.kind !== 'piece' || option.lines.length > 0 || option.odds) return false;
    this.pending?.abort();
    const abort = new AbortController();
    this.pending = abort;
    const after = [...(option.after ?? []), option.option ?? option.index];
    const names = [...(option.names ?? []), option.label];
    try {
      const first = await this.look(asked, after, abort.signal);
      if (abort.signal.aborted) return true;
      const menu = first.question;
      if (!menu || menu.form || menu.options.length === 0) return false;
      // What each action asks next: its targets and hexes come onto the map at once.
      const actions = menu.options.slice(0, ACTIONS);
      const then = await Promise.all(
        actions.map((it) =>
          first.each?.[it.index] || it.kind !== 'button' ? null : this.look(asked, [...after, it.index], abort.signal),
        ),
      );
      if (abort.signal.aborted) return true;
      const options = /** @type {Joined[]} */ ([]);
      const refused = [...menu.refused];
      // Hexes of one action only come onto the map: where several would, a click there would not say which is meant.
      const goes = then.findIndex((it) => it?.question?.options.some((o) => o.kind === 'place'));
      menu.options.forEach((it, i) => {
        const next = then[i]?.question;
        const onMap = (next?.options ?? []).filter((o) => this.board.placeOf(o) !== null);
        const elsewhere = i !== goes && onMap.some((o) => o.kind === 'place');
        if (!next || next.form || onMap.length === 0 || elsewhere) {
          options.push(this.join(it, options.length, after, names));
          return;
        }
        refused.push(...next.refused);
        for (const o of onMap) {
          const joined = this.join(o, options.length, [...after, it.index], [...names, it.label]);
          options.push({ ...joined, hint: [it.label, o.hint].filter(Boolean).join(', ') });
        }
      });
      const whose = option.label;
      this.unit = option;
      present();
      this.board.pointer.group = null;
      await this.findWays(option, menu, after, names, then, abort.signal);
      if (abort.signal.aborted) return true;
      this.show({ ...menu, id: asked.id, seat: asked.seat, context: asked.context, prompt: `${whose}: what does it do?`, options, groups: [], refused, orders: [], notes: [] });
      this.board.map.counters.link(option.piece);
      announce(`${whose}: ${options.length} options. Escape goes back.`);
      return true;
    } catch (error) {
      if (!abort.signal.aborted) complain(error);
      return false;
    }
  }

  /**
   * How far the unit gets, where one of its actions is to go somewhere.
   * @param {Joined} option @param {Question} menu @param {number[]} after @param {string[]} names
   * @param {(import('./types').Ahead | null)[]} then @param {AbortSignal} signal
   */
  async findWays(option, menu, after, names, then, signal) {
    const { board } = this;
    this.paths.clear();
    if (!board.head?.overlays.some((it) => it.kind === 'reach')) return;
    const at = then.findIndex((it) => it?.question?.options.some((o) => o.kind === 'place'));
    if (at < 0) return;
    const steps = then[at]?.question?.options.map((o) => o.place) ?? [];
    const overlay = await api.overlay(board.id, 'reach', { seat: board.seat, piece: option.piece }, signal).catch(() => null);
    if (!overlay || signal.aborted) return;
    const action = menu.options[at];
    for (const it of overlay.places) {
      const first = it.path?.[0];
      if (it.path && it.path.length > 1 && first !== undefined && steps.some((place) => same(place, first)))
        this.paths.set(keyOf(it.place), { after: [...after, action.index], names: [...names, action.label], path: it.path });
    }
    board.overlays.draw(overlay, true);
    board.path.know(overlay);
  }

  /** Goes all the way to a place that the open unit can reach; false where it cannot. @param {Place} place */
  walk(place) {
    const way = this.paths.get(keyOf(place));
    const asked = this.board.view?.question;
    if (!way || !asked) return false;
    const first = way.after.map((it, i) => ({ option: it, label: way.names[i] }));
    const picks = [...first, ...way.path.map((it) => ({ place: it }))];
    this.board.motion.way = way.path;
    this.board.send((question) => api.picks(this.board.id, this.board.seat, [{ question: question.id, ...picks[0] }, ...picks.slice(1)]));
    return true;
  }

  /** Back from the unit to the question. */
  close() {
    this.pending?.abort();
    this.unit = null;
    this.paths.clear();
    this.board.overlays.refresh();
    this.show(this.wide);
  }
}
