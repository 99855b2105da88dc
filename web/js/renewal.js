// @ts-check
// A game whose files have changed so that it cannot be opened: what has changed, and what can be done.

import { api, ApiError } from './api.js';
import { complain, h } from './dom.js';

/** What the page offers beside the error; null where the files are not to blame. @param {string} id @param {unknown} error @param {() => void} again */
export async function renewal(id, error, again) {
  const codes = ['journal', 'unknown_scenario', 'broken_module', 'unknown_variant'];
  if (!(error instanceof ApiError) || !codes.includes(error.code)) return null;
  const found = await api.content(id).catch(() => null);
  if (!found) return null;
  const renew = async () => {
    try {
      await api.renew(id);
      again();
    } catch (problem) {
      complain(problem);
    }
  };
  return h(
    'div',
    { 'data-testid': 'renewal' },
    found.changed.length > 0 &&
      h('ul', {}, found.changed.map((it) => h('li', {}, h('code', {}, it.path), ` was ${it.how}`))),
    found.rules_version_here !== null &&
      found.rules_version_here !== found.rules_version &&
      h('p', {}, `It was begun with version ${found.rules_version} of the rules; here is version ${found.rules_version_here}.`),
    h(
      'div',
      { class: 'chips' },
      found.content_here !== null &&
        h('button', { type: 'button', class: 'chip', onclick: renew }, 'Go on with the files as they are now'),
      h('a', { class: 'chip quiet', href: api.journalUrl(id), download: '' }, 'Save the game as a file'),
    ),
    found.why_not_here !== null && h('p', { class: 'muted' }, found.why_not_here),
  );
}
