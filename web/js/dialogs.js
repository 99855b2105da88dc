// @ts-check
// Dialogs: rules, options, confirmation, messages. All are native <dialog>s: focus, Escape and inertness of the rest
// come with them.

import { api } from './api.js';
import { complain, fill, h, icon, notices } from './dom.js';
import { present } from './gesture.js';

/** @typedef {import('./dom.js').Child} Child */
/** @typedef {{label: string, value?: string, act?: () => void, kind?: string, href?: string, download?: string}} Action */

/**
 * Opens a dialog; the promise tells which action closed it ('' for Escape and the cross).
 * @param {string} title
 * @param {Child[]} body
 * @param {{actions?: Action[], id?: string, wide?: boolean}} [how]
 * @returns {Promise<string>}
 */
export function openDialog(title, body, { actions = [], id = 'dialog', wide = false } = {}) {
  present();
  return new Promise((resolve) => {
    const heading = h('h2', { id: `${id}-title` }, title);
    const dialog = h(
      'dialog',
      { class: wide ? 'sheet wide' : 'sheet', 'aria-labelledby': `${id}-title`, 'data-testid': id },
      h(
        'header',
        {},
        heading,
        h(
          'button',
          { type: 'button', class: 'plain', 'aria-label': 'Close', onclick: () => dialog.close('') },
          icon('close'),
        ),
      ),
      h('div', { class: 'sheet-body', tabindex: '0', role: 'group', 'aria-label': title }, body),
      actions.length > 0 &&
        h(
          'footer',
          {},
          actions.map((action) =>
            action.href
              ? h(
                  'a',
                  {
                    class: `chip ${action.kind ?? ''}`,
                    href: action.href,
                    download: action.download,
                    onclick: () => {
                      if (action.download === undefined) dialog.close(action.value ?? '');
                    },
                  },
                  action.label,
                )
              : h(
                  'button',
                  {
                    type: 'button',
                    class: `chip ${action.kind ?? ''}`,
                    'data-testid': action.value && `${id}-${action.value}`,
                    onclick: () => {
                      dialog.close(action.value ?? '');
                      action.act?.();
                    },
                  },
                  action.label,
                ),
          ),
        ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.addEventListener('click', (e) => {
      if (e.target === dialog) dialog.close('');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
export async function confirmDialog(title, text, yes) {
  const answer = await openDialog(title, [h('p', {}, text)], {
    id: 'confirm',
    actions: [
      { label: yes, value: 'yes', kind: 'danger' },
      { label: 'Cancel', value: 'no', kind: 'quiet' },
    ],
  });
  return answer === 'yes';
}

/** The text of a rule. @param {string} code @param {string} title */
export function ruleDialog(code, title) {
  const text = h('div', { class: 'rule-text' }, h('p', { class: 'muted' }, 'Looking it up …'));
  const name = h('p', { class: 'rule-code' }, code);
  openDialog(title || code, [name, text], { id: 'rule' });
  api.rule(code).then(
    (rule) => {
      name.textContent = rule.source ? `${rule.code} · ${rule.source}` : rule.code;
      fill(
        text,
        rule.text.split(/\n\s*\n/).map((part) => h('p', {}, part)),
      );
    },
    (error) => {
      fill(
        text,
        h(
          'p',
          {},
          error.status === 404
            ? 'Its text is not in this copy; the number above names it in the rules book.'
            : error.message,
        ),
      );
    },
  );
}

/** Asks for a place by its number or name. @param {import('./types').MapHead} head @returns {Promise<number | null>} */
export async function gotoDialog(head) {
  const input = h('input', {
    type: 'text',
    id: 'goto-place',
    autocomplete: 'off',
    list: 'place-names',
    'data-testid': 'goto',
  });
  const answer = openDialog(
    'Go to a place',
    [
      h(
        'form',
        {
          method: 'dialog',
          class: 'goto',
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            input.closest('dialog')?.close('go');
          },
        },
        h(
          'label',
          { for: 'goto-place' },
          'Number or name, such as ',
          h('i', {}, head.cells[Math.floor(head.cells.length / 2)]?.label ?? ''),
        ),
        input,
        h(
          'datalist',
          { id: 'place-names' },
          head.cells
            .filter((x) => x.text.length > x.label.length + 24)
            .slice(0, 60)
            .map((x) => h('option', { value: x.label }, x.text)),
        ),
        h('button', { type: 'submit', class: 'chip' }, 'Go'),
      ),
    ],
    { id: 'goto-dialog' },
  );
  input.focus();
  if ((await answer) !== 'go') return null;
  const wanted = input.value.trim().toLowerCase();
  const digits = wanted.replace(/\D/g, '');
  const found = [
    head.cells.findIndex((x) => x.label.toLowerCase() === wanted),
    digits ? head.cells.findIndex((x) => x.label.replace(/\D/g, '') === digits) : -1,
    wanted ? head.cells.findIndex((x) => x.text.toLowerCase().includes(wanted)) : -1,
  ].find((i) => i >= 0);
  if (found === undefined) complain(new Error(`There is no place “${input.value}” on this map.`));
  return found ?? null;
}

/**
 * A list of options with a search box.
 * @param {import('./types').Question} question
 * @param {(option: import('./types').Choice) => void} take
 * @param {(refusal: import('./types').Refusal) => void} why
 */
export function optionsDialog(question, take, why) {
  const list = h('ul', { class: 'option-list' });
  const input = h('input', {
    type: 'search',
    'aria-label': 'Search the options',
    placeholder: 'Search …',
    'data-testid': 'option-search',
  });
  /** @param {{group?: number | null} | undefined} option */
  const groupOf = (option) => question.groups[option?.group ?? -1]?.label ?? '';
  const draw = () => {
    const wanted = input.value.trim().toLowerCase();
    const match = (/** @type {{label: string, group?: number | null}} */ x) =>
      x.label.toLowerCase().includes(wanted) || groupOf(x).toLowerCase().includes(wanted);
    fill(
      list,
      question.options.filter(match).map((option, i, all) =>
        h(
          'li',
          {},
          groupOf(option) && groupOf(option) !== groupOf(all[i - 1]) && h('h3', {}, groupOf(option)),
          h(
            'button',
            {
              type: 'button',
              'data-option': option.index,
              onclick: () => {
                input.closest('dialog')?.close('taken');
                take(option);
              },
            },
            h('b', { class: 'num' }, option.index + 1),
            h('span', {}, option.label, option.hint && h('small', {}, option.hint)),
          ),
        ),
      ),
      question.refused.filter(match).map((refusal) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'no',
              onclick: () => {
                input.closest('dialog')?.close('why');
                why(refusal);
              },
            },
            icon('no'),
            h('span', {}, refusal.label, h('small', {}, refusal.reason)),
          ),
        ),
      ),
    );
  };
  input.addEventListener('input', draw);
  input.addEventListener('keydown', (e) => {
    if (e.key === 'Enter') /** @type {HTMLElement | null} */ (list.querySelector('button'))?.click();
  });
  draw();
  openDialog(question.prompt, [input, list], { id: 'options' });
  input.focus();
}

/** Everything the player was told so far. */
export function noticesDialog() {
  openDialog(
    'Messages',
    [
      notices.length === 0
        ? h('p', { class: 'muted' }, 'Nothing so far.')
        : h(
            'ul',
            { class: 'notices' },
            [...notices]
              .reverse()
              .map((n) => h('li', { class: n.bad && 'bad' }, h('time', {}, n.time.toLocaleTimeString()), ' ', n.text)),
          ),
    ],
    { id: 'messages' },
  );
}

/**
 * Asks for the other player before a secret decision is shown.
 * @param {string} name @param {() => void} ready
 * @param {string | null} [again] who has sealed and may still look at it @param {() => void} [back]
 */
export function handOver(name, ready, again = null, back = () => {}) {
  /** @param {string} text @param {string} testid @param {string} look @param {() => void} run */
  const button = (text, testid, look, run) =>
    h(
      'button',
      {
        type: 'button',
        class: `chip ${look}`,
        'data-testid': testid,
        onclick: () => {
          screen.remove();
          run();
        },
      },
      text,
    );
  const screen = h(
    'div',
    {
      class: 'hand-over',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-label': `Hand over to ${name}`,
      'data-testid': 'hand-over',
    },
    h(
      'div',
      {},
      h('p', { class: 'brand' }, 'Bocage'),
      h('h2', {}, `Hand over to ${name}`),
      h('p', {}, 'The next decision is secret. The board is covered until its player is here.'),
      h(
        'p',
        { class: 'hand-acts' },
        button(`I am ${name}`, 'hand-ready', 'on', ready),
        again !== null && button(`Back to what ${again} has sealed`, 'hand-back', 'quiet', back),
      ),
    ),
  );
  document.body.append(screen);
  screen.querySelector('button')?.focus();
  return screen;
}
