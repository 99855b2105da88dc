// @ts-check
// The map: the printed picture, one polygon a cell for hits, and the layers that lie on it. It draws what it is told
// and reports what was pointed at. Centres and outlines come from the head of the game; what shape a cell has, and how
// cells lie to each other, is not known here.

import { Camera } from './camera.js';
import { Counters } from './counters.js';
import { fill, h, icon, s } from './dom.js';
import { Grid } from './grid.js';
import { keyOf, once, placeOf } from './place.js';
import { Roofs } from './roofs.js';
import { staffSymbol } from './symbols.js';

/** @typedef {import('./types').Head} Head */
/** @typedef {import('./types').MapHead} MapHead */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Pointed} Pointed */

/** A piece is so wide on the page. */
const PIECE = 48;
/** A point has no outline of its own: it is shown as a disc of this size, or of that of a piece where pieces stand at points. */
const disc = (/** @type {number} */ far) =>
  Array.from({ length: 24 }, (_, i) => [Math.cos((i * Math.PI) / 12) * far, Math.sin((i * Math.PI) / 12) * far]);
const POINT = disc(17);
const BASE = disc(PIECE / 2 + 3);

/** Corners drawn in towards the centre by `inset`. @param {number[][]} corners @param {number} inset */
function drawnIn(corners, inset) {
  return corners.map(([x, y]) => {
    const far = Math.hypot(x, y) || 1;
    return [x * (1 - inset / far), y * (1 - inset / far)];
  });
}

/** @param {{x: number, y: number}[]} points @param {{x: number, y: number}} to */
function nearest(points, { x, y }) {
  const far = points.map((it) => Math.hypot(it.x - x, it.y - y));
  return far.indexOf(Math.min(...far));
}

/** A group of a drawing, by its id, as it is written there. @param {string} text @param {string} id */
function groupIn(text, id) {
  const start = text.indexOf(`<g id="${id}"`);
  if (start < 0) return '';
  const tag = /<(\/?)g[\s>]/g;
  tag.lastIndex = start;
  for (let depth = 0, found = tag.exec(text); found; found = tag.exec(text)) {
    depth += found[1] ? -1 : 1;
    if (depth === 0) return text.slice(start, found.index + 4);
  }
  return '';
}

