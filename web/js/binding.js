// @ts-check
// Which options cannot be taken back: where dice follow at once, the button says so before it is pressed. The server
// looks ahead from what this seat may see.

import { api } from './api.js';
import { complain, debounce, h } from './dom.js';

/** @typedef {import('./types').Question} Question */

const WORDS = 'Dice follow: this cannot be taken back.';

export class Binding {
  /** @param {import('./board.js').Board} board @param {import('./prompt.js').Prompt} prompt */
  constructor(board, prompt) {
    this.board = board;
    this.prompt = prompt;
    /** @type {AbortController | null} */
    this.pending = null;
    /** What is known of the question, by its options. @type {{id: string, each: boolean[]} | null} */
    this.known = null;
    this.ask = debounce((/** @type {Question} */ question) => this.fetch(question), 60);
  }

  /** @param {Question | null} question */
  render(question) {
    if (!question) {
      this.ask.cancel();
      this.pending?.abort();
      return;
    }
    if (this.known?.id === question.id) return this.mark();
    this.ask(question);
  }

  /** @param {Question} question */
  async fetch(question) {
    const { board } = this;
    this.pending?.abort();
    const abort = new AbortController();
    this.pending = abort;
    try {
      const { each } = await api.ahead(board.id, board.seat, question.id, [], abort.signal);
      if (abort.signal.aborted || board.view?.question?.id !== question.id) return;
      this.known = { id: question.id, each: each ?? [] };
      this.mark();
    } catch (error) {
      if (!abort.signal.aborted) complain(error);
    }
  }

  mark() {
    for (const chip of this.prompt.options.querySelectorAll('.chip[data-option]')) {
      const binds = this.known?.each[Number(chip.getAttribute('data-option'))] ?? false;
      if (binds === chip.classList.contains('binds')) continue;
      chip.classList.toggle('binds', binds);
      chip.querySelector('.die-mark')?.remove();
      // At the corner of the button, so that nothing moves under the pointer.
      if (binds) chip.append(h('span', { class: 'die-mark', title: WORDS }, h('span', { 'aria-hidden': 'true' }, '⚄'), h('span', { class: 'sr' }, ` ${WORDS}`)));
    }
  }
}
