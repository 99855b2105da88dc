// @ts-check
// The first page: games to continue, scenarios to play, replays. Two clicks to a running game. What is played first is the
// shortest game of each system.

import { api } from './api.js';
import { complain, fill, h, toast } from './dom.js';
import { Games } from './games.js';
import { nextTheme, themeName } from './theme.js';

/** What kind of game a system is, for who has never heard its name. @type {Record<string, {name: string, text: string}>} */
const KINDS = {
  gts: { name: 'Grand tactical', text: 'Companies on hexes. Chits drawn from a cup say which formation acts next; the enemy may fire at every step.' },
  omaha: { name: 'Solitaire', text: 'One player against a deck of cards, without dice. Few rules to know before the first landing.' },
  tcs: { name: 'Tactical, by orders', text: 'Platoons, guns and tanks. Orders are drawn on the map, waited for and kept.' },
  skirmish: { name: 'Skirmish', text: 'Single figures on a free table, measured in inches, some of them hidden.' },
};

/** What may be changed of a scenario before it starts. */
class VariantPicker {
  /** @param {import('./types').ScenarioEntry} scenario */
  constructor(scenario) {
    const note = h('p', { class: 'variant-note', role: 'status', 'data-testid': 'variant-note' });
    const count = h('span', { class: 'muted' });
    const rows = scenario.variants.map((it) => {
      const box = h('input', {
        type: 'checkbox',
        'data-testid': `variant-${it.key}`,
        onchange: () => this.show(),
      });
      return { it, box };
    });
    this.rows = rows;
    this.note = note;
    this.count = count;
    this.el =
      rows.length > 0 &&
      h(
        'details',
        { class: 'variants', 'data-testid': 'variants' },
        h('summary', {}, h('b', {}, 'Variants'), ' ', count),
        h(
          'fieldset',
          {},
          h('legend', { class: 'sr' }, `Variants of ${scenario.title}`),
          rows.map(({ it, box }) => h('label', {}, box, h('span', {}, h('b', {}, it.title), h('small', {}, it.text)))),
        ),
        note,
      );
    this.show();
  }

  chosen() {
    return this.rows.filter(({ box }) => box.checked).map(({ it }) => it.key);
  }

  /** Says how many are chosen, and where one leaves another nothing to change. */
  show() {
    const chosen = this.rows.filter(({ box }) => box.checked).map(({ it }) => it);
    this.count.textContent =
      chosen.length === 0
        ? `none of ${this.rows.length} chosen: the scenario as it is written`
        : chosen.map((it) => it.title).join(', ');
    const idle = chosen.flatMap((it) => {
      const other = chosen.find((other) => other.key === it.idle?.with);
      return other && it.idle ? [`“${it.title}” beside “${other.title}”: ${it.idle.why}.`] : [];
    });
    this.note.textContent = idle.join(' ');
    this.note.hidden = idle.length === 0;
  }
}

/** @typedef {[import('./types').ModuleEntry, import('./types').ScenarioEntry]} Offer */

/**
 * The shortest game of each system, shortest first; and all the others, system by system, each from the shortest on.
 * @param {import('./types').ModuleEntry[]} modules
 */
function sorted(modules) {
  const all = modules.flatMap((module) => module.scenarios.map((scenario) => /** @type {Offer} */ ([module, scenario])));
  const quicker = (/** @type {Offer} */ a, /** @type {Offer} */ b) => a[1].minutes - b[1].minutes;
  const systems = [...new Set(all.map(([module]) => module.system))].map((system) =>
    all.filter(([module]) => module.system === system).sort(quicker),
  );
  return { first: systems.flatMap((it) => it.slice(0, 1)).sort(quicker), rest: systems.flatMap((it) => it.slice(1)) };
}

/** @param {number} minutes */
const lasts = (minutes) => (minutes >= 100 ? `about ${Math.round(minutes / 60)} hours` : `about ${minutes} minutes`);

