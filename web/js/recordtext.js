// @ts-check
// Records as text: an order can be kept, sent to a friend, and taken in again.

import { announce, fill, h } from './dom.js';

/** The records as text, to be copied, kept, changed and taken in again. */
export class AsText {
  /** @param {import('./formrecords.js').RecordsOnMap} records */
  constructor(records) {
    this.records = records;
    this.area = h('textarea', { rows: 6, spellcheck: 'false', 'aria-label': 'As text (JSON)', 'data-testid': 'as-text' });
    this.said = h('p', { class: 'form-missing', role: 'status' });
    const button = (/** @type {string} */ name, /** @type {string} */ id, /** @type {() => void} */ run) =>
      h('button', { type: 'button', class: 'chip quiet', 'data-testid': id, onclick: run }, name);
    this.take = button('Take this text', 'take-text', () => this.read());
    this.el = h(
      'details',
      { class: 'form-all', ontoggle: () => this.refresh() },
      h('summary', {}, 'As text, to copy or paste'),
      this.area,
      this.said,
      h('div', { class: 'form-tools' }, button('Copy', 'copy-text', () => this.copy()), this.take),
    );
  }

  refresh() {
    this.take.hidden = this.records.locked;
    this.area.readOnly = this.records.locked;
    if (!this.el.open || document.activeElement === this.area) return;
    this.area.value = JSON.stringify(this.records.list(), null, 2);
    fill(this.said);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.area.value);
      announce('Copied.');
      fill(this.said, 'Copied.');
    } catch {
      // Where the page may not write there, the player does.
      this.area.select();
      fill(this.said, 'It is marked: copy it with the keyboard.');
    }
  }

  read() {
    try {
      const value = JSON.parse(this.area.value);
      this.records.set(Array.isArray(value) ? value : [value]);
      this.records.change();
      fill(this.said, `${this.records.records.length} taken in.`);
    } catch (error) {
      fill(this.said, `This text cannot be read: ${error instanceof Error ? error.message : error}`);
      this.area.focus();
    }
  }
}
