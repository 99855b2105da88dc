// @ts-check
// Pointing at the map: what a hover, a click, a tap or the cursor means here. It turns places into options, explains
// refusals beside the hex, and asks for odds before an option is taken.

import { announce, fill, h, icon, ruleLink } from './dom.js';

/** @typedef {import('./types').Choice} Choice */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').View} View */

export class Pointer {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** What the inspector shows. @type {{hex: number | null, piece: string | null}} */
    this.selected = { hex: null, piece: null };
    /** @type {number | null} */
    this.hovered = null;
    /** The option a first tap has chosen. @type {number | null} */
    this.armed = null;
    /** The option the computer would take. @type {number | null} */
    this.suggested = null;
    /** The group of options that is open. @type {number | null} */
    this.group = null;
    /** The card that says why not, or asks which. */
    this.why = h('div', { class: 'why', hidden: true, 'data-solid': '', 'data-testid': 'why', role: 'status' });
  }

  /** Marks on the map what may be chosen and what is refused. */
  hints() {
    const question = this.board.replaying ? null : this.board.view?.question;
    const at = (/** @type {{hex: number | null, piece: string | null}} */ x) =>
      /** @type {number} */ (this.board.hexOf(x));
    const legal = this.shown()
      .filter((o) => this.board.hexOf(o) !== null)
      .map((option) => ({ option, hex: at(option) }));
    const groups = this.shut().map((it) => /** @type {number} */ (it.group.hex));
    const beyond = this.shown().flatMap((o) => o.hexes);
    const refused = (question?.refused ?? [])
      .filter((r) => this.board.hexOf(r) !== null)
      .map((refusal) => ({ refusal, hex: at(refusal) }));
    this.board.map.drawHints(legal, refused, groups, beyond);
    this.mark(null);
  }

  /** Options now to be chosen from: those of the open group, or all whose group is not a counter to be chosen first. */
  shown() {
    const question = this.board.replaying ? null : this.board.view?.question;
    return (question?.options ?? []).filter((o) =>
      this.group === null ? o.group === null || question?.groups[o.group]?.piece === null : o.group === this.group,
    );
  }

  /** Groups on the map that are still shut. */
  shut() {
    const question = this.board.replaying || this.group !== null ? null : this.board.view?.question;
    return (question?.groups ?? [])
      .map((group, index) => ({ group, index }))
      .filter((it) => it.group.piece !== null && it.group.hex !== null);
  }

  /** Opens a group of options, or goes back to all of them. @param {number | null} index */
  openGroup(index) {
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

  /** Something on the map was clicked, tapped or entered. @param {Place} place */
  place(place) {
    this.closeWhy();
    if (place.hex !== null && this.board.overlays.takes(place.hex)) return;
    if (this.board.prompt.form.takes(place)) return;
    const question = this.board.replaying || this.board.busy ? null : this.board.view?.question;
    const here = (/** @type {{hex: number | null, piece: string | null}} */ x) =>
      place.hex === null ? x.piece === place.piece : this.board.hexOf(x) === place.hex;
    const numbered = question?.options.find((o) => o.index === place.option);
    if (numbered) return this.choose(numbered, place.touch);
    const shut = question ? this.shut().filter((it) => it.group.hex === place.hex) : [];
    const exactly = shut.filter((it) => it.group.piece === place.piece);
    if (exactly.length === 1 || shut.length === 1) return this.openGroup((exactly[0] ?? shut[0]).index);
    if (shut.length > 1) return this.offerGroups(shut, /** @type {number} */ (place.hex));
    let options = question ? this.shown().filter(here) : [];
    // In a fanned stack, or where only this counter can be meant, the counter decides.
    const exact = options.filter((o) => o.piece !== null && o.piece === place.piece);
    if (
      exact.length === 1 &&
      (this.board.map.counters.open === place.hex || place.hex === null || options.length === 1)
    )
      options = exact;
    if (options.length === 1) return this.choose(options[0], place.touch);
    if (options.length > 1) return this.offer(options, place);
    const through = question ? this.shown().find((o) => place.hex !== null && o.hexes.includes(place.hex)) : undefined;
    if (through) return this.board.pair(through, /** @type {number} */ (place.hex));
    const refusal =
      question?.refused.find((r) => here(r) && (r.piece === null || r.piece === place.piece)) ??
      question?.refused.find(here);
    if (refusal) this.explain(refusal);
    // A hex further off that the moving unit can reach: go there step by step.
    const path = question && !refusal && place.hex !== null ? this.board.overlays.paths.get(place.hex) : undefined;
    if (path) return this.board.walk(path);
    return this.select(place);
  }

  /** Several options in one place: choose among them there. @param {Choice[]} options @param {Place} place */
  offer(options, place) {
    const hex = /** @type {number} */ (place.hex);
    this.board.map.counters.fan(hex);
    fill(
      this.why,
      h('h2', {}, `${this.board.map.label(hex)}: which?`),
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
                  this.closeWhy();
                  this.choose(option, place.touch);
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
    this.why.classList.add('which');
    this.standBy(this.why, hex);
    /** @type {HTMLElement | null} */ (this.why.querySelector('button'))?.focus();
  }

  /** Several counters that open a group in one hex. @param {{group: import('./types').Group, index: number}[]} groups @param {number} hex */
  offerGroups(groups, hex) {
    this.board.map.counters.fan(hex);
    fill(
      this.why,
      h('h2', {}, `${this.board.map.label(hex)}: which?`),
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
    this.why.classList.add('which');
    this.standBy(this.why, hex);
    /** @type {HTMLElement | null} */ (this.why.querySelector('button'))?.focus();
  }

  /** Why something may not be done. @param {import('./types').Refusal} refusal */
  explain(refusal) {
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
    this.standBy(this.why, this.board.hexOf(refusal));
  }

  /** Puts a card beside a hex, inside the frame and clear of the prompt. @param {HTMLElement} card @param {number | null} hex */
  standBy(card, hex) {
    card.hidden = false;
    const frame = this.board.map.el;
    const low = frame.clientHeight - this.board.prompt.el.offsetHeight - 28;
    const at =
      hex === null ? { x: frame.clientWidth / 2 - card.offsetWidth / 2 - 40, y: low } : this.board.map.onScreen(hex);
    const k = this.board.map.camera.k;
    const right = at.x + 38 * k + card.offsetWidth < frame.clientWidth - 8;
    const x = right ? at.x + 38 * k : at.x - 38 * k - card.offsetWidth;
    card.style.left = `${Math.max(8, Math.min(frame.clientWidth - card.offsetWidth - 8, x))}px`;
    // Below the hex where there is room, otherwise above it.
    const below = at.y + 10 + card.offsetHeight <= low;
    const top =
      below || hex === null
        ? Math.min(low - card.offsetHeight, at.y + 10)
        : Math.min(low, at.y - 40 * k) - card.offsetHeight;
    card.style.top = `${Math.max(8, top)}px`;
  }

  closeWhy() {
    if (!this.why || this.why.hidden) return;
    this.why.hidden = true;
    fill(this.why);
  }

  /** The pointer is over a place of the map. @param {Place | null} place */
  hover(place) {
    this.hovered = place?.hex ?? null;
    this.board.map.tell(this.hovered);
    this.board.map.counters.link(place?.piece ?? this.selected.piece);
    const question = this.board.replaying ? null : this.board.view?.question;
    if (!question) return;
    const hex = this.hovered;
    const options = hex === null ? [] : this.shown().filter((o) => this.board.hexOf(o) === hex);
    this.point(
      options.find((o) => o.index === place?.option) ??
        options.find((o) => o.piece !== null && o.piece === place?.piece) ??
        (options.length === 1 ? options[0] : null),
    );
    if (this.why.classList.contains('which') && !this.why.hidden) return;
    const refusal =
      hex === null || options.length > 0 || this.board.overlays.wanted?.kind === 'sight'
        ? undefined
        : question.refused.find((r) => this.board.hexOf(r) === hex);
    if (refusal) this.explain(refusal);
    else if (place) this.closeWhy();
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
    if (touch && option.odds && this.armed !== option.index) {
      this.armed = option.index;
      this.mark(option.index);
      this.reveal(option);
      this.board.odds.ask(option, { confirm: true });
      return announce(`Tap again to confirm ${option.label}`);
    }
    return this.board.answer(option);
  }

  /** Chooses a hex or a unit to look at. @param {{hex: number | null, piece: string | null}} what */
  select(what) {
    this.selected = { hex: what.hex, piece: what.piece };
    this.board.map.counters.fan(what.hex);
    this.board.map.glow(what.hex === null ? [] : [what.hex]);
    this.board.map.counters.link(what.piece ?? this.alone(what.hex));
    if (what.hex === null && what.piece === null) return this.board.inspector.clear();
    if (what.hex !== null) this.board.map.cursor = what.hex;
    const single = what.piece ?? this.alone(what.hex);
    this.board.inspector.show({ hex: what.hex, piece: single });
  }

  /** @param {number | null} hex */
  alone(hex) {
    const here = this.board.view?.pieces.filter((p) => p.hex === hex) ?? [];
    return hex !== null && here.length === 1 ? here[0].id : null;
  }

  /** Says what is in a hex. @param {number} hex */
  speak(hex) {
    const view = /** @type {View} */ (this.board.view);
    const head = view.head.map.hexes[hex];
    const pieces = view.pieces.filter((p) => p.hex === hex).map((p) => p.text);
    const markers = view.markers.filter((m) => m.hex === hex).map((m) => m.text);
    const question = this.board.replaying ? null : view.question;
    const options = (question ? this.shown() : [])
      .filter((o) => this.board.hexOf(o) === hex)
      .map((o) => `Option ${o.index + 1}: ${o.label}`);
    for (const { group } of this.shut()) if (group.hex === hex) options.push(`Enter for the options of ${group.label}`);
    for (const o of question ? this.shown() : []) if (o.hexes.includes(hex)) options.push(`Enter to choose: ${o.label}`);
    options.push(...this.board.prompt.form.speaks(hex));
    for (const edge of view.edges) if (edge.from === hex || edge.to === hex) markers.push(edge.text);
    for (const plate of view.plates) if (plate.hex === hex) markers.push(plate.text);
    const refused =
      question?.refused.filter((r) => this.board.hexOf(r) === hex).map((r) => `Refused: ${r.reason}`) ?? [];
    announce(
      [
        head.text.startsWith(head.label) ? head.text : `${head.label}: ${head.text}`,
        ...pieces,
        ...markers,
        ...options,
        ...refused,
      ].join('. '),
    );
  }

  /** Pans to where an option is. @param {Choice} option */
  reveal(option) {
    const hex = this.board.hexOf(option);
    if (hex !== null) this.board.map.camera.reveal([this.board.map.centre(hex)]);
  }

  /** Puts away the topmost thing. */
  escape() {
    const { map, odds, overlays } = this.board;
    if (!this.why.hidden) return this.closeWhy();
    if (this.group !== null) return this.openGroup(null);
    if (this.board.displays.open !== null) return this.board.displays.close();
    if (overlays.wanted) return overlays.close();
    if (this.armed !== null) {
      this.armed = null;
      this.mark(null);
      return odds.clear();
    }
    map.moveCursor(null);
    return this.select({ hex: null, piece: null });
  }

  /** Another question: what was pointed at is no more. */
  reset() {
    this.armed = null;
    this.suggested = null;
    this.group = null;
    this.board.map.drawLines([]);
    this.closeWhy();
    if (this.selected.hex !== null || this.selected.piece !== null) this.select({ hex: null, piece: null });
  }
}
