// @ts-check
// Roofs of a free table: groups of the class "roof" in the picture of the map. A roof opens when a piece of who looks is
// under it.

import { complain, fill, s } from './dom.js';

export class Roofs {
  /** @param {import('./map.js').MapView} map */
  constructor(map) {
    this.map = map;
    /** @type {SVGElement[]} */
    this.roofs = [];
    /** @type {import('./types').View | null} */
    this.view = null;
  }

  /** Takes the roofs off the picture and lays them over it. @param {string} picture its address */
  async open(picture) {
    try {
      const answer = await fetch(picture);
      const text = await answer.text();
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      const found = [...parsed.querySelectorAll('g.roof')];
      this.roofs = found.map((it) => /** @type {SVGElement} */ (document.importNode(it, true)));
      for (const it of found) it.remove();
      this.map.img.src =
        found.length === 0
          ? picture
          : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(parsed))}`;
      const { width, height } = /** @type {import('./types').MapHead} */ (this.map.head);
      const box = parsed.documentElement.getAttribute('viewBox')?.split(/[\s,]+/).map(Number) ?? [0, 0, width, height];
      const scale = `scale(${this.map.width / box[2]} ${this.map.height / box[3]}) translate(${-box[0]} ${-box[1]})`;
      fill(this.map.layers.roofs, s('g', { transform: scale }, this.roofs));
      // A roof refers to patterns and markers of the picture.
      const defs = parsed.querySelector('defs');
      if (defs && found.length > 0) this.map.layers.roofs.prepend(document.importNode(defs, true));
      if (this.view) this.render(this.view);
    } catch (error) {
      this.map.img.src = picture;
      complain(error);
    }
  }

  /** @param {import('./types').View} view */
  render(view) {
    this.view = view;
    const own = view.pieces.filter((it) => it.place !== null && (view.seat === null || it.seat === view.seat));
    const points = own.map((it) => this.map.centre(/** @type {import('./types').Place} */ (it.place)));
    for (const roof of this.roofs) {
      const open = points.some((it) => this.covers(roof, it));
      roof.classList.toggle('open', open);
    }
  }

  /** Is a point of the page under the roof? @param {SVGElement} roof @param {{x: number, y: number}} point */
  covers(roof, point) {
    const world = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (this.map.svg)).getScreenCTM();
    return [...roof.querySelectorAll('path, polygon, rect')].some((it) => {
      const shape = /** @type {SVGGeometryElement} */ (it);
      const own = shape.getScreenCTM();
      if (!world || !own) return false;
      return shape.isPointInFill(new DOMPoint(point.x, point.y).matrixTransform(world).matrixTransform(own.inverse()));
    });
  }
}
