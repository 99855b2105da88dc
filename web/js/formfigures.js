// @ts-check
// Where figures go on a free table: dragged singly or as a whole, clicked corner by corner, told in words ("move 6
// bearing 045"), or taken from the ready ways. What the ground costs is the judge's business; here is only geometry.

import { announce, fill, h } from './dom.js';
import { Drag } from './figuredrag.js';
import { understand } from './figurewords.js';
import { drawFigures } from './figureghosts.js';
import { far } from './grid.js';
import { look } from './value.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Pointed} Pointed */
/** A point of the page with its floor. @typedef {{x: number, y: number, floor: number}} Stand */
/** @typedef {Extract<import('./types').Form, {kind: 'figures'}>} FiguresForm */

/** A drop so near to a ready way (on the page, for each figure) is that way. */
const SNAP = 22;
const TURN = Math.PI / 12;

export class FiguresOnMap {
  /**
   * @param {FiguresForm} form
   * @param {() => void} change
   * @param {import('./board.js').Board} board
   * @param {(plan: unknown) => void} startFrom
   */
  constructor(form, change, board, startFrom) {
    this.form = form;
    this.change = change;
    this.board = board;
    this.map = board.map;
    this.startFrom = startFrom;
    /** The points of each way behind its start. @type {Stand[][]} */
    this.ways = form.movers.map(() => []);
    /** Which figure is in hand; all of them where it is null. @type {number | null} */
    this.one = null;
    this.wrong = -1;
    this.locked = false;
    /** A ready value that is pointed at. @type {Stand[][] | null} */
    this.shown = null;
    this.snap = true;
    /** Lines of sight from the place asked about last. @type {import('./types').SightView[]} */
    this.seen = [];
    this.drag = new Drag(this);
    this.ready = form.ready.map((it) => this.read(this.listIn(it.plan)));
    this.told = h('p', { class: 'form-tell', 'aria-live': 'polite', 'data-testid': 'figures-told' });
    this.said = h('div', {});
    this.who = h('div', { class: 'cells fig-who', role: 'group', 'aria-label': 'Who moves' });
    this.line = h('input', {
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      'data-testid': 'figures-words',
      placeholder: form.way ? 'move 6 bearing 045' : 'to 12 30',
      onkeydown: (/** @type {KeyboardEvent} */ e) => {
        if (e.key !== 'Enter') return;
        e.preventDefault();
        this.hear(this.line.value);
      },
    });
    this.heard = h('p', { class: 'form-tell muted', 'aria-live': 'polite', 'data-testid': 'figures-heard' });
    this.tools = this.makeTools();
    this.el = h(
      'div',
      { class: 'form-list figures' },
      h('div', { class: 'form-line' }, this.told, this.tools),
      this.who,
      h('label', { class: 'fig-say' }, h('span', {}, 'In words'), this.line),
      this.heard,
      this.said,
    );
    this.renderWho();
  }

  makeTools() {
    const button = (/** @type {string} */ name, /** @type {string} */ id, /** @type {() => void} */ run, title = name) =>
      h('button', { type: 'button', class: 'chip quiet', 'data-testid': id, title, 'aria-label': title, onclick: run }, name);
    const snap = h('input', { type: 'checkbox', checked: true, onchange: () => (this.snap = snap.checked) });
    return h(
      'div',
      { class: 'form-tools' },
      button('Back', 'figures-back', () => this.back(), 'Take back the last leg'),
      button('From the start', 'figures-clear', () => this.clear()),
      this.form.movers.length > 1 && button('↺', 'figures-left', () => this.turn(-1), 'Turn the formation left'),
      this.form.movers.length > 1 && button('↻', 'figures-right', () => this.turn(1), 'Turn the formation right'),
      button('Floor +', 'floor-up', () => this.climb(1), 'One floor up'),
      button('Floor −', 'floor-down', () => this.climb(-1), 'One floor down'),
      this.form.ready.length > 1 && h('label', { class: 'cell' }, snap, 'Snap to ready ways'),
    );
  }

