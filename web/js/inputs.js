// @ts-check
// What a chart or a sheet takes, as a person would set it: steppers, toggles, choices. What may be entered comes from the
// server; nothing here knows why.

import { announce, h } from './dom.js';

/** @typedef {import('./types').Input} Input */
/** @typedef {Record<string, number | boolean | string>} Values */

/** Choices up to so many are buttons; more are a list. */
const BUTTONS = 4;

export class Inputs {
  /**
   * @param {Input[]} inputs
   * @param {() => void} changed
   * @param {Values} [before] values of an earlier time, where they still fit
   */
  constructor(inputs, changed, before = {}) {
    this.changed = changed;
    /** @type {Values} */
    this.values = {};
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.el = h(
      'div',
      { class: 'inputs' },
      inputs.map((input) => {
        this.values[input.key] = fitting(input, before[input.key]);
        const row = this.row(input);
        this.rows.set(input.key, row);
        return row;
      }),
    );
  }

  /** Marks the input that was refused, or none. @param {string | null} key */
  mark(key) {
    for (const [of, row] of this.rows) row.classList.toggle('wrong', of === key);
  }

  /** @param {string} key @param {number | boolean | string} value */
  set(key, value) {
    this.values[key] = value;
    this.changed();
  }

  /** @param {Input} input */
  row(input) {
    if (input.kind === 'number') return this.stepper(input);
    if (input.kind === 'toggle') return this.toggle(input);
    return input.options.length <= BUTTONS ? this.buttons(input) : this.list(input);
  }

  /** @param {Extract<Input, {kind: 'number'}>} input */
  stepper(input) {
    const box = h('input', {
      type: 'number',
      inputmode: 'numeric',
      min: input.least,
      max: input.most,
      value: this.values[input.key],
      'aria-label': input.title,
      'data-testid': `in-${input.key}`,
      onchange: () => to(Number(box.value)),
    });
    /** @param {number} value */
    const to = (value) => {
      const whole = Math.round(Number.isFinite(value) ? value : input.default);
      const fits = Math.max(input.least, Math.min(input.most, whole));
      box.value = String(fits);
      this.set(input.key, fits);
    };
    /** @param {number} by @param {string} sign */
    const step = (by, sign) =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': `${input.title}: one ${by > 0 ? 'more' : 'less'}`,
          'data-testid': `${by > 0 ? 'more' : 'less'}-${input.key}`,
          onclick: () => {
            to(Number(this.values[input.key]) + by);
            announce(`${input.title} ${this.values[input.key]}`);
          },
        },
        sign,
      );
    return h('div', { class: 'in-row' }, h('span', {}, input.title), h('span', { class: 'stepper' }, step(-1, '−'), box, step(1, '+')));
  }

  /** @param {Extract<Input, {kind: 'toggle'}>} input */
  toggle(input) {
    const box = h('input', {
      type: 'checkbox',
      role: 'switch',
      checked: this.values[input.key] === true,
      'data-testid': `in-${input.key}`,
      onchange: () => this.set(input.key, box.checked),
    });
    return h('label', { class: 'in-row' }, h('span', {}, input.title), box);
  }

  /** @param {Extract<Input, {kind: 'choice'}>} input */
  buttons(input) {
    const group = `in-${input.key}-${Math.random().toString(36).slice(2)}`;
    return h(
      'fieldset',
      { class: 'in-row choice' },
      h('legend', {}, input.title),
      h(
        'span',
        { class: 'choose' },
        input.options.map((option) =>
          h(
            'label',
            {},
            h('input', {
              type: 'radio',
              name: group,
              checked: this.values[input.key] === option.key,
              'data-testid': `in-${input.key}-${option.key}`,
              onchange: () => this.set(input.key, option.key),
            }),
            h('span', {}, option.title),
          ),
        ),
      ),
    );
  }

  /** @param {Extract<Input, {kind: 'choice'}>} input */
  list(input) {
    const select = h(
      'select',
      {
        'aria-label': input.title,
        'data-testid': `in-${input.key}`,
        onchange: () => this.set(input.key, select.value),
      },
      input.options.map((option) =>
        h('option', { value: option.key, selected: this.values[input.key] === option.key }, option.title),
      ),
    );
    return h('div', { class: 'in-row' }, h('span', {}, input.title), select);
  }
}

/** A value of before where it may still be entered, else the default. @param {Input} input @param {unknown} value */
function fitting(input, value) {
  if (input.kind === 'number')
    return typeof value === 'number' && input.least <= value && value <= input.most ? value : input.default;
  if (input.kind === 'toggle') return typeof value === 'boolean' ? value : input.default;
  return input.options.some((option) => option.key === value) ? String(value) : input.default;
}
