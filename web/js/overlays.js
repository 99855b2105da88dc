// @ts-check
// Overlays on the map: sight with its reasons, fire zones, command, reach. The server works them out, this draws them.

import { api } from './api.js';
import { announce, complain, debounce, fill, h, icon, ruleLink, s, setting } from './dom.js';
import { openDialog } from './dialogs.js';
import { keyOf, same } from './place.js';
import { sectionView } from './section.js';

/** @typedef {import('./types').Place} Place */
/** The kinds the game offers; "sight" and "zones" have forms of their own. @typedef {string} Kind */
/** @typedef {{kind: Kind, place: Place | null, piece: string | null, whose: 'mine' | 'theirs' | 'unit' | null}} Wanted */

/** So many labels are kept apart from one another. */
const FEW = 40;
/** More labels than this on one map are hidden when it is seen from far away. */
const MANY = 60;

export class Overlays {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Wanted | null} */
    this.wanted = null;
    /** How the moving unit gets to each place within its reach, by the keys of places. @type {Map<string, Place[]>} */
    this.paths = new Map();
    /** The second place of a question of sight. @type {Place | null} */
    this.to = null;
    /** @type {AbortController | null} */
    this.pending = null;
    this.box = h('div', {
      class: 'overlay-card',
      hidden: true,
      'data-solid': '',
      'data-testid': 'overlay',
      role: 'region',
      'aria-label': 'Overlay',
    });
    this.verdict = h('div', { 'aria-live': 'polite', 'data-testid': 'sight' });
    this.later = debounce(() => this.load(), 60);
  }

  /** Turns an overlay on, off, or on to its next form. @param {Kind} kind */
  toggle(kind) {
    const { board } = this;
    const place = board.map.cursor ?? board.pointer.selected.place ?? board.pointer.hovered ?? null;
    const piece = board.pointer.selected.piece ?? board.view?.focus.pieces[0] ?? null;
    const now = this.wanted;
    if (kind === 'zones') return this.zones();
    if (now?.kind === kind && (kind !== 'sight' || same(now.place, place) || place === null)) return this.close();
    const head = this.head(kind);
    if (head?.needs === 'place' && place === null)
      return board.tell(`Point at a place or choose one first, then press ${head.letter}.`);
    if (head?.needs === 'piece' && piece === null) return board.tell(`Choose a unit first, then press ${head.letter}.`);
    if (head?.needs === 'either' && place === null && piece === null)
      return board.tell(`Choose a place or a counter first, then press ${head.letter}.`);
    const chosen = board.pointer.selected.piece;
    return this.show({ kind, place, piece: head?.needs === 'piece' ? piece : chosen, whose: null });
  }

  /** What the game says about a kind. @param {Kind} kind */
  head(kind) {
    return this.board.head?.overlays.find((it) => it.kind === kind);
  }

  /** Fire zones: of the unit chosen, theirs, mine, off. */
  zones() {
    const piece = this.board.pointer.selected.piece;
    const order = /** @type {Wanted['whose'][]} */ (piece === null ? ['theirs', 'mine'] : ['unit', 'theirs', 'mine']);
    const next = order[this.wanted?.kind === 'zones' ? order.indexOf(this.wanted.whose) + 1 : 0];
    return next === undefined
      ? this.close()
      : this.show({ kind: 'zones', place: null, piece: next === 'unit' ? piece : null, whose: next });
  }

  /** @param {Wanted} wanted */
  show(wanted) {
    this.wanted = wanted;
    this.to = null;
    fill(this.verdict);
    return this.load();
  }

  close() {
    this.pending?.abort();
    this.wanted = null;
    this.to = null;
    this.box.hidden = true;
    fill(this.board.map.layers.overlay);
    this.board.overlayChanged();
  }

  /** The position has changed: what is shown may be wrong now. */
  refresh() {
    if (this.wanted) this.later();
    // Places of odds stay as long as the odds do.
    else if (!this.board.odds.shown) this.reachByItself();
  }

  async load() {
    const { board, wanted } = this;
    if (!wanted || !board.view) return;
    this.pending?.abort();
    const abort = new AbortController();
    this.pending = abort;
    try {
      const overlay = await api.overlay(
        board.id,
        wanted.whose === 'mine' ? 'zones-mine' : wanted.kind,
        {
          seat: board.seat,
          at: board.at,
          place: ['place', 'either'].includes(this.head(wanted.kind)?.needs ?? '') ? wanted.place : null,
          piece: wanted.kind === 'sight' ? null : wanted.piece,
        },
        abort.signal,
      );
      if (abort.signal.aborted || this.wanted !== wanted) return;
      this.draw(overlay);
      this.card(overlay);
      // A field about one place is looked at as a whole; what covers the map is not.
      const about = this.head(wanted.kind)?.needs ? overlay.places : [];
      if (about.length <= 80) board.map.camera.reveal(about.map((it) => board.map.centre(it.place)));
      board.overlayChanged();
    } catch (error) {
      if (!abort.signal.aborted) {
        complain(error);
        this.close();
      }
    }
  }

  /** @param {import('./types').Overlay} overlay @param {boolean} [soft] shown unasked, so lightly */
  draw(overlay, soft = false) {
    const { map } = this.board;
    map.layers.overlay.classList.toggle('soft', soft);
    const from = this.wanted?.kind === 'sight' ? this.wanted.place : null;
    fill(
      map.layers.overlay,
      overlay.places.map((x) =>
        x.radius !== undefined
          ? s('circle', {
              class: `tint ${overlay.kind} level-${x.level}`,
              cx: map.centre(x.place).x,
              cy: map.centre(x.place).y,
              r: x.radius / map.grain,
            })
          : map.patch(x.place, `tint ${overlay.kind} level-${x.level} ${this.wanted?.whose ?? ''}`),
      ),
      this.labels(overlay.places.filter((x) => x.label)),
      from !== null && map.ring(from, 'sel', 2),
    );
  }

  /** Labels below their places; one that would lie over another goes farther down, on a line. @param {import('./types').Overlay['places']} places */
  labels(places) {
    const { map } = this.board;
    const many = places.length > MANY ? ' many' : '';
    const far = Number(map.svg.style.getPropertyValue('--far')) || 1;
    const [letter, line] = [6.4 * far, 15 * far];
    /** @type {{x: number, y: number, half: number}[]} */
    const taken = [];
    return places.flatMap(({ place, label }) => {
      const { x, y } = map.centre(place);
      const half = (label.length * letter) / 2;
      const first = y + 24 + 11 * far;
      const at = { x, y: first, half };
      const lies = (/** @type {{x: number, y: number, half: number}} */ it) =>
        Math.abs(it.x - x) < it.half + half && Math.abs(it.y - at.y) < line;
      // A field of numbers stays a field.
      while (places.length <= FEW && taken.some(lies)) at.y += line;
      taken.push(at);
      return [
        at.y > first && s('path', { class: 'tint-lead', d: `M${x} ${y + 22}V${at.y - 11 * far}` }),
        s('text', { x, y: at.y, class: `tint-label${many}`, 'text-anchor': 'middle' }, label),
      ];
    });
  }

  /** @param {import('./types').Overlay} overlay */
  card(overlay) {
    this.box.hidden = false;
    const sight = overlay.kind === 'sight';
    fill(
      this.box,
      h(
        'header',
        {},
        h('h2', {}, overlay.title),
        h(
          'button',
          { type: 'button', class: 'plain', 'aria-label': 'Close overlay (Esc)', onclick: () => this.close() },
          icon('close'),
        ),
      ),
      overlay.text && h('p', {}, overlay.text),
      sight && h('p', { class: 'muted' }, 'Click a place to ask whether it is seen, and why.'),
      this.wanted?.kind === 'zones' && h('p', { class: 'muted' }, h('kbd', {}, 'Z'), ' for the next: theirs, mine, off'),
      this.verdict,
    );
    announce(`${overlay.title}. ${overlay.text}`);
  }

  /** While sight is shown, a click asks instead of choosing. @param {Place} place @returns {boolean} taken */
  takes(place) {
    const from = this.wanted?.kind === 'sight' ? this.wanted.place : null;
    if (from === null || from === undefined) return false;
    this.ask(from, place);
    return true;
  }

  /** @param {Place} from @param {Place} to */
  async ask(from, to) {
    const { board } = this;
    this.to = to;
    try {
      const sight = await api.sight(board.id, board.seat, from, to, board.at);
      if (this.to !== to || this.wanted?.kind !== 'sight') return;
      const a = board.map.centre(from);
      const b = board.map.centre(to);
      board.map.layers.overlay.querySelectorAll('.line-of-sight, .asked').forEach((el) => el.remove());
      board.map.layers.overlay.append(
        ...sight.reasons
          .filter((r) => r.place !== null)
          .map((r) => board.map.ring(/** @type {Place} */ (r.place), r.blocks ? 'asked blocks' : 'asked', 4)),
        s('path', { class: `line-of-sight ${sight.clear ? 'clear' : 'blocked'}`, d: `M${a.x} ${a.y}L${b.x} ${b.y}` }),
        s('circle', { class: 'line-of-sight end', cx: b.x, cy: b.y, r: 6 }),
      );
      fill(
        this.verdict,
        h(
          'h3',
          { class: sight.clear ? 'good' : 'bad' },
          icon(sight.clear ? 'yes' : 'no'),
          `${board.map.label(from)} → ${board.map.label(to)}: ${sight.clear ? 'seen' : 'not seen'}`,
          h('small', {}, sight.distance),
        ),
        h('p', {}, sight.text),
        sight.section && sectionView(sight.section, (place) => board.map.glow(place === null ? [] : [place])),
        h(
          'ol',
          { class: 'reasons' },
          sight.reasons.map((r) =>
            h(
              'li',
              {
                class: r.blocks && 'blocks',
                onpointerenter: () => r.place !== null && board.map.glow([r.place]),
                onpointerleave: () => board.map.glow([]),
              },
              r.text,
              ' ',
              ruleLink(r.rule),
            ),
          ),
        ),
      );
    } catch (error) {
      complain(error);
    }
  }

  /**
   * When every place on offer is within reach of the acting unit, the reach of that unit is shown with it: the player
   * sees how far it gets. Nothing is shown when the two do not fit (shots, for example).
   */
  async reachByItself() {
    const { board } = this;
    const layer = board.map.layers.overlay;
    this.pending?.abort();
    this.paths.clear();
    const tints = board.view?.focus.tints ?? [];
    if (tints.length > 0) return this.draw({ kind: 'fire', title: '', text: '', places: tints }, true);
    const question = board.replaying ? null : board.view?.question;
    const places = question?.options.flatMap((o) => (o.kind === 'place' && o.place !== null ? [o.place] : [])) ?? [];
    const actor = board.view?.focus.pieces[0];
    const known = board.head?.overlays.some((it) => it.kind === 'reach');
    if (!question || !actor || !known || places.length === 0) return fill(layer);
    const abort = new AbortController();
    this.pending = abort;
    try {
      const overlay = await api.overlay(board.id, 'reach', { seat: board.seat, piece: actor }, abort.signal);
      if (abort.signal.aborted || this.wanted) return;
      const within = new Set(overlay.places.map((x) => keyOf(x.place)));
      const fits = places.every((place) => within.has(keyOf(place)));
      if (fits) {
        for (const x of overlay.places) if (x.path) this.paths.set(keyOf(x.place), x.path);
        board.path.know(overlay);
      }
      // Places of odds that were asked for meanwhile stay.
      if (board.odds.shown) return;
      if (fits && setting.get('reach', 'on') === 'on') this.draw(overlay, true);
      else fill(layer);
    } catch {
      if (!board.odds.shown && !abort.signal.aborted && !this.wanted) fill(layer);
    }
  }

  /** All overlays, for those without keys. */
  menu() {
    const all = this.board.head?.overlays ?? [];
    const automatic = h('input', {
      type: 'checkbox',
      onchange: () => {
        setting.set('reach', automatic.checked ? 'on' : 'off');
        this.refresh();
      },
    });
    automatic.checked = setting.get('reach', 'on') === 'on';
    openDialog(
      'Overlays',
      [
        h(
          'ul',
          { class: 'choices' },
          all.map(({ kind, letter, name, text }) =>
            h(
              'li',
              {},
              h(
                'button',
                {
                  type: 'button',
                  'aria-pressed': String(this.wanted?.kind === kind),
                  'data-testid': `overlay-${kind}`,
                  onclick: (/** @type {Event} */ e) => {
                    /** @type {HTMLElement} */ (e.currentTarget).closest('dialog')?.close();
                    this.toggle(kind);
                  },
                },
                h('kbd', {}, letter),
                h('span', {}, name, h('small', {}, text)),
              ),
            ),
          ),
        ),
        h('label', { class: 'check' }, automatic, ' Show the reach of a unit that is moving'),
      ],
      { id: 'overlays' },
    );
  }
}
