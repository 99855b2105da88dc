// @ts-check
// How the cells of a map lie to each other, found from their outlines: which are neighbours, where their corners meet,
// and the way along the sides from one corner to another. Worked out once a map, when it is first wanted.

/** @typedef {{x: number, y: number}} Point */
/** A corner where cells meet. @typedef {Point & {cells: number[]}} Corner */
/** A side between two cells, from corner to corner. @typedef {{cells: [number, number], ends: [number, number]}} Side */

/** Two corners closer than this are one. */
const NEAR = 1.5;
/** How much a way may stray from the straight line before a longer one is better. */
const STRAY = 0.35;

/** @param {Point} a @param {Point} b */
export const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a point is from a line between two others. @param {Point} p @param {Point} a @param {Point} b */
function beside(p, a, b) {
  const long = far(a, b);
  if (long < 1) return far(p, a);
  return Math.abs((b.x - a.x) * (a.y - p.y) - (a.x - p.x) * (b.y - a.y)) / long;
}

export class Grid {
  /** @param {import('./map.js').MapView} map */
  constructor(map) {
    this.map = map;
    /** @type {Corner[]} */
    this.corners = [];
    /** @type {Side[]} */
    this.sides = [];
    /** Sides at a corner. @type {number[][]} */
    this.meeting = [];
    /** Neighbours of a cell. @type {number[][]} */
    this.beside = [];
    /** The corners of a cell, around it. @type {number[][]} */
    this.rings = [];
    /** By the two cells, the lesser number first. @type {Map<string, number>} */
    this.between = new Map();
    /** By its label. @type {Map<string, number>} */
    this.named = new Map();
    this.read();
  }

  read() {
    const cells = this.map.head?.cells ?? [];
    /** Corners by the squares of a fine net. @type {Map<string, number[]>} */
    const net = new Map();
    const square = (/** @type {number} */ it) => Math.round(it / 4);
    /** @param {Point} p */
    const corner = (p) => {
      const [i, j] = [square(p.x), square(p.y)];
      for (const di of [-1, 0, 1])
        for (const dj of [-1, 0, 1])
          for (const it of net.get(`${i + di},${j + dj}`) ?? []) if (far(this.corners[it], p) < NEAR) return it;
      this.corners.push({ ...p, cells: [] });
      net.set(`${i},${j}`, [...(net.get(`${i},${j}`) ?? []), this.corners.length - 1]);
      return this.corners.length - 1;
    };
    /** The cell that has had a side before, by its ends. @type {Map<string, number>} */
    const open = new Map();
    this.beside = cells.map(() => []);
    cells.forEach((cell, c) => {
      this.named.set(cell.label, c);
      const { x, y } = this.map.centre(c);
      const ring = this.map.corners(c).map(([dx, dy]) => corner({ x: x + dx, y: y + dy }));
      this.rings.push(ring);
      ring.forEach((a, i) => {
        this.corners[a].cells.push(c);
        const b = ring[(i + 1) % ring.length];
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        const other = open.get(key);
        if (other === undefined) open.set(key, c);
        else if (other !== c) this.addSide(other, c, a, b);
      });
    });
    this.meeting = this.corners.map(() => []);
    this.sides.forEach(({ ends }, i) => ends.forEach((it) => this.meeting[it].push(i)));
  }

  /** @param {number} c @param {number} d @param {number} a @param {number} b */
  addSide(c, d, a, b) {
    this.between.set(c < d ? `${c} ${d}` : `${d} ${c}`, this.sides.length);
    this.sides.push({ cells: [c, d], ends: [a, b] });
    this.beside[c].push(d);
    this.beside[d].push(c);
  }

  /** @param {number} c @param {number} d */
  side(c, d) {
    return this.between.get(c < d ? `${c} ${d}` : `${d} ${c}`);
  }

  /** A side as it is written: two labels, the lesser first. @param {number} side */
  nameOf(side) {
    return this.sides[side].cells.map((it) => this.map.label(it)).sort().join('-');
  }

  /** @param {string} name */
  sideNamed(name) {
    // Labels may have a dash of their own: every cut is tried.
    for (let i = name.indexOf('-'); i >= 0; i = name.indexOf('-', i + 1)) {
      const [a, b] = [this.named.get(name.slice(0, i)), this.named.get(name.slice(i + 1))];
      if (a !== undefined && b !== undefined) return this.side(a, b);
    }
    return undefined;
  }