export class GameList {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** Can others reach this server? */
    this.open = false;
    this.continue = new Games('under way', 'No game is under way. Choose a scenario below: one click starts it.', () => this.games());
    this.play = h('div', {}, this.loading());
    this.replays = new Games('that are over', 'Finished games come here, to be replayed from any moment.', () => this.games());
    this.sheets = h('section', { 'aria-labelledby': 'h-referee', hidden: true });
    const file = h('input', {
      type: 'file',
      id: 'journal-file',
      class: 'sr',
      tabindex: '-1',
      'aria-label': 'Journal file',
      'data-testid': 'import-file',
      onchange: () => this.import(file),
    });
    const theme = h(
      'button',
      {
        type: 'button',
        class: 'chip quiet',
        onclick: () => {
          nextTheme();
          theme.textContent = `Theme: ${themeName()}`;
        },
      },
      `Theme: ${themeName()}`,
    );
    document.title = 'Bocage';
    fill(
      root,
      h(
        'div',
        { class: 'page' },
        h(
          'header',
          { class: 'page-top' },
          h('h1', { class: 'brand' }, 'Bocage'),
          h('p', {}, 'Referee, opponent and table for tactical wargames'),
          theme,
        ),
        h(
          'main',
          {},
          h('section', { 'aria-labelledby': 'h-continue' }, h('h2', { id: 'h-continue' }, 'Continue'), this.continue.el),
          h('section', { 'aria-labelledby': 'h-play' }, h('h2', { id: 'h-play' }, 'Play'), this.play),
          this.sheets,
          h(
            'section',
            { 'aria-labelledby': 'h-replays' },
            h('h2', { id: 'h-replays' }, 'Replays'),
            this.replays.el,
            h(
              'p',
              { class: 'import' },
              file,
              h(
                'button',
                { type: 'button', class: 'chip quiet', 'data-testid': 'import', onclick: () => file.click() },
                'Open a journal file …',
              ),
            ),
          ),
        ),
      ),
    );
    this.games();
    this.modules();
    this.timer = window.setInterval(() => {
      if (!document.hidden) this.games(true);
    }, 15_000);
  }

  dispose() {
    clearInterval(this.timer);
  }

  loading() {
    return h('p', { class: 'muted' }, 'Loading …');
  }

  /** @param {HTMLElement} where @param {unknown} error @param {() => void} again */
  failed(where, error, again) {
    fill(
      where,
      h(
        'div',
        { class: 'failed', role: 'alert' },
        h('p', {}, error instanceof Error ? error.message : String(error)),
        h('button', { type: 'button', class: 'chip', onclick: again }, 'Try again'),
      ),
    );
  }

  async games(quiet = false) {
    try {
      const games = await api.games();
      this.continue.show(games.filter((game) => !game.over));
      this.replays.show(games.filter((game) => game.over));
    } catch (error) {
      if (quiet) return;
      this.failed(this.continue.el, error, () => this.games());
      fill(this.replays.el);
    }
  }

  async modules() {
    try {
      const [modules, server] = await Promise.all([api.modules(), api.server()]);
      this.open = server.open_to_network;
      fill(
        this.play,
        modules.length === 0
          ? h('p', { class: 'muted' }, 'No module was found beside the program.')
          : this.offers(modules),
      );
      this.referee(modules.filter((module) => module.sheet));
    } catch (error) {
      this.failed(this.play, error, () => this.modules());
    }
  }

  /** To begin with one game of each kind; then all. @param {import('./types').ModuleEntry[]} modules */
  offers(modules) {
    const { first, rest } = sorted(modules);
    return [
      first.length > 1 && h('h3', { class: 'shelf' }, 'To begin with', h('small', {}, 'the shortest game of each kind')),
      h('div', { class: 'first-games' }, first.map(([module, scenario]) => this.card(module, scenario, true))),
      rest.length > 0 && h('h3', { class: 'shelf' }, 'All the others'),
      rest.map(([module, scenario]) => this.card(module, scenario)),
    ].flat();
  }

  /** Sheets for who has the figures before him. @param {import('./types').ModuleEntry[]} modules */
  referee(modules) {
    this.sheets.hidden = modules.length === 0;
    fill(
      this.sheets,
      h('h2', { id: 'h-referee' }, 'Referee at a real table'),
      h(
        'p',
        {},
        'You have the figures and the table; this phone keeps orders, markers, losses and morale of both sides, works out every number with its odds, and rolls.',
      ),
      h(
        'ul',
        { class: 'ref-list' },
        modules.flatMap((module) =>
          module.scenarios.map((scenario) =>
            h(
              'li',
              {},
              h(
                'a',
                {
                  class: 'chip',
                  href: `#/referee/${[module.system, module.module, scenario.key].map(encodeURIComponent).join('/')}`,
                  'data-testid': `referee-${scenario.key}`,
                },
                scenario.title,
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {import('./types').ModuleEntry} module @param {import('./types').ScenarioEntry} scenario @param {boolean} [first] */
  card(module, scenario, first = false) {
    const seats = scenario.seats;
    const kind = KINDS[module.system];
    const variants = new VariantPicker(scenario);
    /** @param {string} name @param {string} id @param {string[]} kinds @param {number | null} seat @param {string} [look] @param {number[] | null} [mine] */
    const start = (name, id, kinds, seat, look = '', mine = null) =>
      h(
        'button',
        {
          type: 'button',
          class: `chip ${look}`,
          'data-testid': id,
          onclick: (/** @type {Event} */ e) =>
            this.start(/** @type {HTMLButtonElement} */ (e.currentTarget), {
              system: module.system,
              module: module.module,
              scenario: scenario.key,
              variants: variants.chosen(),
              seats: kinds,
            }, seat, mine),
        },
        name,
      );
    const picture = h('img', {
      src: api.picture(module.system, module.module, scenario.key),
      alt: `Map of ${scenario.title}`,
      loading: 'lazy',
    });
    const buttons = h(
      'div',
      { class: 'chips' },
      seats.map((seat, i) =>
        start(
          seats.length === 1 ? `Play the ${seat.name}` : first ? `Play ${seat.name}` : `Play ${seat.name} vs computer`,
          `play-${seat.id}`,
          seats.map((s) => (s.id === seat.id ? 'human' : 'computer')),
          seat.id,
          i === 0 ? 'on' : '',
        ),
      ),
      seats.length > 1 &&
        start(
          'Hot seat',
          'play-hot',
          seats.map(() => 'human'),
          seats[0]?.id ?? 0,
          'quiet',
        ),
      this.open &&
        seats.length > 1 &&
        seats.map((seat) =>
          start(
            `Invite somebody, play ${seat.name}`,
            `invite-as-${seat.id}`,
            seats.map(() => 'human'),
            seat.id,
            'quiet',
            [seat.id],
          ),
        ),
      start(
        first ? 'Watch' : 'Watch the computer',
        'play-watch',
        seats.map(() => 'computer'),
        null,
        'quiet',
      ),
    );
    picture.addEventListener('error', () => picture.remove());
    return h(
      'article',
      { class: first ? 'scenario first' : 'scenario', 'data-testid': `scenario-${scenario.key}`, 'data-module': module.module },
      h('div', { class: 'thumb' }, picture),
      h(
        'div',
        {},
        first && kind && h('p', { class: 'kind' }, h('b', {}, kind.name), h('small', {}, module.system.toUpperCase())),
        h(first ? 'h4' : 'h3', {}, scenario.title),
        h(
          'p',
          { class: 'muted' },
          [
            scenario.title === module.title ? '' : module.title,
            first ? '' : [kind?.name, module.system.toUpperCase()].filter(Boolean).join(', '),
            first ? '' : module.edition,
            `${scenario.turns} turns`,
            lasts(scenario.minutes),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        first && buttons,
        first && kind && h('p', {}, kind.text),
        h('p', {}, scenario.summary || module.summary),
        variants.el,
        !first && buttons,
      ),
    );
  }

  /** @param {HTMLButtonElement} button @param {import('./types').NewGame} wanted @param {number | null} seat @param {number[] | null} mine */
  async start(button, wanted, seat, mine) {
    button.disabled = true;
    try {
      const { id } = await api.create(wanted, mine);
      location.hash = `#/game/${encodeURIComponent(id)}${seat === null ? '' : `?seat=${seat}`}`;
    } catch (error) {
      button.disabled = false;
      complain(error);
    }
  }

  /** @param {HTMLInputElement} file */
  async import(file) {
    const journal = file.files?.[0];
    if (!journal) return;
    try {
      await api.import(await journal.text());
      toast(`“${journal.name}” is in the list now.`);
      await this.games();
    } catch (error) {
      complain(error);
    }
    file.value = '';
  }
}
