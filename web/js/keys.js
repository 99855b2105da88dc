// @ts-check
// Keys of the board. Everything here is also reachable by a button.

import { helpDialog } from './sheets.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {import('./board.js').Board} board
 * @returns {() => void} stops listening
 */
export function listenToKeys(board) {
  /** @type {Record<string, () => void>} */
  const run = {
    u: () => board.undo(),
    h: () => board.hint(),
    y: () => board.here.toggle(),
    o: () => board.overlays.menu(),
    t: () => board.tools.cycle(),
    l: () => board.legend(),
    g: () => board.goto(),
    '/': () => board.prompt.search(),
    '?': () => helpDialog(board),
    i: () => {
      const place = board.map.cursor ?? board.pointer.hovered;
      if (place !== null) board.pointer.select({ place, piece: null });
    },
    '+': () => board.map.camera.zoom(1.25),
    '=': () => board.map.camera.zoom(1.25),
    '-': () => board.map.camera.zoom(0.8),
    '−': () => board.map.camera.zoom(0.8),
    0: () => board.map.camera.fit(),
    ',': () => board.strip.step(-1),
    '.': () => board.strip.step(1),
    Backspace: () => board.prompt.form.back(),
    Escape: () => board.pointer.escape(),
  };

  /** Overlays and displays have the keys the game gives them. @param {string} letter @returns {(() => void) | undefined} */
  const lettered = (letter) => {
    const overlay = board.head?.overlays.find((it) => it.letter === letter);
    const display = board.view?.displays.find((it) => it.letter === letter);
    if (overlay) return () => board.overlays.toggle(overlay.kind);
    return display && (() => board.displays.toggle(display.key));
  };

  /** @param {KeyboardEvent} e */
  const down = (e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || document.querySelector('dialog[open], .hand-over'))
      return;
    if (target.matches('select, textarea, input:not([type=range])')) return;
    const arrow = ARROWS[e.key];
    if (arrow) {
      if (target.matches('input[type=range]')) return;
      const onMap = target === board.map.el && !e.shiftKey;
      if (onMap) board.map.step(arrow[0], arrow[1]);
      else board.map.camera.pan(-arrow[0] * 80, -arrow[1] * 80);
      e.preventDefault();
      return;
    }
    if (target === board.map.el && e.key === 'Enter' && board.map.cursor !== null) {
      board.pointer.place({ place: board.map.cursor, piece: null, touch: false });
      e.preventDefault();
      return;
    }
    if (e.key === ' ' && !target.matches('button, a, summary, input')) {
      board.frame();
      e.preventDefault();
      return;
    }
    const option =
      /^[1-9]$/.test(e.key) && !board.replaying
        ? board.question?.options.find((o) => o.index === Number(e.key) - 1)
        : undefined;
    if (option) board.pointer.choose(option, false);
    else {
      const act = run[e.key.length === 1 ? e.key.toLowerCase() : e.key] ?? lettered(e.key.toUpperCase());
      if (!act) return;
      act();
    }
    e.preventDefault();
  };
  addEventListener('keydown', down);
  return () => removeEventListener('keydown', down);
}
