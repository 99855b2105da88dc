// @ts-check
// The page of a battle report: asks for the figures and draws them, with links to each moment of the replay.

import { api } from './api.js';
import { fill, h } from './dom.js';
import { around, drawReport } from './report.js';

export class LookBack {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.id = id;
    this.gone = false;
    this.body = h('main', { class: 'report', 'data-testid': 'report' }, h('p', { class: 'muted' }, 'The battle is looked through …'));
    document.title = 'Battle report · Bocage';
    fill(
      root,
      h(
        'div',
        { class: 'page' },
        h(
          'header',
          { class: 'page-top' },
          h('a', { class: 'brand', href: '#/' }, 'Bocage'),
          h('p', {}),
          h('a', { class: 'chip quiet', href: `#/game/${encodeURIComponent(id)}` }, 'To the replay'),
        ),
        this.body,
      ),
    );
  }

  async start() {
    const [report, head] = await Promise.all([api.report(this.id), api.head(this.id)]);
    if (this.gone) return;
    drawReport(this.body, report, {
      ...around(head.map),
      map: api.mapUrl(this.id),
      href: (position) => `#/game/${encodeURIComponent(this.id)}?at=${position}`,
    });
  }

  dispose() {
    this.gone = true;
  }
}
