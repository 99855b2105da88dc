// @ts-check
// Nothing is answered by accident: a click or key counts only if it began a moment after what it answers was shown. The
// second click of a double click, a key held down or typed ahead, a finger that was already on the screen: none of them
// was meant for a question that nobody can have read yet.

/** Nobody reads a question and answers it within this time, in ms. A double click is faster. */
export const SETTLE = 350;

let began = 0;
let shown = -Infinity;
let watching = false;
let waking = 0;
/** Counts what was presented. */
let turn = 0;

/** Notes when gestures begin. Before everything else on the page, so that no handler sees one that is not known. */
export function watchGestures() {
  if (watching) return;
  watching = true;
  /** @param {Event} e */
  const down = (e) => {
    // A key that repeats began when it was first pressed.
    if (e instanceof KeyboardEvent && e.repeat) return;
    began = e.timeStamp;
  };
  addEventListener('pointerdown', down, true);
  addEventListener('keydown', down, true);
}

/** Something new is to be decided from now on: a question, a list, a dialog. It counts from when it is on the screen. */
export function present() {
  const mine = ++turn;
  shown = Infinity;
  document.documentElement.setAttribute('data-settling', '');
  const painted = () => {
    if (mine !== turn || shown !== Infinity) return;
    shown = performance.now();
    clearTimeout(waking);
    waking = window.setTimeout(() => document.documentElement.removeAttribute('data-settling'), SETTLE);
  };
  requestAnimationFrame(painted);
  // A page in the background paints nothing.
  clearTimeout(waking);
  waking = window.setTimeout(painted, 1000);
}

/** Did the gesture that is under way begin before what it would answer could be read? */
export const early = () => began < shown + SETTLE;
