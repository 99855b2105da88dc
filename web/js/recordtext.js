// @ts-check
// Records as text: an order can be kept, sent to a friend, put into a module, and taken in again. The server writes and reads
// the words of its files where the form says so; elsewhere the text is the value as it is sent.

import { announce, fill, h } from './dom.js';

/** @typedef {{line: number, message: string, suggestion?: string}} Problem */
/**
 * Who writes and reads.
 * @typedef {object} Scribe
 * @property {string} name of the words it is written in
 * @property {() => Promise<string>} write what is filled in
 * @property {(text: string) => Promise<Problem[]>} read takes it in, or says what is wrong with it
 */

/** The records as text, to be copied, kept, changed and taken in again. */
export class AsText {
  /** @param {import('./formrecords.js').RecordsOnMap} records @param {Scribe | null} scribe */
  constructor(records, scribe) {
    this.records = records;
    this.scribe = scribe ?? plain(records);
    /** What was written for, so that nothing is written twice. */
    this.of = '';
    this.area = h('textarea', { rows: 8, spellcheck: 'false', wrap: 'off', 'aria-label': `As text (${this.scribe.name})`, 'data-testid': 'as-text' });
    this.said = h('div', { role: 'status', 'data-testid': 'text-said' });
    const button = (/** @type {string} */ name, /** @type {string} */ id, /** @type {() => void} */ run) =>
      h('button', { type: 'button', class: 'chip quiet', 'data-testid': id, onclick: run }, name);
    this.take = button('Take this text', 'take-text', () => this.read());
    this.again = button('As it is in the form', 'write-text', () => this.write(true));
    this.el = h(
      'details',
      { class: 'form-all', 'data-testid': 'text', ontoggle: () => this.refresh() },
      h('summary', {}, `As text (${this.scribe.name}), to copy or paste`),
      this.said,
      this.area,
      h('div', { class: 'form-tools' }, button('Copy', 'copy-text', () => this.copy()), this.take, this.again),
    );
  }

  refresh() {
    this.take.hidden = this.records.locked;
    this.area.readOnly = this.records.locked;
    if (!this.el.open || document.activeElement === this.area) return;
    this.write();
  }

  /** @param {boolean} [anyhow] what was pasted and not taken goes */
  async write(anyhow = false) {
    const of = JSON.stringify(this.records.list());
    if (of === this.of && !anyhow) return;
    this.of = of;
    try {
      const text = await this.scribe.write();
      if (this.of !== of) return;
      this.area.value = text;
      fill(this.said);
    } catch (error) {
      this.say([], `It could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.area.value);
      announce('Copied.');
      this.say([], 'Copied.');
    } catch {
      // Where the page may not write there, the player does.
      this.area.select();
      this.say([], 'It is marked: copy it with the keyboard.');
    }
  }

  async read() {
    try {
      const problems = await this.scribe.read(this.area.value);
      if (problems.length > 0) {
        this.say(problems, 'This text cannot be taken yet; the form is as it was.');
        this.mark(problems[0].line);
        return;
      }
      this.of = JSON.stringify(this.records.list());
      this.say([], `${this.records.records.length} taken in.`);
    } catch (error) {
      this.say([], `This text cannot be read: ${error instanceof Error ? error.message : error}`);
      this.area.focus();
    }
  }

  /** @param {Problem[]} problems @param {string} words */
  say(problems, words) {
    fill(
      this.said,
      h('p', { class: problems.length > 0 ? 'form-missing' : 'rec-note' }, words),
      problems.length > 0 &&
        h(
          'ol',
          { class: 'text-wrong' },
          problems.map((it) =>
            h(
              'li',
              {},
              h('button', { type: 'button', class: 'plain-text', onclick: () => this.mark(it.line) }, `Line ${it.line}`),
              `: ${it.message}.`,
              it.suggestion && ` ${it.suggestion}`,
            ),
          ),
        ),
    );
  }

  /** Marks a line of the text. @param {number} line from 1 */
  mark(line) {
    const lines = this.area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.area.scrollTop = (this.area.scrollHeight / Math.max(1, lines.length)) * Math.max(0, line - 3);
  }
}

/** The value itself. @param {import('./formrecords.js').RecordsOnMap} records @returns {Scribe} */
const plain = (records) => ({
  name: 'JSON',
  write: async () => JSON.stringify(records.list(), null, 2),
  read: async (text) => {
    const value = JSON.parse(text);
    records.set(Array.isArray(value) ? value : [value]);
    records.change();
    return [];
  },
});
