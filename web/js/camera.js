// @ts-check
// Pan and zoom: one CSS transform on the world. `will-change` keeps the raster, so that moving it costs no painting;
// after a zoom it is dropped for a moment, so that the browser draws the map crisp at its new size.

import { calm } from './dom.js';

const MAX = 3;
/** To show something as a whole the camera goes no further away than this. */
const FAR = 0.45;
/** At the opening: not nearer than this, nor so far that counters cannot be read; with so much of the map around the act. */
const NEAR = 1.35;
const LEGIBLE = 0.8;
const AROUND = 260;

export class Camera {
  /**
   * @param {HTMLElement} frame what is seen
   * @param {HTMLElement} world what is moved
   * @param {{zoomed: (k: number) => void}} on
   */
  constructor(frame, world, on) {
    this.frame = frame;
    this.world = world;
    this.on = on;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    /** The scale the player has chosen; the camera goes away from it only to show something as a whole. */
    this.chosen = 1;
    this.width = 1;
    this.height = 1;
    /** What the frame was when the map was last laid in it. @type {{w: number, h: number} | null} */
    this.room = null;
    this.settling = 0;
    /** The scale at which the map was last drawn. */
    this.crisp = 0;
    this.flight = 0;
    this.dragged = false;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    frame.addEventListener('pointerdown', (e) => this.down(e));
    frame.addEventListener('pointermove', (e) => this.move(e));
    for (const kind of ['pointerup', 'pointercancel'])
      frame.addEventListener(kind, (e) => this.up(/** @type {PointerEvent} */ (e)));
    frame.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
    // A drag that ends over a place is not a click on it.
    frame.addEventListener(
      'click',
      (e) => {
        if (this.dragged) {
          e.stopPropagation();
          this.dragged = false;
        }
      },
      true,
    );
  }

  /** @param {number} width @param {number} height */
  size(width, height) {
    this.width = width;
    this.height = height;
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
  }

  apply() {
    const { clientWidth: w, clientHeight: h } = this.frame;
    // What was in the middle stays there when the frame changes its size.
    if (this.room && (this.room.w !== w || this.room.h !== h)) {
      this.x += (w - this.room.w) / 2;
      this.y += (h - this.room.h) / 2;
    }
    this.room = { w, h };
    this.x = Math.min(w * 0.6, Math.max(w * 0.4 - this.width * this.k, this.x));
    this.y = Math.min(h * 0.6, Math.max(h * 0.4 - this.height * this.k, this.y));
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
  }