  /** The corner nearest to a point, of those where a side can be drawn. @param {Point} point */
  nearest(point) {
    let [best, least] = [-1, Infinity];
    this.corners.forEach((it, i) => {
      const d = far(it, point);
      if (d < least && this.meeting[i].length > 0) [best, least] = [i, d];
    });
    return best;
  }

  /** @param {number} corner */
  cornerWords(corner) {
    return `the corner of ${this.corners[corner].cells.map((it) => this.map.label(it)).join(', ')}`;
  }

  /** The sides from one corner to another, close to the straight line. @param {number} from @param {number} to */
  along(from, to) {
    const [a, b] = [this.corners[from], this.corners[to]];
    /** @param {number} corner @returns {[number, number][]} */
    const next = (corner) =>
      this.meeting[corner].map((side) => {
        const { ends } = this.sides[side];
        return [side, ends[0] === corner ? ends[1] : ends[0]];
      });
    return shortest(from, to, next, (at, on) => far(this.corners[at], this.corners[on]) + STRAY * beside(this.corners[on], a, b));
  }

  /** The cells from one to another, without the first, close to the straight line. @param {number} from @param {number} to */
  through(from, to) {
    const at = (/** @type {number} */ it) => this.map.centre(it);
    return shortest(
      from,
      to,
      (cell) => this.beside[cell].map((it) => [it, it]),
      (here, on) => far(at(here), at(on)) + STRAY * beside(at(on), at(from), at(to)),
    );
  }

  /** The lines around an area, each closed. @param {number[]} cells @returns {Point[][]} */
  around(cells) {
    /** Corner to corner, where only one cell of the area is; all run the same way round. @type {Map<string, [number, number]>} */
    const edges = new Map();
    for (const cell of new Set(cells))
      (this.rings[cell] ?? []).forEach((a, i, ring) => {
        const b = ring[(i + 1) % ring.length];
        if (!edges.delete(`${b} ${a}`)) edges.set(`${a} ${b}`, [a, b]);
      });
    const left = [...edges.values()];
    const loops = [];
    while (left.length > 0) {
      const loop = /** @type {[number, number]} */ (left.pop()).slice();
      for (;;) {
        const next = left.findIndex(([a]) => a === loop[loop.length - 1]);
        if (next < 0) break;
        loop.push(left.splice(next, 1)[0][1]);
      }
      loops.push(loop.slice(0, -1).map((it) => this.corners[it]));
    }
    return loops;
  }

  /** The ends of a chain of sides, in its order: of one side both; nothing of none. @param {number[]} line @returns {[number, number] | null} */
  endsOf(line) {
    if (line.length === 0) return null;
    const [first, last] = [this.sides[line[0]].ends, this.sides[line[line.length - 1]].ends];
    if (line.length === 1) return first;
    const second = this.sides[line[1]].ends;
    const before = this.sides[line[line.length - 2]].ends;
    const start = second.includes(first[0]) ? first[1] : first[0];
    const end = before.includes(last[0]) ? last[1] : last[0];
    return [start, end];
  }

  /** The corners of a chain of sides, in order. @param {number[]} line */
  cornersOf(line) {
    const ends = this.endsOf(line);
    if (!ends) return [];
    const way = [ends[0]];
    for (const side of line) {
      const [a, b] = this.sides[side].ends;
      const here = way[way.length - 1];
      way.push(a === here ? b : b === here ? a : a);
    }
    return way;
  }
}

/**
 * What is passed on the shortest way.
 * @param {number} from @param {number} to
 * @param {(at: number) => [number, number][]} next what is passed, and where it leads
 * @param {(at: number, on: number) => number} cost
 * @returns {number[]} nothing if there is no way
 */
function shortest(from, to, next, cost) {
  /** @type {Map<number, {sum: number, by: number, before: number, done: boolean}>} */
  const known = new Map([[from, { sum: 0, by: -1, before: -1, done: false }]]);
  for (;;) {
    let [here, least] = [-1, Infinity];
    for (const [at, it] of known) if (!it.done && it.sum < least) [here, least] = [at, it.sum];
    if (here < 0) return [];
    if (here === to) break;
    /** @type {{done: boolean}} */ (known.get(here)).done = true;
    for (const [by, on] of next(here)) {
      const sum = least + cost(here, on);
      const old = known.get(on);
      if (!old || sum < old.sum) known.set(on, { sum, by, before: here, done: false });
    }
  }
  const way = [];
  for (let at = to; at !== from; ) {
    const it = /** @type {{by: number, before: number}} */ (known.get(at));
    way.unshift(it.by);
    at = it.before;
  }
  return way;
}
