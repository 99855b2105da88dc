// @ts-check
// Pointing at the map: what a hover, a click, a tap or the cursor means here. It turns places into options, explains
// refusals beside the place, and asks for odds before an option is taken.

import { announce, fill, h, icon, ruleLink, s } from './dom.js';
import { early, present } from './gesture.js';
import { keyOf, same } from './place.js';

/** @typedef {import('./types').Choice} Choice */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Pointed} Pointed */
/** @typedef {import('./types').View} View */

export class Pointer {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** What the inspector shows. @type {{place: Place | null, piece: string | null}} */
    this.selected = { place: null, piece: null };
    /** @type {Place | null} */
    this.hovered = null;
    /** The option a first tap has chosen. @type {number | null} */
    this.armed = null;
    /** The option the computer would take. @type {number | null} */
    this.suggested = null;
    /** The group of options that is open. @type {number | null} */
    this.group = null;
    /** The card that says why not, or asks which. */
    this.why = h('div', { class: 'why', hidden: true, tabindex: '-1', 'data-solid': '', 'data-testid': 'why', role: 'status' });
  }

  /** Marks on the map what may be chosen and what is refused. */
  hints() {
    const question = this.board.replaying ? null : this.board.question;
    const at = (/** @type {{place: Place | null, piece: string | null}} */ x) =>
      /** @type {Place} */ (this.board.placeOf(x));
    const legal = this.shown()
      .filter((o) => this.board.placeOf(o) !== null)
      .map((option) => ({ option, place: at(option) }));
    const groups = this.shut().map((it) => /** @type {Place} */ (it.group.place));
    const beyond = this.shown().flatMap((o) => o.places);
    const refused = (question?.refused ?? [])
      .filter((r) => this.board.placeOf(r) !== null)
      .map((refusal) => ({ refusal, place: at(refusal) }));
    this.board.map.drawHints(legal, refused, groups, beyond);
    this.mark(null);
  }

  /** Options now to be chosen from: those of the open group, or all whose group is not a counter to be chosen first. */
  shown() {
    const question = this.board.replaying ? null : this.board.question;
    return (question?.options ?? []).filter((o) =>
      this.group === null ? o.group === null || question?.groups[o.group]?.piece === null : o.group === this.group,
    );
  }

  /** Groups on the map that are still shut. */
  shut() {
    const question = this.board.replaying || this.group !== null ? null : this.board.question;
    return (question?.groups ?? [])
      .map((group, index) => ({ group, index }))
      .filter((it) => it.group.piece !== null && it.group.place !== null);
  }

  /** Opens a group of options, or goes back to all of them. @param {number | null} index */
  openGroup(index) {
    if (index !== null && early()) return this.board.prompt.tooSoon();
    present();
    this.closeWhy();
    this.armed = null;
    this.group = index;
    const view = /** @type {View} */ (this.board.view);
    this.board.prompt.render(view);
    this.hints();
    const group = index === null ? undefined : view.question?.groups[index];
    if (group) announce(`${group.label}: ${this.shown().length} options. Escape goes back.`);
    this.board.map.counters.link(group?.piece ?? null);
  }

  /** @param {number | null} active */
  mark(active) {
    const shown = active ?? this.armed ?? this.suggested;
    this.board.map.markHint(shown);
    this.board.prompt.mark(shown, this.armed !== null);
  }

  /** Something on the map was clicked, tapped or entered. @param {Pointed} at */
  place(at) {
    this.closeWhy();
    const { place } = at;
    if (place !== null && this.board.tools.takes(place)) return;
    if (place !== null && this.board.overlays.takes(place)) return;
    if (this.board.prompt.form.takes(at)) return;
    const question = this.board.replaying || this.board.busy ? null : this.board.question;
    const here = (/** @type {{place: Place | null, piece: string | null}} */ x) =>
      place === null ? x.piece === at.piece : same(this.board.placeOf(x), place);
    const numbered = question?.options.find((o) => o.index === at.option);
    if (numbered) return this.choose(numbered, at.touch);
    const shut = question ? this.shut().filter((it) => same(it.group.place, place)) : [];
    const exactly = shut.filter((it) => it.group.piece === at.piece);
    if (exactly.length === 1 || shut.length === 1) return this.openGroup((exactly[0] ?? shut[0]).index);
    if (shut.length > 1) return this.offerGroups(shut, /** @type {Place} */ (place));
    let options = question ? this.shown().filter(here) : [];
    // In a fanned stack, or where only this counter can be meant, the counter decides.
    const exact = options.filter((o) => o.piece !== null && o.piece === at.piece);
    if (
      exact.length === 1 &&
      (same(this.board.map.counters.open, place) || place === null || options.length === 1)
    )
      options = exact;
    if (options.length === 0 && question) options = this.kin(at.piece);
    if (options.length === 1) return this.choose(options[0], at.touch);
    if (options.length > 1) return this.offer(options, at);
    const through = question ? this.shown().find((o) => o.places.some((it) => same(it, place))) : undefined;
    if (through) return this.board.pair(through, /** @type {Place} */ (place));
    const refusal =
      question?.refused.find((r) => here(r) && (r.piece === null || r.piece === at.piece)) ??
      question?.refused.find(here);
    if (refusal) this.explain(refusal);
    // A place further off that the moving unit can reach: go there step by step.
    if (question && !refusal && place !== null && this.board.together.walk(place)) return undefined;
    const path = question && !refusal && place !== null ? this.board.overlays.paths.get(keyOf(place)) : undefined;
    if (path) return this.board.walk(path);
    return this.select(at);
  }

  /** Where every figure stands at a point of its own, those it belongs to stand for it. @param {string | null} piece */
  kin(piece) {
    if (piece === null || this.board.map.head?.cells.length !== 0) return [];
    const links = this.board.view?.pieces.find((it) => it.id === piece)?.links ?? [];
    return this.shown().filter((o) => o.piece !== null && links.includes(o.piece));
  }

  /** Several options in one place: choose among them there. @param {Choice[]} options @param {Pointed} at */
  offer(options, at) {
    const place = /** @type {Place} */ (at.place);
    if (early()) return this.board.prompt.tooSoon();
    present();
    this.board.map.counters.fan(place);
    fill(
      this.why,
      h('h2', {}, `${this.board.map.label(place)}: which?`),
      h(
        'ul',
        { class: 'option-list' },
        options.map((option) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                'data-option': option.index,
                onclick: () => {
                  if (early()) return;
                  this.closeWhy();
                  this.choose(option, at.touch);
                },
                onpointerenter: () => this.point(option),
                onfocus: () => this.point(option),
              },
              h('b', { class: 'num' }, option.index + 1),
              h('span', {}, option.label, option.hint && h('small', {}, option.hint)),
            ),
          ),
        ),
      ),
    );
    this.why.classList.remove('passing');
    this.why.classList.add('which');
    this.standBy(this.why, place);
    // On the list, not on its first line: a key meant for something else chooses nothing.
    this.why.focus({ preventScroll: true });
  }

  /** Several counters that open a group in one place. @param {{group: import('./types').Group, index: number}[]} groups @param {Place} place */
  offerGroups(groups, place) {
    if (early()) return this.board.prompt.tooSoon();
    present();
    this.board.map.counters.fan(place);
    fill(
      this.why,
      h('h2', {}, `${this.board.map.label(place)}: which?`),
      h(
        'ul',
        { class: 'option-list' },
        groups.map(({ group, index }) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', 'data-group': index, onclick: () => this.openGroup(index) },
              h('span', {}, group.label),
            ),
          ),
        ),
      ),
    );
    this.why.classList.remove('passing');
    this.why.classList.add('which');
    this.standBy(this.why, place);
    // On the list, not on its first line: a key meant for something else chooses nothing.
    this.why.focus({ preventScroll: true });
  }

  /** Why something may not be done. @param {import('./types').Refusal} refusal @param {boolean} [passing] */
  explain(refusal, passing = false) {
    this.cross(refusal);
    // What is only passed over is explained in passing: a click goes through to the map.
    this.why.classList.toggle('passing', passing);
    fill(
      this.why,
      h('h2', {}, icon('no'), `Why not ${refusal.label}?`),
      h('p', {}, refusal.reason),
      ruleLink(refusal.rule),
      h(
        'button',
        { type: 'button', class: 'plain', 'aria-label': 'Close', onclick: () => this.closeWhy() },
        icon('close'),
      ),
    );
    this.why.classList.remove('which');
    this.standBy(this.why, this.board.placeOf(refusal));
  }

  /** The line that is in the way. @param {import('./types').Refusal} refusal */
  cross(refusal) {
    const { map } = this.board;
    map.layers.hints.querySelectorAll('.crossed').forEach((it) => it.remove());
    const grid = (refusal.sides ?? []).length > 0 ? map.grid() : null;
    const sides = grid ? (refusal.sides ?? []).flatMap(([a, b]) => grid.side(Number(a), Number(b)) ?? []) : [];
    if (!grid || sides.length === 0) return;
    const ends = sides.map((it) => grid.sides[it].ends.map((end) => grid.corners[end]));
    const d = ends.map(([a, b]) => `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`).join('');
    map.layers.hints.append(s('path', { class: 'crossed halo', d }), s('path', { class: 'crossed', d, 'data-testid': 'crossed' }));
  }

  /** Puts a card beside a place, inside the frame and, if there is room, clear of all that can be clicked. @param {HTMLElement} card @param {Place | null} place */
  standBy(card, place) {
    const { map } = this.board;
    card.hidden = false;
    const [w, h] = [map.el.clientWidth - card.offsetWidth - 8, map.el.clientHeight - card.offsetHeight - 8];
    const at = place === null ? { x: w / 2, y: h } : map.onScreen(place);
    const far = 42 * map.camera.k;
    const [right, left] = [at.x + far, at.x - far - card.offsetWidth];
    const [below, above] = [at.y + 10, at.y - 10 - card.offsetHeight];
    const beside = [right, left].flatMap((x) => [below, above].map((y) => ({ x, y })));
    const corners = [8, w].flatMap((x) => [h, 8].map((y) => ({ x, y })));
    const spots = [...beside, ...corners].filter(({ x, y }) => x >= 8 && x <= w && y >= 8 && y <= h);
    const clickable = this.clickable().map((it) => map.onScreen(it));
    /** How much that can be clicked it would hide. @param {{x: number, y: number}} spot */
    const hides = ({ x, y }) =>
      clickable.filter((it) => it.x > x - far && it.x < x + card.offsetWidth + far && it.y > y - far && it.y < y + card.offsetHeight + far).length;
    const best = spots.reduce((a, b) => (hides(b) < hides(a) ? b : a), spots[0] ?? { x: 8, y: 8 });
    card.style.left = `${Math.max(8, Math.min(w, best.x))}px`;
    card.style.top = `${Math.max(8, Math.min(h, best.y))}px`;
  }

  /** Where a click chooses something. */
  clickable() {
    const places = this.shown().flatMap((o) => [this.board.placeOf(o), ...o.places]);
    const shut = this.shut().map((it) => it.group.place);
    return [...places, ...shut].filter((it) => it !== null);
  }

  closeWhy() {
    if (!this.why || this.why.hidden) return;
    this.board.map.layers.hints.querySelectorAll('.crossed').forEach((it) => it.remove());
    this.why.hidden = true;
    fill(this.why);
  }

  /** The pointer is over a place of the map. @param {Pointed | null} at */
  hover(at) {
    this.hovered = at?.place ?? null;
    this.board.map.tell(this.hovered);
    this.board.map.counters.link(at?.piece ?? this.selected.piece);
    const question = this.board.replaying ? null : this.board.question;
    if (!question) return;
    const place = this.hovered;
    this.showWay(place);
    const options = place === null ? [] : this.shown().filter((o) => same(this.board.placeOf(o), place));
    this.point(
      options.find((o) => o.index === at?.option) ??
        options.find((o) => o.piece !== null && o.piece === at?.piece) ??
        (options.length === 1 ? options[0] : null),
    );
    if (this.why.classList.contains('which') && !this.why.hidden) return;
    const refusal =
      place === null || options.length > 0 || this.board.overlays.wanted?.kind === 'sight'
        ? undefined
        : question.refused.find((r) => same(this.board.placeOf(r), place));
    if (refusal) this.explain(refusal, true);
    else if (at) this.closeWhy();
  }

  /** The way there, where one would be gone. @param {Place | null} place */
  showWay(place) {
    const { board } = this;
    const way = place === null ? undefined : (board.together.paths.get(keyOf(place))?.path ?? board.overlays.paths.get(keyOf(place)));
    const piece = board.together.unit?.piece ?? board.view?.focus.pieces[0];
    const from = board.view?.pieces.find((it) => it.id === piece)?.place ?? null;
    board.path.draw(from, way ?? []);
    if (way && place !== null) board.map.where.textContent = `${board.map.words(place)} · ${board.path.words(way)}`;
  }

  /** An option is pointed at: show it on the map, and its odds. @param {Choice | null} option */
  point(option) {
    this.mark(option?.index ?? null);
    this.board.map.drawLines(option?.lines ?? []);
    if (option?.odds) this.board.odds.hover(option);
    else this.board.odds.hover.cancel();
  }

  /** An option was chosen. With a finger the odds come first and the second tap confirms. @param {Choice} option @param {boolean} touch */
  choose(option, touch) {
    if (early()) return this.board.prompt.tooSoon();
    if (touch && option.odds && this.armed !== option.index) {
      this.armed = option.index;
      this.mark(option.index);
      this.reveal(option);
      this.board.odds.ask(option, { confirm: true });
      present();
      return announce(`Tap again to confirm ${option.label}`);
    }
    if (option.ends) return this.board.prompt.askOnceMore(option);
    // What a unit can do is offered with it, where nothing is left to chance before.
    if (option.kind === 'piece')
      return this.board.together.open(option).then((open) => (open ? undefined : this.board.answer(option)));
    return this.board.answer(option);
  }

  /** Chooses a place or a unit to look at. @param {{place: Place | null, piece: string | null}} what */
  select({ place, piece }) {
    this.selected = { place, piece };
    const single = piece ?? this.alone(place);
    this.board.map.counters.fan(place);
    this.board.map.glow(place === null ? [] : [place]);
    this.board.map.counters.link(single);
    if (place === null && piece === null) return this.board.inspector.clear();
    if (place !== null) this.board.map.cursor = place;
    this.board.inspector.show({ place, piece: single });
  }

  /** The only piece in a place. @param {Place | null} place */
  alone(place) {
    const here = this.board.view?.pieces.filter((p) => place !== null && same(p.place, place)) ?? [];
    return here.length === 1 ? here[0].id : null;
  }

  /** Says what is in a place. @param {Place} place */
  speak(place) {
    const view = /** @type {View} */ (this.board.view);
    const pieces = view.pieces.filter((p) => same(p.place, place)).map((p) => p.text);
    const markers = view.markers.filter((m) => same(m.place, place)).map((m) => m.text);
    const question = this.board.replaying ? null : this.board.question;
    const options = (question ? this.shown() : [])
      .filter((o) => same(this.board.placeOf(o), place))
      .map((o) => `Option ${o.index + 1}: ${o.label}`);
    for (const { group } of this.shut())
      if (same(group.place, place)) options.push(`Enter for the options of ${group.label}`);
    for (const o of question ? this.shown() : [])
      if (o.places.some((it) => same(it, place))) options.push(`Enter to choose: ${o.label}`);
    options.push(...this.board.prompt.form.speaks(place));
    for (const edge of view.edges) if (same(edge.from, place) || same(edge.to, place)) markers.push(edge.text);
    for (const it of view.drawings ?? [])
      if ([...it.places, ...it.sides.flat()].some((at) => same(at, place))) markers.push(it.text);
    for (const plate of view.plates) if (same(plate.place, place)) markers.push(plate.text);
    const refused =
      question?.refused.filter((r) => same(this.board.placeOf(r), place)).map((r) => `Refused: ${r.reason}`) ?? [];
    announce([this.board.map.words(place), ...pieces, ...markers, ...options, ...refused].join('. '));
  }

  /** Pans to where an option is. @param {Choice} option */
  reveal(option) {
    const place = this.board.placeOf(option);
    if (place !== null) this.board.map.camera.reveal([this.board.map.centre(place)]);
  }

  /** Puts away the topmost thing. */
  escape() {
    const { map, odds, overlays } = this.board;
    if (!this.why.hidden) return this.closeWhy();
    if (this.board.prompt.sure !== null) return this.board.prompt.askOnceMore(null);
    if (this.board.tools.kind !== null) return this.board.tools.close();
    if (this.board.prompt.form.escape()) return undefined;
    if (this.group !== null) return this.openGroup(null);
    if (this.board.together.unit) return this.board.together.close();
    if (this.board.displays.open !== null) return this.board.displays.close();
    if (overlays.wanted) return overlays.close();
    if (this.armed !== null) {
      this.armed = null;
      this.mark(null);
      return odds.clear();
    }
    map.moveCursor(null);
    return this.select({ place: null, piece: null });
  }

  /** Another question: what was pointed at is no more. */
  reset() {
    this.armed = null;
    this.suggested = null;
    this.group = null;
    this.board.map.drawLines([]);
    this.board.path?.draw(null, []);
    this.closeWhy();
    if (this.selected.place !== null || this.selected.piece !== null) this.select({ place: null, piece: null });
  }
}
