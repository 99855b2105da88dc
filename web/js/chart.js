// @ts-check
// You are here: the flowcharts being run as lists of their steps, with the current one marked and those passed ticked.

import { fill, h, setting } from './dom.js';

/** @typedef {import('./types').ChartAt} ChartAt */

export class Here {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.body = h('div', {});
    this.el = h(
      'section',
      { class: 'here empty', id: 'tab-chart', 'aria-label': 'You are here', 'data-testid': 'chart' },
      this.body,
    );
  }

  /** Unfolds the innermost chart, or folds it again; on a narrow screen its tab is shown. */
  toggle() {
    const open = setting.get('chart', 'off') !== 'on';
    setting.set('chart', open ? 'on' : 'off');
    if (this.board.view) this.render(this.board.view);
    if (open) {
      this.board.showTab('chart');
      this.el.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }
  }

  /** @param {import('./types').View} view */
  render(view) {
    const { charts } = view.now;
    this.el.classList.toggle('empty', charts.length === 0);
    fill(
      this.body,
      charts.length === 0
        ? h('p', { class: 'muted' }, 'No flowchart is being run. The letters of the sequence of play show the step.')
        : charts.map((chart, i) => this.chart(chart, i === charts.length - 1)),
    );
  }

  /** @param {ChartAt} at @param {boolean} innermost */
  chart(at, innermost) {
    const chart = this.board.head.charts.find((it) => it.key === at.key);
    if (!chart) return null;
    /** @param {number} i */
    const state = (i) => (i === at.now ? 'now' : at.done.includes(i) ? 'done' : '');
    const open = innermost && setting.get('chart', 'off') === 'on';
    const details = h(
      'details',
      { open, 'data-chart': chart.key },
      h('summary', {}, h('b', {}, chart.title), at.here && h('span', {}, at.here)),
      h(
        'ol',
        { class: 'steps' },
        chart.steps.map((step, i) =>
          h(
            'li',
            { class: state(i), 'aria-current': state(i) === 'now' && 'step' },
            h('b', { class: 'num' }, step.number),
            h(
              'span',
              {},
              step.text,
              state(i) === 'done' && h('span', { class: 'sr' }, ', done'),
              state(i) === 'now' && h('span', { class: 'sr' }, ', you are here'),
            ),
            h(
              'a',
              {
                class: 'rule',
                href: `/api/rules/${encodeURIComponent(step.rules[0])}`,
                'data-rule': step.rules[0],
                'data-title': step.text,
                'aria-label': `Rule of step ${step.number}`,
              },
              '§',
            ),
          ),
        ),
      ),
    );
    if (innermost)
      details.addEventListener('toggle', () => setting.set('chart', details.open ? 'on' : 'off'), { passive: true });
    return details;
  }
}
