// @ts-check
// The first page: games to continue, scenarios to play, replays. Two clicks to a running game.

import { api } from './api.js';
import { confirmDialog } from './dialogs.js';
import { complain, fill, h, icon, toast } from './dom.js';
import { mineOf } from './seats.js';
import { nextTheme, themeName } from './theme.js';

/** @typedef {import('./types').GameEntry} GameEntry */

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** @param {number | string} updated */
function ago(updated) {
  const then = typeof updated === 'number' ? new Date(updated < 1e12 ? updated * 1000 : updated) : new Date(updated);
  if (Number.isNaN(then.getTime())) return '';
  const seconds = (then.getTime() - Date.now()) / 1000;
  /** @type {[number, Intl.RelativeTimeFormatUnit][]} */
  const units = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  const fit = units.find(([size]) => Math.abs(seconds) >= size);
  const words = fit ? relative.format(Math.round(seconds / fit[0]), fit[1]) : 'just now';
  return h('time', { datetime: then.toISOString(), title: then.toLocaleString() }, words);
}

/** The seat a person takes when the game is opened. @param {GameEntry} game */
function seatOf(game) {
  const mine = mineOf(game.id);
  const humans = game.seats.filter((seat) => seat.kind === 'human' && (mine === null || mine.includes(seat.id)));
  return (humans.find((seat) => game.waiting_for.includes(seat.id)) ?? humans[0])?.id ?? null;
}

/** @param {GameEntry} game */
export const gameHref = (game) => {
  const seat = seatOf(game);
  return `#/game/${encodeURIComponent(game.id)}${seat === null ? '' : `?seat=${seat}`}`;
};

/** @param {{id: number, name: string | null}} seat */
const nameOf = (seat) => seat.name ?? `Side ${seat.id + 1}`;

/** A scenario's key without its variants. @param {string} key */
const plain = (key) => key.split('+')[0] ?? key;

/** A title as a key would be written. @param {string} title */
const keyOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** @param {GameEntry} game */
function waiting(game) {
  const seats = game.seats.filter((seat) => game.waiting_for.includes(seat.id));
  if (seats.length === 0) return '';
  const mine = seats.some((seat) => seat.kind === 'human');
  const name = seats.map(nameOf).join(' and ');
  return mine ? `${name} to move` : `${name} (computer) to move`;
}

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

/**
 * The shortest game of each system comes first, to begin with; then all others, system by system.
 * @param {import('./types').ModuleEntry[]} modules
 */
function shortestFirst(modules) {
  const all = modules.flatMap((module) =>
    module.scenarios.map((scenario) => /** @type {[import('./types').ModuleEntry, import('./types').ScenarioEntry]} */ ([module, scenario])),
  );
  const systems = [...new Set(all.map(([module]) => module.system))];
  const first = systems.map((system) =>
    all.filter(([module]) => module.system === system).reduce((a, b) => (b[1].minutes < a[1].minutes ? b : a)),
  );
  return [...first, ...all.filter((it) => !first.includes(it))];
}

