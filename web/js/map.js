// @ts-check
// The map: the printed picture, one polygon a hex for hits, and the layers that lie on it. It draws what it is told
// and reports what was pointed at.

import { Camera } from './camera.js';
import { Counters } from './counters.js';
import { fill, h, icon, s } from './dom.js';

/** @typedef {import('./types').View} View */
/** @typedef {import('./types').MapHead} MapHead */
/** @typedef {import('./types').Place} Place */

const ACROSS = 69.28;
const DOWN = 60;
const RADIUS = 40;

/** Corner offsets of a pointy-top hex, a little inside its edge by `inset`. @param {number} inset */
function corners(inset) {
  const r = RADIUS - inset;
  const w = (ACROSS / 2) * (r / RADIUS);
  return [
    [0, -r],
    [w, -r / 2],
    [w, r / 2],
    [0, r],
    [-w, r / 2],
    [-w, -r / 2],
  ];
}

/** Corner offsets of a box. @param {number} inset */
function square(inset) {
  const r = 29 - inset;
  return [
    [-r, -r],
    [r, -r],
    [r, r],
    [-r, r],
  ];
}

export class MapView {
  /**
   * @param {{place: (place: Place) => void, hover: (place: Place | null) => void, inspect: (place: Place) => void,
   *   cursor: (hex: number) => void, covered: () => number, zoomed: (k: number) => void}} on
   */
  constructor(on) {
    this.on = on;
    /** @type {MapHead | null} */
    this.head = null;
    /** Where the keyboard cursor is. @type {number | null} */
    this.cursor = null;
    this.img = h('img', { alt: '', draggable: 'false' });
    const layer = (/** @type {string} */ name) => s('g', { class: `layer ${name}` });
    this.layers = {
      hexes: layer('hexes'),
      flood: layer('flood'),
      overlay: layer('overlay'),
      ground: layer('ground'),
      fills: layer('fills'),
      units: layer('units'),
      marks: layer('marks'),
      links: layer('links'),
      arrows: layer('arrows'),
      lines: layer('lines'),
      plan: layer('plan'),
      hints: layer('hints'),
      glow: layer('glow'),
      fan: layer('fan'),
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
        'aria-label': 'Map. Arrow keys move the cursor from hex to hex, Enter chooses, I inspects, G goes to a hex.',
      },
      this.world,
      this.where,
      this.zoomButtons(),
    );
    this.counters = new Counters(this);
    this.camera = new Camera(this.el, this.world, {
      covered: on.covered,
      zoomed: (k) => {
        this.counters.zoomed(k);
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
    /** @param {Event} e @returns {Place | null} */
    const place = (e) => {
      const target = /** @type {Element} */ (e.target);
      const hit = target.closest('[data-hex]');
      if (!hit) return null;
      const touch = /** @type {PointerEvent} */ (e).pointerType === 'touch';
      const option = target.closest('[data-option]')?.getAttribute('data-option');
      return {
        hex: Number(hit.getAttribute('data-hex')),
        piece: target.closest('[data-piece]')?.getAttribute('data-piece') ?? null,
        option: option ? Number(option) : null,
        touch,
      };
    };
    this.svg.addEventListener('click', (e) => {
      const p = place(e);
      if (p) this.on.place(p);
    });
    this.svg.addEventListener('contextmenu', (e) => {
      const p = place(e);
      if (p) {
        e.preventDefault();
        this.on.inspect(p);
      }
    });
    let last = '';
    this.svg.addEventListener('pointermove', (e) => {
      if (/** @type {PointerEvent} */ (e).pointerType === 'touch' || this.camera.fingers.size > 0) return;
      const p = place(e);
      const key = `${p?.hex} ${p?.piece} ${p?.option}`;
      if (key !== last) {
        last = key;
        this.on.hover(p);
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

  /** Lays out the map of a game; once. @param {View} view @param {string} picture */
  open(view, picture) {
    const head = view.head.map;
    this.head = head;
    this.img.src = picture;
    this.img.alt = `Map of ${view.head.title}: ${head.columns} by ${head.rows} hexes of ${head.hex_metres} metres`;
    for (const el of [this.img, this.breath, this.svg]) {
      el.setAttribute('width', String(head.width));
      el.setAttribute('height', String(head.height));
    }
    for (const el of [this.breath, this.svg]) el.setAttribute('viewBox', `0 0 ${head.width} ${head.height}`);
    this.camera.size(head.width, head.height);
    fill(
      this.layers.hexes,
      head.hexes.map((_, hex) => s('polygon', { points: this.outline(hex, 0), 'data-hex': hex })),
    );
    this.tell(null);
  }

  /** The middle of a hex, or of a box beside the hexes. @param {number} hex */
  centre(hex) {
    const { left, top, columns, hexes } = /** @type {MapHead} */ (this.head);
    const at = hexes[hex]?.at;
    if (at) return { x: at[0], y: at[1] };
    const row = Math.floor(hex / columns);
    return { x: left + ACROSS * ((hex % columns) + (row % 2 ? 0.5 : 0)), y: top + DOWN * row };
  }

  /** @param {number} hex @param {number} inset */
  outline(hex, inset) {
    const { x, y } = this.centre(hex);
    const boxed = this.head?.hexes[hex]?.at !== undefined;
    return (boxed ? square(inset) : corners(inset))
      .map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`)
      .join(' ');
  }

  /** @param {number} hex @param {string} kind @param {number} [inset] @param {Record<string, any>} [more] */
  ring(hex, kind, inset = 3, more = {}) {
    return s('polygon', { points: this.outline(hex, inset), class: kind, ...more });
  }

  /** @param {number} hex @param {string} text @param {string} kind @param {number} dx @param {number} dy @param {Record<string, any>} [more] */
  badge(hex, text, kind, dx, dy, more = {}) {
    const { x, y } = this.centre(hex);
    return s(
      'g',
      { class: `badge ${kind}`, 'data-hex': hex, transform: `translate(${x + dx} ${y + dy})`, ...more },
      s('circle', { r: 10.5 }),
      s('text', { y: 4.2, 'text-anchor': 'middle' }, text),
    );
  }

  /** @param {number} hex */
  label(hex) {
    return this.head?.hexes[hex]?.label ?? String(hex);
  }

  /** The hex under the cursor in words, at the lower left. @param {number | null} hex */
  tell(hex) {
    const head = /** @type {MapHead} */ (this.head);
    const words = hex === null ? '' : head.hexes[hex].text;
    const label = hex === null ? '' : this.label(hex);
    this.where.textContent =
      hex === null
        ? `1 hex = ${head.hex_metres.toLocaleString()} m`
        : words.startsWith(label)
          ? words
          : `${label} · ${words}`;
  }

  /** Shows hexes for a moment: a line of the log, a place asked for. @param {number[]} hexes */
  glow(hexes) {
    fill(
      this.layers.glow,
      hexes.map((hex) => this.ring(hex, 'glow-ring', 2)),
    );
  }

  /** Hexes under water. @param {number[]} hexes */
  drawFlood(hexes) {
    fill(
      this.layers.flood,
      hexes.map((hex) => this.ring(hex, 'flooded', 0)),
    );
  }

  /** Focus of the current act: rings and arrows. @param {import('./types').Focus} focus */
  drawFocus(focus) {
    fill(
      this.layers.arrows,
      focus.hexes.map((hex) => this.ring(hex, 'sel', 1.5)),
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
   * @param {{option: import('./types').Choice, hex: number}[]} legal
   * @param {{refusal: import('./types').Refusal, hex: number}[]} refused
   * @param {number[]} groups where a group of options is to be opened
   * @param {number[]} beyond hexes an option leads to
   */
  drawHints(legal, refused, groups = [], beyond = []) {
    /** @type {Map<number, import('./types').Choice[]>} */
    const byHex = new Map();
    for (const { option, hex } of legal) byHex.set(hex, [...(byHex.get(hex) ?? []), option]);
    const hexes = [...byHex.keys()];
    const shut = [...new Set(groups)].filter((hex) => !byHex.has(hex));
    const dashed = [...new Set(refused.map((r) => r.hex))].filter((hex) => !byHex.has(hex));
    this.breath.classList.toggle('still', hexes.length > 16);
    // A whole army that may not act is marked lightly, so that what may act stands out.
    for (const layer of [this.layers.fills, this.layers.hints]) layer.classList.toggle('many', dashed.length > 10);
    fill(
      this.layers.fills,
      dashed.map((hex) => this.ring(hex, 'refused-fill')),
    );
    fill(
      this.breath,
      [...hexes, ...shut].map((hex) => this.ring(hex, 'legal-fill')),
    );
    fill(
      this.layers.hints,
      beyond
        .filter((hex) => !byHex.has(hex))
        .map((hex) => {
          const { x, y } = this.centre(hex);
          return s('circle', { class: 'beyond', cx: x, cy: y, r: 7 });
        }),
      shut.flatMap((hex) => [
        this.ring(hex, 'legal-halo'),
        this.ring(hex, 'legal'),
        this.badge(hex, '…', 'group', 26, -26),
      ]),
      dashed
        .map((hex) => [
          this.ring(hex, 'refused'),
          s(
            'g',
            {
              transform: `translate(${this.centre(hex).x + 24} ${this.centre(hex).y - 24})`,
              class: 'badge no',
              'data-hex': hex,
            },
            s('circle', { r: 10.5 }),
            s('path', { d: 'M-5 0h10' }),
          ),
        ])
        .flat(),
      hexes
        .map((hex) => {
          const here = /** @type {import('./types').Choice[]} */ (byHex.get(hex));
          return [
            this.ring(hex, 'legal-halo'),
            this.ring(hex, 'legal', 3, { 'data-for': here.map((o) => o.index).join(' ') }),
            here.slice(0, 5).map((o, i) =>
              this.badge(hex, String(o.index + 1), '', 26 - i * 21, -26 - (i % 2) * 4, {
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

  /** Lines of the option pointed at: from the firer, and from who sees for it. @param {[number, number][]} lines */
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

  /** @param {number | null} hex */
  moveCursor(hex) {
    this.cursor = hex;
    fill(this.layers.top, hex !== null && [this.ring(hex, 'cursor-halo', 2), this.ring(hex, 'cursor', 2)]);
    if (hex === null) return;
    this.camera.reveal([this.centre(hex)]);
    this.tell(hex);
    this.on.cursor(hex);
  }

  /** One step with an arrow key. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { columns, rows } = /** @type {MapHead} */ (this.head);
    if (this.cursor === null) return this.moveCursor(this.middle());
    const column = (this.cursor % columns) + dx;
    const row = Math.floor(this.cursor / columns) + dy;
    if (column >= 0 && column < columns && row >= 0 && row < rows) this.moveCursor(row * columns + column);
  }

  /** The hex nearest to the middle of what is seen. */
  middle() {
    const head = /** @type {MapHead} */ (this.head);
    const { x, y, k } = this.camera;
    const row = Math.round(((this.el.clientHeight / 2 - y) / k - head.top) / DOWN);
    const column = Math.round(((this.el.clientWidth / 2 - x) / k - head.left) / ACROSS);
    return Math.max(0, Math.min(head.rows - 1, row)) * head.columns + Math.max(0, Math.min(head.columns - 1, column));
  }

  /** Where a hex stands on the screen, in the frame of the map. @param {number} hex */
  onScreen(hex) {
    const { x, y } = this.centre(hex);
    return { x: x * this.camera.k + this.camera.x, y: y * this.camera.k + this.camera.y };
  }
}