  renderWho() {
    const { movers } = this.form;
    if (movers.length < 2) return fill(this.who);
    const radio = (/** @type {string} */ label, /** @type {number | null} */ one) => {
      const box = h('input', { type: 'radio', name: 'fig-who', 'data-figure': one ?? 'all', onchange: () => this.take(one) });
      box.checked = this.one === one;
      return h(
        'label',
        {
          class: one !== null && one === this.wrong ? 'cell no-way' : 'cell',
          onpointerenter: () => one !== null && this.map.counters.link(movers[one].piece),
        },
        box,
        h('span', {}, label),
      );
    };
    return fill(
      this.who,
      radio('All together', null),
      movers.map((it, i) => radio(it.label, i)),
    );
  }

  /** Takes one figure in hand, or all. @param {number | null} one */
  take(one) {
    this.one = one;
    this.update(this.locked);
    announce(one === null ? 'All together.' : `${this.form.movers[one].label}.`);
  }

  // Points as the rules write them, and as the page has them.

  /** @param {unknown} plan */
  listIn(plan) {
    const list = look(plan, this.form.at);
    return Array.isArray(list) ? list : [];
  }

  /** @param {unknown} point @returns {Stand[]} */
  stand(point) {
    const { x, y, floor } = /** @type {any} */ (point ?? {});
    if (typeof x !== 'number' || typeof y !== 'number') return [];
    return [{ ...this.map.centre([x, this.form.top - y, 0]), floor: typeof floor === 'number' ? floor : 0 }];
  }

  /** @param {unknown[]} list @returns {Stand[][]} */
  read(list) {
    return this.form.movers.map((_, i) => {
      const it = list[i];
      return this.form.way ? (Array.isArray(it) ? it.flatMap((p) => this.stand(p)) : []) : this.stand(it);
    });
  }

  /** @param {Stand} at */
  written(at) {
    const [x, y] = this.map.placeAt(at);
    return { x, y: this.form.top - y, floor: at.floor };
  }

  list() {
    if (this.form.way) return this.ways.map((way) => way.map((it) => this.written(it)));
    return this.form.movers.flatMap((_, i) => {
      const at = this.end(i);
      return at ? [this.written(at)] : [];
    });
  }

  /** @param {unknown[]} list */
  set(list) {
    this.ways = this.read(list);
  }

  /** Where a figure stands before it goes. @param {number} i @returns {Stand | null} */
  start(i) {
    const { from } = this.form.movers[i];
    return from === null ? null : { ...this.map.centre(from), floor: typeof from === 'number' ? 0 : from[2] };
  }

  /** Where it ends. @param {number} i @param {Stand[][]} [ways] @returns {Stand | null} */
  end(i, ways = this.ways) {
    return ways[i].at(-1) ?? this.start(i);
  }

  /** The figures in hand. */
  held() {
    return this.one === null ? this.form.movers.map((_, i) => i) : [this.one];
  }

  /** How long a way is on the page. @param {number} i @param {Stand[][]} [ways] */
  long(i, ways = this.ways) {
    const start = this.start(i);
    const all = start ? [start, ...ways[i]] : ways[i];
    return all.slice(1).reduce((sum, p, k) => sum + far(all[k], p), 0);
  }

  words() {
    const moved = this.form.movers.filter((_, i) => this.ways[i].length > 0).length;
    if (moved === 0) return this.form.way ? 'everybody stays' : '';
    const longest = Math.max(...this.form.movers.map((_, i) => this.long(i)));
    return this.form.way ? `${moved} of ${this.form.movers.length} move, ${this.map.length(longest)} at the longest` : `${moved} placed`;
  }

  missing() {
    const out = this.form.movers.filter((_, i) => !this.end(i));
    return out.length === 0 ? '' : `${out.map((it) => it.label).join(', ')}: no place yet.`;
  }

  // Moving.

  /** Those in hand go by so much from where they end, as a new leg or instead of the last. @param {{x: number, y: number}} by @param {boolean} leg */
  go(by, leg) {
    if (this.locked) return;
    for (const i of this.held()) {
      const from = leg ? this.end(i) : (this.ways[i].at(-2) ?? this.start(i));
      const at = this.end(i) ?? this.fresh(i);
      const to = { x: at.x + by.x, y: at.y + by.y, floor: at.floor };
      if (!this.form.way || !from) this.ways[i] = this.form.way ? [...this.ways[i].slice(0, -1), to] : [to];
      else if (leg && this.ways[i].length < this.form.corners) this.ways[i] = [...this.ways[i], to];
      else if (leg) announce(`A way has ${this.form.corners} corners at most.`);
      else this.ways[i] = [...this.ways[i].slice(0, -1), to];
    }
    this.change();
  }