export class GameList {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** Can others reach this server? */
    this.open = false;
    this.continue = h('div', {}, this.loading());
    this.play = h('div', {}, this.loading());
    this.replays = h('div', {}, this.loading());
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
          h('section', { 'aria-labelledby': 'h-continue' }, h('h2', { id: 'h-continue' }, 'Continue'), this.continue),
          h('section', { 'aria-labelledby': 'h-play' }, h('h2', { id: 'h-play' }, 'Play'), this.play),
          this.sheets,
          h(
            'section',
            { 'aria-labelledby': 'h-replays' },
            h('h2', { id: 'h-replays' }, 'Replays'),
            this.replays,
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
      const open = games.filter((game) => !game.over);
      const over = games.filter((game) => game.over);
      fill(
        this.continue,
        open.length === 0
          ? h('p', { class: 'muted' }, 'No game is under way. Choose a scenario below: one click starts it.')
          : h(
              'ul',
              { class: 'games' },
              open.map((game) => this.row(game)),
            ),
      );
      fill(
        this.replays,
        over.length === 0
          ? h('p', { class: 'muted' }, 'Finished games come here, to be replayed from any moment.')
          : h(
              'ul',
              { class: 'games' },
              over.map((game) => this.row(game)),
            ),
      );
    } catch (error) {
      if (quiet) return;
      this.failed(this.continue, error, () => this.games());
      fill(this.replays);
    }
  }

  /** @param {GameEntry} game */
  row(game) {
    const turn = typeof game.turn === 'number' ? `turn ${game.turn}` : game.turn;
    return h(
      'li',
      { 'data-testid': 'game' },
      h(
        'a',
        { href: gameHref(game), 'data-testid': game.over ? 'replay' : 'continue' },
        h(
          'span',
          {},
          h('b', {}, game.title),
          game.variants.length > 0 &&
            h('small', { class: 'with', 'data-testid': 'game-variants' }, `with ${game.variants.join(', ')}`),
        ),
        h(
          'span',
          {},
          [
            keyOf(game.title).includes(plain(game.scenario)) ? '' : plain(game.scenario),
            turn,
            game.over ? 'over' : waiting(game),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        h(
          'span',
          { class: 'muted' },
          game.seats.map((seat) => `${nameOf(seat)}: ${seat.kind}`).join(', '),
          ` · ${game.moves.toLocaleString()} answers · `,
          ago(game.updated),
        ),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'aria-label': `Delete ${game.title}, ${turn}`,
          title: 'Delete',
          'data-testid': 'delete',
          onclick: () => this.remove(game),
        },
        icon('bin'),
      ),
    );
  }

  /** @param {GameEntry} game */
  async remove(game) {
    if (
      !(await confirmDialog(
        'Delete this game?',
        `“${game.title}” with its ${game.moves.toLocaleString()} answers will be gone. Save its journal first if you may want it again.`,
        'Delete',
      ))
    )
      return;
    try {
      await api.remove(game.id);
    } catch (error) {
      complain(error);
    }
    await this.games();
  }

  async modules() {
    try {
      const [modules, server] = await Promise.all([api.modules(), api.server()]);
      this.open = server.open_to_network;
      fill(
        this.play,
        modules.length === 0
          ? h('p', { class: 'muted' }, 'No module was found beside the program.')
          : shortestFirst(modules).map(([module, scenario]) => this.card(module, scenario)),
      );
      this.referee(modules.filter((module) => module.sheet));
    } catch (error) {
      this.failed(this.play, error, () => this.modules());
    }
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

  /** @param {import('./types').ModuleEntry} module @param {import('./types').ScenarioEntry} scenario */
  card(module, scenario) {
    const seats = scenario.seats;
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
    const hours =
      scenario.minutes >= 100
        ? `about ${Math.round(scenario.minutes / 60)} hours`
        : `about ${scenario.minutes} minutes`;
    const picture = h('img', {
      src: api.picture(module.system, module.module, scenario.key),
      alt: `Map of ${scenario.title}`,
      loading: 'lazy',
    });
    picture.addEventListener('error', () => picture.remove());
    return h(
      'article',
      { class: 'scenario', 'data-testid': `scenario-${scenario.key}`, 'data-module': module.module },
      h('div', { class: 'thumb' }, picture),
      h(
        'div',
        {},
        h('h3', {}, scenario.title),
        h(
          'p',
          { class: 'muted' },
          [
            scenario.title === module.title ? '' : module.title,
            seats.length === 1 ? 'solitaire' : module.system.toUpperCase(),
            module.edition,
            `${scenario.turns} turns`,
            hours,
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        h('p', {}, scenario.summary || module.summary),
        variants.el,
        h(
          'div',
          { class: 'chips' },
          seats.map((seat, i) =>
            start(
              seats.length === 1 ? `Play the ${seat.name}` : `Play ${seat.name} vs computer`,
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
            'Watch the computer',
            'play-watch',
            seats.map(() => 'computer'),
            null,
            'quiet',
          ),
        ),
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
