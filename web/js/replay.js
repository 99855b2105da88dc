// @ts-check
// The strip along the bottom: the whole game as a bar of events, to scrub, step, play and fork.

import { fill, h, icon, s, setting } from './dom.js';

const BINS = 220;
export const PACES = /** @type {[string, number][]} */ ([
  ['Slow', 1600],
  ['Normal', 700],
  ['Fast', 200],
  ['At once', 0],
]);

export class Strip {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.playing = 0;
    this.range = h('input', {
      type: 'range',
      min: '0',
      max: '0',
      step: '1',
      'aria-label': 'Position in the game',
      'data-testid': 'scrub',
    });
    this.range.addEventListener('input', () => {
      this.stop();
      this.seek(Number(this.range.value));
    });
    this.bars = s('svg', { preserveAspectRatio: 'none', viewBox: `0 0 ${BINS} 26`, 'aria-hidden': 'true' });
    this.turns = h('div', { class: 'turn-ticks', 'aria-hidden': 'true' });
    this.where = h('span', { class: 'where', 'data-testid': 'position' });
    /** @param {string} label @param {Node | string} face @param {() => void} run @param {string} id */
    const button = (label, face, run, id) =>
      h('button', { type: 'button', 'aria-label': label, title: label, 'data-testid': id, onclick: run }, face);
    this.playButton = button('Play', icon('play'), () => this.play(), 'replay-play');
    this.liveButton = button('Live', 'Live', () => this.board.go(null), 'live');
    this.forkButton = button('Fork: start a new game from this position', 'Fork', () => this.board.fork(), 'fork');
    this.pace = h(
      'select',
      {
        'aria-label': 'Pace of the computer',
        'data-testid': 'pace',
        onchange: () => board.setPace(Number(this.pace.value)),
      },
      PACES.map(([name, millis]) => h('option', { value: millis }, name)),
    );
    this.paceBox = h('label', { class: 'pace', hidden: true }, h('span', {}, 'Computer'), this.pace);
    this.el = h(
      'footer',
      { class: 'strip', 'data-testid': 'strip', 'aria-label': 'Replay' },
      button('One step back (,)', icon('back'), () => this.step(-1), 'step-back'),
      this.playButton,
      button('One step forward (.)', icon('forward'), () => this.step(1), 'step-forward'),
      h('div', { class: 'scrub' }, this.bars, this.turns, this.range),
      this.where,
      this.liveButton,
      this.forkButton,
      this.paceBox,
    );
    this.pace.value = setting.get('pace', '700');
    this.drawn = '';
  }

  render() {
    const { board } = this;
    const live = board.live;
    if (!live) return;
    const length = live.length;
    const here = board.at ?? length;
    this.range.max = String(length);
    this.range.value = String(here);
    this.range.setAttribute('aria-valuetext', `${here} of ${length}${board.at === null ? ', live' : ''}`);
    this.where.textContent =
      board.at === null
        ? `Position ${length.toLocaleString()} · live`
        : `${here.toLocaleString()} / ${length.toLocaleString()}`;
    this.liveButton.disabled = board.at === null;
    this.paceBox.hidden = !board.head.seats.some((seat) => seat.kind === 'computer');
    this.el.classList.toggle('replaying', board.at !== null);
    this.histogram(length, here);
  }

  /** Events at each position: where much happened the bar is high. @param {number} length @param {number} here */
  histogram(length, here) {
    const log = this.board.feed?.log ?? [];
    const bins = Math.max(1, Math.min(BINS, length + 1));
    const key = `${length} ${log.length}`;
    if (key !== this.drawn) {
      this.drawn = key;
      const counts = new Array(bins).fill(0);
      /** @type {HTMLElement[]} */
      const ticks = [];
      let turn = 0;
      for (const line of log) {
        if (!line) continue;
        counts[Math.min(bins - 1, Math.floor((line.at / (length + 1)) * bins))] += 1 + line.details.length;
        if (line.turn !== turn) {
          turn = line.turn;
          const tick = h('i', {}, String(turn));
          tick.style.left = `${(line.at / Math.max(1, length)) * 100}%`;
          ticks.push(tick);
        }
      }
      const most = Math.max(4, ...counts);
      const wide = BINS / bins;
      fill(
        this.bars,
        s('path', {
          d: counts
            .map((n, i) => (n ? `M${(i + 0.5) * wide} 19v${(-17 * Math.sqrt(n / most)).toFixed(1)}` : ''))
            .join(''),
          class: 'events',
        }),
        s('path', { d: 'M0 20.5H220', class: 'all' }),
        s('path', { class: 'done' }),
      );
      fill(this.turns, ticks);
    }
    this.bars.querySelector('.done')?.setAttribute('d', `M0 20.5H${((here / Math.max(1, length)) * BINS).toFixed(1)}`);
  }

  /** @param {number} to */
  seek(to) {
    const length = this.board.live?.length ?? 0;
    return this.board.go(to >= length ? null : Math.max(0, to));
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    const { view } = this.board;
    const to = by < 0 ? view?.back : view?.forward;
    if (to !== null && to !== undefined) this.seek(to);
  }

  play() {
    if (this.playing) return this.stop();
    if (this.board.at === null) this.board.go(0);
    fill(this.playButton, icon('pause'));
    this.playButton.setAttribute('aria-label', 'Pause');
    const tick = async () => {
      const { at, live } = this.board;
      if (at === null || !live || at >= live.length) return this.stop();
      await this.seek(this.board.view?.forward ?? live.length);
      if (this.playing) this.playing = window.setTimeout(tick, Math.max(60, Number(this.pace.value) / 2));
    };
    this.playing = window.setTimeout(tick, 300);
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = 0;
    fill(this.playButton, icon('play'));
    this.playButton.setAttribute('aria-label', 'Play');
  }
}