  /** Where a figure that is not on the table yet is taken up: beside the others, in the middle of what is seen. @param {number} i @returns {Stand} */
  fresh(i) {
    const { x, y } = this.map.middle();
    const n = this.form.movers.length;
    return { x: x + (i - (n - 1) / 2) * 60, y, floor: 0 };
  }

  /** Those in hand go there: the first of them to the point itself, the others beside it as they stand. @param {{x: number, y: number}} point @param {boolean} leg */
  goTo(point, leg) {
    const [first] = this.held();
    const at = this.end(first) ?? this.fresh(first);
    this.go({ x: point.x - at.x, y: point.y - at.y }, leg);
  }

  back() {
    if (this.locked) return;
    const longest = Math.max(...this.held().map((i) => this.ways[i].length));
    for (const i of this.held()) if (this.ways[i].length === longest) this.ways[i] = this.ways[i].slice(0, -1);
    this.change();
  }

  clear() {
    if (this.locked) return;
    for (const i of this.held()) this.ways[i] = [];
    this.change();
  }

  /** Turns the ghosts about their middle. @param {number} way */
  turn(way) {
    if (this.locked) return;
    const ends = this.form.movers.map((_, i) => this.end(i));
    const known = ends.filter((it) => it !== null);
    if (known.length < 2) return;
    const [mx, my] = [known.reduce((sum, p) => sum + p.x, 0) / known.length, known.reduce((sum, p) => sum + p.y, 0) / known.length];
    const [cos, sin] = [Math.cos(TURN * way), Math.sin(TURN * way)];
    ends.forEach((it, i) => {
      if (!it) return;
      const [dx, dy] = [it.x - mx, it.y - my];
      const to = { x: mx + dx * cos - dy * sin, y: my + dx * sin + dy * cos, floor: it.floor };
      this.ways[i] = [...this.ways[i].slice(0, -1), to];
    });
    this.change();
  }

  /** @param {number} by */
  climb(by) {
    if (this.locked) return;
    for (const i of this.held()) {
      const at = this.end(i);
      if (!at) continue;
      const floor = Math.max(0, at.floor + by);
      // Stairs are a leg of their own, floor by floor.
      const stairs = Array.from({ length: Math.abs(floor - at.floor) }, (_, k) => ({ ...at, floor: at.floor + Math.sign(by) * (k + 1) }));
      this.ways[i] = this.form.way ? [...this.ways[i], ...stairs] : [{ ...at, floor }];
    }
    this.change();
    const floors = this.held().map((i) => this.end(i)?.floor ?? 0);
    announce(`Floor ${floors[0] ?? 0}.`);
  }

  /** A ready way whose ends are all near to those now. @returns {number} -1 if none is */
  nearReady() {
    if (!this.snap || this.one !== null) return -1;
    let [best, least] = [-1, SNAP];
    this.ready.forEach((ways, r) => {
      const off = this.form.movers.map((_, i) => {
        const [a, b] = [this.end(i), this.end(i, ways)];
        return a && b ? far(a, b) : Infinity;
      });
      const mean = off.reduce((sum, it) => sum + it, 0) / off.length;
      if (mean < least && ways.some((it) => it.length > 0)) [best, least] = [r, mean];
    });
    return best;
  }

  /** A drag has ended: near to a ready way it is that one. */
  dropped() {
    const r = this.nearReady();
    if (r < 0) return;
    this.set(this.listIn(this.form.ready[r].plan));
    announce(`Snapped to ${r + 1}: ${this.form.ready[r].label}`);
    this.change();
  }

  // Words.