export class MapView {
  /**
   * @param {{place: (at: Pointed) => void, hover: (at: Pointed | null) => void, inspect: (at: Pointed) => void,
   *   cursor: (place: Place) => void, zoomed: (k: number) => void}} on
   */
  constructor(on) {
    this.on = on;
    /** @type {MapHead | null} */
    this.head = null;
    /** As it is laid out on the page, where a piece is always of one size. */
    this.width = 0;
    this.height = 0;
    /** So many units of the map are one of the page. */
    this.grain = 1;
    /** Where the cursor goes instead of from cell to cell. @type {{at: {x: number, y: number}[], words: (i: number) => string, first: () => number} | null} */
    this.stops = null;
    /** @type {Grid | null} */
    this.net = null;
    /** Where the keyboard cursor is. @type {Place | null} */
    this.cursor = null;
    /** The point that steps in one direction keep to, so that they do not drift. @type {{x: number, y: number, across: boolean} | null} */
    this.course = null;
    this.img = h('img', { alt: '', draggable: 'false' });
    const layer = (/** @type {string} */ name) => s('g', { class: `layer ${name}` });
    this.layers = {
      cells: layer('cells'),
      flood: layer('flood'),
      roofs: layer('roofs'),
      overlay: layer('overlay'),
      drawings: layer('drawings'),
      ground: layer('ground'),
      fills: layer('fills'),
      units: layer('units'),
      marks: layer('marks'),
      names: layer('names'),
      links: layer('links'),
      arrows: layer('arrows'),
      lines: layer('lines'),
      plan: layer('plan'),
      hints: layer('hints'),
      glow: layer('glow'),
      fan: layer('fan'),
      tools: layer('tools'),
      top: layer('top'),
    };
    this.svg = s(
      'svg',
      { 'aria-hidden': 'true' },
      s(
        'defs',
        {},
        s(
          'pattern',
          { id: 'no-hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
          s('path', { d: 'M0 0v8', stroke: '#8a2b1d', 'stroke-width': 2, opacity: 0.35 }),
        ),
        s(
          'marker',
          {
            id: 'arrow-head',
            viewBox: '0 0 10 10',
            refX: 7,
            refY: 5,
            markerWidth: 4.4,
            markerHeight: 4.4,
            orient: 'auto',
          },
          s('path', { d: 'M0 0L10 5L0 10z', fill: '#5b3a86' }),
        ),
        s(
          'pattern',
          { id: 'smoke-dots', width: 12, height: 12, patternUnits: 'userSpaceOnUse' },
          s('circle', { cx: 3, cy: 3, r: 1.7, fill: '#4c4a44' }),
          s('circle', { cx: 9, cy: 9, r: 1.7, fill: '#4c4a44' }),
        ),
      ),
      Object.values(this.layers),
    );
    // What breathes is a layer of its own: its opacity is animated by the compositor and the map is not painted again.
    this.breath = s('svg', { class: 'breath', 'aria-hidden': 'true' });
    this.world = h('div', { class: 'world' }, this.img, this.breath, this.svg);
    this.where = h('p', { class: 'scale', 'aria-hidden': 'true' });
    this.el = h(
      'div',
      {
        class: 'view',
        tabindex: '0',
        role: 'application',
        'aria-roledescription': 'map',
        'data-testid': 'map',
        'aria-label': 'Map. Arrow keys move the cursor from place to place, Enter chooses, I inspects, G goes to a place.',
      },
      this.world,
      this.where,
      this.zoomButtons(),
    );
    this.counters = new Counters(this);
    this.roofs = new Roofs(this);
    this.camera = new Camera(this.el, this.world, {
      zoomed: (k) => {
        this.counters.zoomed(k);
        // From far away what is drawn with a tool stays as wide on the screen as it is near by.
        this.svg.style.setProperty('--wide', String(1 / Math.min(1, k)));
        on.zoomed(k);
      },
    });
    this.listen();
  }

  zoomButtons() {
    /** @param {string} label @param {Node | string} face @param {() => void} run */
    const button = (label, face, run) =>
      h('button', { type: 'button', 'aria-label': label, title: label, onclick: run }, face);
    return h(
      'div',
      { class: 'zoom', 'data-solid': '' },
      button('Zoom in (+)', '+', () => this.camera.zoom(1.25)),
      button('Zoom out (−)', '−', () => this.camera.zoom(0.8)),
      button('Whole map (0)', icon('fit'), () => this.camera.fit()),
    );
  }

  listen() {
    /** @param {Event} e @returns {Pointed | null} */
    const pointed = (e) => {
      const target = /** @type {Element} */ (e.target);
      const hit = target.closest('[data-place], .open-ground');
      if (!hit) return null;
      const point = this.under(/** @type {MouseEvent} */ (e));
      const touch = /** @type {PointerEvent} */ (e).pointerType === 'touch';
      const option = target.closest('[data-option]')?.getAttribute('data-option');
      return {
        place: placeOf(hit.getAttribute('data-place') ?? keyOf(this.placeAt(point))),
        point,
        piece: target.closest('[data-piece]')?.getAttribute('data-piece') ?? null,
        option: option ? Number(option) : null,
        touch,
      };
    };
    this.svg.addEventListener('click', (e) => {
      const at = pointed(e);
      if (at) this.on.place(at);
    });
    this.svg.addEventListener('contextmenu', (e) => {
      const at = pointed(e);
      if (at) {
        e.preventDefault();
        this.on.inspect(at);
      }
    });
    let last = '';
    this.svg.addEventListener('pointermove', (e) => {
      if (/** @type {PointerEvent} */ (e).pointerType === 'touch' || this.camera.fingers.size > 0) return;
      const at = pointed(e);
      const key = `${at?.place} ${at?.piece} ${at?.option}`;
      if (key !== last) {
        last = key;
        this.on.hover(at);
      }
    });
    this.svg.addEventListener('pointerleave', () => {
      last = '';
      this.on.hover(null);
    });
    addEventListener('resize', (this.resize = () => this.camera.apply()));
  }

  dispose() {
    removeEventListener('resize', /** @type {() => void} */ (this.resize));
  }

  /** Lays out the map of a game; once. @param {Head} game @param {string} picture */
  open(game, picture) {
    const head = game.map;
    this.head = head;
    this.net = null;
    this.grain = (head.piece ?? PIECE) / PIECE;
    this.width = head.width / this.grain;
    this.height = head.height / this.grain;
    if (head.cells.length > 0) {
      this.img.src = picture;
      this.readNames(picture);
    } else this.roofs.open(picture);
    this.img.alt = `Map of ${game.title}. ${head.scale}`;
    for (const el of [this.img, this.breath, this.svg]) {
      el.setAttribute('width', String(this.width));
      el.setAttribute('height', String(this.height));
    }
    for (const el of [this.breath, this.svg]) el.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.camera.size(this.width, this.height);
    fill(
      this.layers.cells,
      // Where there are no cells the ground itself is pointed at.
      head.cells.length === 0 && s('rect', { width: this.width, height: this.height, class: 'open-ground' }),
      head.cells.map((_, cell) => s('polygon', { points: this.outline(cell, 0), 'data-place': cell })),
    );
    this.tell(null);
  }

  /** The names of places are part of the picture; they are laid over the counters as well, so that they can be read. @param {string} picture */
  async readNames(picture) {
    const text = await fetch(picture).then((it) => (it.ok ? it.text() : ''), () => '');
    const names = groupIn(text, 'names');
    if (!names || !this.el.isConnected) return;
    const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${names}</svg>`, 'image/svg+xml');
    if (parsed.querySelector('parsererror')) return;
    fill(this.layers.names, ...[...parsed.documentElement.children].map((it) => document.importNode(it, true)));
    // The original keeps its id; a copy has none.
    for (const it of this.layers.names.querySelectorAll('[id]')) it.removeAttribute('id');
  }

  /** @param {Place} place */
  cell(place) {
    return typeof place === 'number' ? this.head?.cells[place] : undefined;
  }

  /** The middle of a cell, or the point itself. @param {Place} place */
  centre(place) {
    const [x, y] = typeof place === 'number' ? (this.cell(place)?.at ?? [0, 0]) : place;
    return { x: x / this.grain, y: y / this.grain };
  }

  /** The place at a point of the page. @param {{x: number, y: number}} point @param {number} [floor] @returns {[number, number, number]} */
  placeAt({ x, y }, floor = 0) {
    return [Math.round(x * this.grain), Math.round(y * this.grain), floor];
  }

  /** How the cells lie to each other. */
  grid() {
    this.net ??= new Grid(this);
    return this.net;
  }

  /** A length on the page, in words. @param {number} long */
  length(long) {
    const { measure, units_per_metre: metre } = this.head ?? {};
    if (measure) return `${((long * this.grain) / measure.units).toFixed(1)}${measure.sign}`;
    return `${Math.round((long * this.grain) / (metre || 1)).toLocaleString()} m`;
  }

  /** Corners about the centre. @param {Place} place @returns {number[][]} */
  corners(place) {
    const cell = this.cell(place);
    return (cell && this.head?.shapes[cell.shape]) ?? (this.head?.cells.length === 0 ? BASE : POINT);
  }

  /** @param {Place} place @param {number} inset */
  outline(place, inset) {
    const { x, y } = this.centre(place);
    return drawnIn(this.corners(place), inset)
      .map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`)
      .join(' ');
  }