  begin() {
    cancelAnimationFrame(this.flight);
    this.frame.classList.remove('flying');
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.settle(), 200);
  }

  /** Draws the map anew if its scale has changed and no finger is down. */
  settle() {
    if (this.fingers.size > 0 || this.k === this.crisp) return;
    this.crisp = this.k;
    this.world.style.willChange = 'auto';
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.world.style.willChange = '';
      }),
    );
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.begin();
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** The scale at which the whole map is seen. */
  whole() {
    return Math.min(this.frame.clientWidth / this.width, this.frame.clientHeight / this.height) * 0.98;
  }

  least() {
    return Math.min(0.5, this.whole() * 0.75);
  }

  /** Zooms about a point of the frame. @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px = this.frame.clientWidth / 2, py = this.frame.clientHeight / 2) {
    this.begin();
    const k = Math.min(MAX, Math.max(this.least(), this.k * factor));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    this.chosen = k;
    this.apply();
    this.on.zoomed(k);
  }

  /** The whole map. */
  fit() {
    this.k = Math.min(1, this.whole());
    this.stand({ x: this.width / 2, y: this.height / 2 });
  }

  /** As near to these points as all of them can be seen from, and no farther than counters can be read from. @param {{x: number, y: number}[]} points */
  open(points) {
    const { clientWidth: w, clientHeight: h } = this.frame;
    const [xs, ys] = [points.map((it) => it.x), points.map((it) => it.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = Math.min(w / (right - left + AROUND), h / (bottom - top + AROUND));
    this.k = Math.max(LEGIBLE, Math.min(NEAR, room));
    this.stand({ x: (left + right) / 2, y: (top + bottom) / 2 });
  }

  /** The player has the map at this scale, with this point in the middle as far as the edges allow. @param {{x: number, y: number}} centre */
  stand(centre) {
    this.chosen = this.k;
    this.room = null;
    /** @param {number} room @param {number} all @param {number} at */
    const place = (room, all, at) =>
      all <= room ? (room - all) / 2 : Math.min(8, Math.max(room - all - 8, room / 2 - at * this.k));
    this.x = place(this.frame.clientWidth, this.width * this.k, centre.x);
    this.y = place(this.frame.clientHeight, this.height * this.k, centre.y);
    this.apply();
    this.on.zoomed(this.k);
    this.settle();
  }

  /**
   * Brings points of the map into sight by the shortest pan, and from further away where they lie too far apart; does
   * nothing while a finger is down.
   * @param {{x: number, y: number}[]} points
   */
  reveal(points) {
    if (points.length === 0 || this.fingers.size > 0) return;
    const { clientWidth, clientHeight } = this.frame;
    const edge = clientWidth < 760 ? 44 : 90;
    // At the right the buttons lie over the map.
    const w = clientWidth - (clientWidth < 760 ? edge : 110);
    const h = clientHeight - edge;
    const left = edge;
    this.standBack(points, w - left, h - edge);
    const xs = points.map((p) => p.x * this.k + this.x);
    const ys = points.map((p) => p.y * this.k + this.y);
    /** @param {number} low @param {number} high @param {number} begin @param {number} end */
    const shift = (low, high, begin, end) => {
      if (high - low > end - begin) return (begin + end) / 2 - (low + high) / 2;
      return low < begin ? begin - low : high > end ? end - high : 0;
    };
    const dx = shift(Math.min(...xs), Math.max(...xs), left, w);
    const dy = shift(Math.min(...ys), Math.max(...ys), edge, h);
    if (Math.abs(dx) > 1 || Math.abs(dy) > 1) this.fly(this.x + dx, this.y + dy);
  }

  /** As near as the player wants to be, if these points fit there. @param {{x: number, y: number}[]} points @param {number} w @param {number} h */
  standBack(points, w, h) {
    /** @param {number[]} at */
    const extent = (at) => Math.max(1, Math.max(...at) - Math.min(...at));
    const fits = Math.min(w / extent(points.map((p) => p.x)), h / extent(points.map((p) => p.y)));
    const k = Math.min(this.chosen, Math.max(Math.min(FAR, this.chosen), fits));
    if (Math.abs(k - this.k) < 0.01) return;
    const chosen = this.chosen;
    this.zoom(k / this.k);
    this.chosen = chosen;
  }

  /** @param {number} x @param {number} y */
  fly(x, y) {
    this.begin();
    const from = { x: this.x, y: this.y };
    const start = performance.now();
    const time = calm() ? 1 : 260;
    const step = () => {
      const t = Math.min(1, (performance.now() - start) / time);
      const ease = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * ease;
      this.y = from.y + (y - from.y) * ease;
      this.apply();
      this.frame.classList.toggle('flying', t < 1);
      if (t < 1) this.flight = requestAnimationFrame(step);
    };
    step();
  }

  /** @param {WheelEvent} e */
  wheel(e) {
    e.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = e.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp(-e.deltaY * lines * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX - box.left, e.clientY - box.top);
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (e.button !== 0 || /** @type {Element} */ (e.target).closest('[data-solid]')) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

  /** @param {PointerEvent} e */
  move(e) {
    const finger = this.fingers.get(e.pointerId);
    if (!finger) return;
    const dx = e.clientX - finger.x;
    const dy = e.clientY - finger.y;
    if (!this.dragged && Math.hypot(dx, dy) < (e.pointerType === 'touch' ? 9 : 4)) return;
    if (!this.dragged) {
      this.dragged = true;
      this.frame.setPointerCapture(e.pointerId);
      this.frame.classList.add('dragging');
    }
    const others = [...this.fingers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (others.length === 0) return this.pan(dx, dy);
    const box = this.frame.getBoundingClientRect();
    const other = others[0];
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
    this.pan(dx / 2, dy / 2);
    this.zoom(after / Math.max(1, before), (e.clientX + other.x) / 2 - box.left, (e.clientY + other.y) / 2 - box.top);
  }

  /** @param {PointerEvent} e */
  up(e) {
    this.fingers.delete(e.pointerId);
    if (this.fingers.size > 0) return;
    this.frame.classList.remove('dragging');
    // The click that follows a drag comes at once or not at all.
    if (this.dragged)
      setTimeout(() => {
        this.dragged = false;
      }, 0);
    this.begin();
  }
}