  /** @param {string} text */
  hear(text) {
    if (this.locked) return;
    const told = understand(text, this.map.head?.measure?.units ?? this.map.head?.units_per_metre ?? 1);
    this.line.select();
    if (told.kind === 'no') return fill(this.heard, told.text);
    const { grain } = this.map;
    switch (told.kind) {
      case 'candidate': {
        const ready = this.form.ready[told.n - 1];
        if (!ready) return fill(this.heard, `There are ${this.form.ready.length} ready ways.`);
        this.startFrom(ready.plan);
        break;
      }
      case 'move':
        this.go({ x: told.x / grain, y: told.y / grain }, true);
        break;
      case 'to':
        this.goTo(this.map.centre([told.x, this.form.top - told.y, 0]), true);
        break;
      case 'floor':
        this.climb(told.n - (this.end(this.held()[0])?.floor ?? 0));
        break;
      case 'figure':
        if (told.n > this.form.movers.length) return fill(this.heard, `There are ${this.form.movers.length} figures.`);
        this.take(told.n === 0 ? null : told.n - 1);
        break;
      case 'back':
        this.back();
        break;
      case 'clear':
        this.clear();
        break;
    }
    const ends = this.held().map((i) => this.end(i)).filter((it) => it !== null);
    this.map.camera.reveal(ends);
    return fill(this.heard, `${this.words() || 'Nothing yet'}.`);
  }

  // The map.

  /** @param {Pointed} at */
  takes(at) {
    if (this.locked) return false;
    const i = this.form.movers.findIndex((it) => it.piece === at.piece);
    if (i >= 0) {
      this.take(this.one === i ? null : i);
      return true;
    }
    const point = at.piece === null ? (at.point ?? (at.place === null ? null : this.map.centre(at.place))) : null;
    if (!point) return false;
    this.goTo(point, true);
    this.line.blur();
    return true;
  }

  /** @param {Place} place */
  speaks(place) {
    const [first] = this.held();
    const at = this.end(first);
    const whom = this.one === null ? 'them' : this.form.movers[this.one].label;
    return [
      ...(at ? [`${this.map.length(far(at, this.map.centre(place)))} away`] : []),
      `Enter sends ${whom} here`,
    ];
  }

  /** Where they stand, and as far around as they may go. */
  about() {
    const starts = this.form.movers.map((_, i) => this.start(i)).filter((it) => it !== null);
    const reach = (this.form.reach ?? 0) / this.map.grain;
    const within = (/** @type {number} */ at, /** @type {number} */ end) => Math.max(0, Math.min(end, at));
    return starts.flatMap(({ x, y }) =>
      [-1, 1].map((side) => ({ x: within(x + side * reach, this.map.width), y: within(y + side * reach, this.map.height) })),
    );
  }

  /** @param {unknown | null} plan */
  preview(plan) {
    this.shown = plan === null ? null : this.read(this.listIn(plan));
    drawFigures(this);
  }

  /** @param {boolean} locked */
  update(locked) {
    this.locked = locked;
    this.tools.hidden = locked;
    this.line.disabled = locked;
    this.renderWho();
    const said = this.tell();
    if (this.told.textContent !== said) this.told.textContent = said;
    drawFigures(this);
  }

  /** How far they go, and how far they may. */
  tell() {
    const [first] = this.held();
    const long = Math.max(...this.held().map((i) => this.long(i)));
    const reach = this.form.reach === null ? '' : ` of ${this.map.length(this.form.reach / this.map.grain)}`;
    const at = this.end(first);
    if (!this.form.way) return at ? this.map.label(this.map.placeAt(at, at.floor)) : 'Click where they stand.';
    return `${this.map.length(long)}${reach}`;
  }

  wipe() {
    this.drag.away();
    fill(this.map.layers.plan);
  }

  /** @param {number | null} entry @param {HTMLElement | null} said */
  mark(entry, said) {
    this.wrong = entry !== null && entry < this.form.movers.length ? entry : -1;
    fill(this.said, this.wrong >= 0 && h('b', {}, this.form.movers[this.wrong].label), this.wrong >= 0 && said);
    this.update(this.locked);
    const at = this.wrong < 0 ? null : this.end(this.wrong);
    if (this.wrong < 0) return null;
    if (at) this.map.camera.reveal([at]);
    return this.said;
  }
}