  /** The ends of the side that two cells share; where they share none, a short line across the way between them. @param {Place} from @param {Place} to */
  side(from, to) {
    const a = this.centre(from);
    const b = this.centre(to);
    const whole = (/** @type {Place} */ place, /** @type {{x: number, y: number}} */ at) =>
      this.corners(place).map(([x, y]) => ({ x: at.x + x, y: at.y + y }));
    const theirs = whole(to, b);
    const both = whole(from, a).filter((p) => theirs.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < 1.5));
    if (both.length === 2) return both;
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [mx, my, ux, uy] = [(a.x + b.x) / 2, (a.y + b.y) / 2, (b.y - a.y) / long, (a.x - b.x) / long];
    return [-20, 20].map((far) => ({ x: mx + ux * far, y: my + uy * far }));
  }

  /** @param {Place} place @param {string} kind @param {number} [inset] @param {Record<string, any>} [more] */
  ring(place, kind, inset = 3, more = {}) {
    return s('polygon', { points: this.outline(place, inset), class: kind, ...more });
  }

  /** What an overlay lays on a place: on its cell, or on a square as wide as the measure of the table. @param {Place} place @param {string} kind */
  patch(place, kind) {
    const { measure, cells } = this.head ?? {};
    if (!measure || cells?.length !== 0) return this.ring(place, kind, 0.5);
    const { x, y } = this.centre(place);
    const wide = measure.units / this.grain;
    return s('rect', { class: kind, x: (x - wide / 2).toFixed(1), y: (y - wide / 2).toFixed(1), width: wide, height: wide });
  }

  /** @param {Place} place @param {string} text @param {string} kind @param {number} dx @param {number} dy @param {Record<string, any>} [more] */
  badge(place, text, kind, dx, dy, more = {}) {
    const { x, y } = this.centre(place);
    return s(
      'g',
      { class: `badge ${kind}`, 'data-place': place, transform: `translate(${x + dx} ${y + dy})`, ...more },
      s('circle', { r: 9 }),
      s('text', { y: 3.9, 'text-anchor': 'middle' }, text),
    );
  }

  /** @param {Place} place */
  label(place) {
    if (typeof place === 'number') return this.cell(place)?.label ?? String(place);
    const { x, y } = this.centre(place);
    const stop = this.stops?.at.findIndex((it) => Math.hypot(it.x - x, it.y - y) < 1) ?? -1;
    if (stop >= 0) return /** @type {NonNullable<MapView['stops']>} */ (this.stops).words(stop);
    if (!this.head?.measure) return 'this point';
    // Counted as on a printed map: to the right, then up.
    const floor = place[2] === 0 ? '' : `, floor ${place[2]}`;
    return `${this.length(x)} right, ${this.length(this.height - y)} up${floor}`;
  }

  /** The place in words: its label comes first. @param {Place} place */
  words(place) {
    const label = this.label(place);
    const text = this.cell(place)?.text ?? '';
    return text === '' ? label : text.startsWith(label) ? text : `${label} · ${text}`;
  }

  /** The place under the cursor in words, at the lower left. @param {Place | null} place */
  tell(place) {
    this.where.textContent = place === null ? (this.head?.scale ?? '') : this.words(place);
  }

  /** Shows places for a moment: a line of the log, a place asked for. @param {Place[]} places */
  glow(places) {
    fill(
      this.layers.glow,
      places.map((place) => this.ring(place, 'glow-ring', 2)),
    );
  }

  /** Places under water. @param {Place[]} places */
  drawFlood(places) {
    fill(
      this.layers.flood,
      places.map((place) => this.ring(place, 'flooded', 0)),
    );
  }

  /** Orders that can be seen. @param {import('./types').Drawn[]} drawings */
  drawDrawings(drawings) {
    const cell = (/** @type {Place} */ it) => (typeof it === 'number' ? [it] : []);
    fill(
      this.layers.drawings,
      drawings.map((it) => {
        const sides = it.sides.flatMap(([a, b]) => this.grid().side(Number(a), Number(b)) ?? []);
        const { symbol, label, seat } = it;
        const el = staffSymbol(this, { symbol, label, seat, cells: it.places.flatMap(cell), sides, look: it.faint ? 'faint' : '' });
        el.append(s('title', {}, it.text));
        return el;
      }),
    );
  }

  /** Focus of the current act: rings and arrows. @param {import('./types').Focus} focus */
  drawFocus(focus) {
    fill(
      this.layers.arrows,
      focus.places.map((place) => this.ring(place, 'sel', 1.5)),
      focus.arrows
        .map(([from, to]) => {
          const a = this.centre(from);
          const b = this.centre(to);
          const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
          const cut = Math.min(18, long / 3) / long;
          const d = `M${a.x + (b.x - a.x) * cut} ${a.y + (b.y - a.y) * cut}L${b.x - (b.x - a.x) * cut} ${b.y - (b.y - a.y) * cut}`;
          return [
            s('path', { d, class: 'arrow-halo' }),
            s('path', { d, class: 'arrow', 'marker-end': 'url(#arrow-head)' }),
          ];
        })
        .flat(),
    );
  }

  /**
   * Rings and numbers for what may be clicked, dashes for what is refused.
   * @param {{option: import('./types').Choice, place: Place}[]} legal
   * @param {{refusal: import('./types').Refusal, place: Place}[]} refused
   * @param {Place[]} groups where a group of options is to be opened
   * @param {Place[]} beyond places an option leads to
   */
  drawHints(legal, refused, groups = [], beyond = []) {
    /** @type {Map<string, import('./types').Choice[]>} */
    const here = new Map();
    for (const { option, place } of legal) here.set(keyOf(place), [...(here.get(keyOf(place)) ?? []), option]);
    const places = once(legal.map((it) => it.place));
    const free = (/** @type {Place} */ place) => !here.has(keyOf(place));
    const shut = once(groups).filter(free);
    const dashed = once(refused.map((it) => it.place)).filter(free);
    this.breath.classList.toggle('still', places.length > 16);
    // A whole army that may not act is marked lightly, so that what may act stands out.
    for (const layer of [this.layers.fills, this.layers.hints]) layer.classList.toggle('many', dashed.length > 10);
    fill(
      this.layers.fills,
      dashed.map((place) => this.ring(place, 'refused-fill')),
    );
    fill(
      this.breath,
      [...places, ...shut].map((place) => this.ring(place, 'legal-fill')),
    );
    fill(
      this.layers.hints,
      beyond
        .filter(free)
        .map((place) => {
          const { x, y } = this.centre(place);
          return s('circle', { class: 'beyond', cx: x, cy: y, r: 7 });
        }),
      shut.flatMap((place) => [
        this.ring(place, 'legal-halo'),
        this.ring(place, 'legal'),
        this.badge(place, '…', 'group', 0, -37),
      ]),
      dashed
        .map((place) => [
          this.ring(place, 'refused'),
          s(
            'g',
            {
              transform: `translate(${this.centre(place).x} ${this.centre(place).y - 37})`,
              class: 'badge no',
              'data-place': place,
            },
            s('circle', { r: 8.5 }),
            s('path', { d: 'M-4.4 0h8.8' }),
          ),
        ])
        .flat(),
      places
        .map((place) => {
          const offered = here.get(keyOf(place)) ?? [];
          return [
            this.ring(place, 'legal-halo'),
            this.ring(place, offered.every((o) => 'later' in o && o.later) ? 'legal later' : 'legal', 3, { 'data-for': offered.map((o) => o.index).join(' '), 'data-at': keyOf(place) }),
            offered.slice(0, 5).map((o, i) =>
              // Along the upper edge of the place, clear of the counter in it.
              this.badge(place, String(o.index + 1), '', (i - (Math.min(5, offered.length) - 1) / 2) * 18, -37, {
                'data-option': o.index,
                'data-piece': o.piece,
                'data-for': o.index,
              }),
            ),
          ].flat();
        })
        .flat(),
    );
  }

  /** Lines of the option pointed at: from the firer, and from who sees for it. @param {[Place, Place][]} lines */
  drawLines(lines) {
    fill(
      this.layers.lines,
      lines.flatMap(([from, to], i) => {
        const a = this.centre(from);
        const b = this.centre(to);
        const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
        return [
          s('path', { class: 'link-halo', d }),
          s('path', { class: i === 0 ? 'shot-line' : 'spot-line', d }),
          s('circle', { class: i === 0 ? 'shot-end' : 'spot-end', cx: a.x, cy: a.y, r: 6 }),
        ];
      }),
    );
  }

  /** Shows which of the options is pointed at. @param {number | null} active */
  markHint(active) {
    for (const el of this.layers.hints.querySelectorAll('[data-for]')) {
      el.classList.toggle('on', (el.getAttribute('data-for') ?? '').split(' ').includes(String(active)));
    }
  }

  /** @param {Place | null} place */
  moveCursor(place) {
    this.cursor = place;
    this.course = null;
    fill(this.layers.top, place !== null && [this.ring(place, 'cursor-halo', 2), this.ring(place, 'cursor', 2)]);
    if (place === null) return;
    this.camera.reveal([this.centre(place)]);
    this.tell(place);
    this.on.cursor(place);
  }

  /**
   * One step with an arrow key: to the nearest cell that lies more in that direction than beside it. A run of steps in
   * one direction keeps to the line it began on.
   * @param {number} dx @param {number} dy
   */
  step(dx, dy) {
    const cells = this.head?.cells ?? [];
    if (cells.length === 0) return this.moveCursor(this.stepOnOpenGround(dx, dy));
    const stops = this.stops?.at ?? cells.map(({ at: [x, y] }) => ({ x, y }));
    const stop = (/** @type {number} */ i) => (this.stops ? this.placeAt(stops[i]) : i);
    if (this.cursor === null) {
      const first = this.stops?.first() ?? -1;
      return this.moveCursor(stop(first >= 0 ? first : nearest(stops, this.middle())));
    }
    const from = this.centre(this.cursor);
    const across = dx !== 0;
    const course = this.course?.across === across ? this.course : { ...from, across };
    let [best, least] = [-1, Infinity];
    stops.forEach(({ x, y }, i) => {
      const ahead = (x - from.x) * dx + (y - from.y) * dy;
      const aside = across ? y - from.y : x - from.x;
      if (ahead < 1 || Math.abs(aside) >= ahead) return;
      const off = Math.abs(across ? y - course.y : x - course.x);
      if (ahead + off < least) [best, least] = [i, ahead + off];
    });
    if (best < 0) return;
    this.moveCursor(stop(best));
    this.course = course;
  }

  /** Where there are no cells a step is as wide as a finger. @param {number} dx @param {number} dy @returns {Place} */
  stepOnOpenGround(dx, dy) {
    const { width, height } = this;
    const wide = this.cursor === null ? 0 : 24 / this.camera.k;
    const { x, y } = this.cursor === null ? this.middle() : this.centre(this.cursor);
    /** @param {number} at @param {number} end */
    const within = (at, end) => Math.max(0, Math.min(end, at));
    return this.placeAt({ x: within(x + dx * wide, width), y: within(y + dy * wide, height) });
  }

  /** The point in the middle of what is seen. */
  middle() {
    const { x, y, k } = this.camera;
    return { x: (this.el.clientWidth / 2 - x) / k, y: (this.el.clientHeight / 2 - y) / k };
  }

  /** The cell nearest to a point of the map. @param {{x: number, y: number}} point */
  nearest(point) {
    return nearest(
      (this.head?.cells ?? []).map(({ at: [x, y] }) => ({ x, y })),
      point,
    );
  }

  /** The point of the map under a point of the screen. @param {{clientX: number, clientY: number}} e */
  under(e) {
    const box = this.el.getBoundingClientRect();
    const { x, y, k } = this.camera;
    return { x: (e.clientX - box.left - x) / k, y: (e.clientY - box.top - y) / k };
  }

  /** Where a place stands on the screen, in the frame of the map. @param {Place} place */
  onScreen(place) {
    const { x, y } = this.centre(place);
    return { x: x * this.camera.k + this.camera.x, y: y * this.camera.k + this.camera.y };
  }
}
