// @ts-check
// Sheets to look things up in: legend, keys, score, the menu of a game.

import { anatomy } from './anatomy.js';
import { api } from './api.js';
import { noticesDialog, openDialog } from './dialogs.js';
import { h, ruleLink, s, setting } from './dom.js';
import { ordersDialog } from './orders.js';
import { sound } from './sound.js';
import { Together } from './together.js';
import { nextTheme, themeName } from './theme.js';

/** @param {import('./types').Head} head @param {import('./types').View | null} view */
export function legendDialog(head, view) {
  const names = /** @type {Record<string, string>} */ ({
    terrain: 'Terrain',
    hexside: 'Hexsides',
    route: 'Roads and rails',
    feature: 'Features',
    marker: 'Markers',
    weapon: 'Weapons on the counters',
  });
  const kinds = [...new Set(head.map.legend.map((e) => e.kind))];
  const swatch = (/** @type {import('./types').LegendEntry} */ entry) => {
    const symbol = ['m-', `legend-${entry.kind}-`, '']
      .map((prefix) => `${prefix}${entry.key}`)
      .find((name) => document.getElementById(name) instanceof SVGElement);
    return h(
      'dt',
      {},
      symbol &&
        s(
          'svg',
          { viewBox: '0 0 48 48', width: 26, height: 26, 'aria-hidden': 'true' },
          s('use', { href: `#${symbol}` }),
        ),
      entry.name,
    );
  };
  openDialog(
    'Legend',
    [
      h(
        'p',
        { class: 'muted' },
        `${head.map.scale}. ${head.title}, ${head.edition}.`,
      ),
      ...anatomy(view, head.system),
      ...kinds.map((kind) =>
        h(
          'section',
          { class: 'legend' },
          h('h3', {}, names[kind] ?? kind),
          h(
            'dl',
            {},
            head.map.legend
              .filter((e) => e.kind === kind)
              .map((e) => [swatch(e), h('dd', {}, e.text)])
              .flat(),
          ),
        ),
      ),
      h(
        'section',
        { class: 'legend' },
        h('h3', {}, 'On the map'),
        h(
          'dl',
          {},
          [
            ['Solid blue ring with a number', 'you may choose this; the number is its key'],
            ['Dashed red ring with a bar', 'refused; point at it to see why'],
            ['Blue frame', 'the unit that acts'],
            ['A tick in a dark disc', 'has acted'],
            ['Dashed outline', 'out of command'],
            ['Dashed blue line', 'from a battery to the leader it is in contact with'],
            ['Gold star with a number', 'it counts for victory, so many points'],
            ['Violet tint', 'where the unit can get to'],
            ['Dots', 'empty places that may be shelled; click one'],
          ]
            .map(([what, means]) => [h('dt', {}, what), h('dd', {}, means)])
            .flat(),
        ),
      ),
    ],
    { id: 'legend', wide: true },
  );
}

const KEYS = [
  ['1 – 9', 'take the option with this number'],
  ['/', 'search all options'],
  ['← →', 'from option to option, in the prompt'],
  ['Space', 'frame what the game is about'],
  ['U', 'undo'],
  ['H', 'ask the computer for a hint'],
  ['Y', 'you are here: the flowchart being run'],
  ['O', 'all overlays'],
  ['T', 'tools in turn: ruler, path, line, area, circle; click or Enter sets a place, Backspace takes one back'],
  ['L', 'legend'],
  ['G', 'go to a place by its number or name'],
  ['I or right click', 'inspect the place or unit'],
  ['arrows', 'on the map: move the cursor (Enter chooses); elsewhere: pan'],
  ['Shift + arrows', 'pan'],
  ['+ − 0', 'zoom in, out, whole map'],
  [', .', 'one step back or forward in the replay'],
  ['Home / End', 'in the strip: first position, live'],
  ['Esc', 'put away the tool and its drawing, the card, the overlay, the fan'],
  ['Backspace', 'in a path: one step back'],
  ['?', 'this list'],
];

/** @param {import('./board.js').Board} board */
export function helpDialog(board) {
  const own = [
    ...(board.head?.overlays ?? []).map((it) => [it.letter, `${it.name}: ${it.text}`]),
    ...(board.view?.displays ?? []).map((it) => [it.letter, it.title]),
  ];
  openDialog(
    'Keys',
    [
      h(
        'table',
        { class: 'keys' },
        h(
          'tbody',
          {},
          [...KEYS, ...own].map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, what))),
        ),
      ),
    ],
    { id: 'help' },
  );
}

/** @param {import('./types').Head} head @param {import('./types').Outcome} outcome @param {{id: string, replay: () => void, again: () => void}} on */
export function outcomeDialog(head, outcome, on) {
  const winner = head.seats.find((seat) => seat.id === outcome.winner);
  openDialog(
    winner ? `Victory: ${winner.name}` : head.seats.length === 1 ? 'Defeat' : 'A draw',
    [
      h('p', { class: 'lead' }, outcome.text),
      h(
        'table',
        { class: 'score' },
        h(
          'tbody',
          {},
          outcome.rows.map((row) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, row.label),
              h('td', { class: 'num' }, row.value),
              h('td', {}, ruleLink(row.rule)),
            ),
          ),
        ),
      ),
      outcome.seed !== null &&
        h(
          'div',
          { class: 'seed' },
          h('p', {}, 'The dice came from this seed, committed to before the first answer:'),
          h('code', {}, outcome.seed),
          h('p', { class: 'muted' }, 'Commitment: ', h('code', {}, head.commitment)),
        ),
    ],
    {
      id: 'outcome',
      actions: [
        { label: 'Battle report', value: 'report', href: `#/report/${encodeURIComponent(on.id)}` },
        { label: 'Replay', value: 'replay', act: on.replay },
        { label: 'Play again', value: 'again', act: on.again },
        { label: 'Save journal', href: api.journalUrl(on.id), download: `${on.id}.bocage.json`, kind: 'quiet' },
        { label: 'All games', href: '#/', kind: 'quiet' },
      ],
    },
  );
}

/** Everything that has no button of its own. @param {import('./board.js').Board} board */
export function menuDialog(board) {
  const { head } = board;
  const follow = setting.get('follow', 'on') === 'on';
  const mine = head?.seats.find((seat) => seat.id === board.seat);
  /** @param {string} name @param {string} key @param {() => void} run */
  const item = (name, key, run) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          'data-testid': key && `menu-${key}`,
          onclick: (/** @type {Event} */ e) => {
            /** @type {HTMLElement} */ (e.currentTarget).closest('dialog')?.close();
            run();
          },
        },
        h('span', {}, name),
        key && h('kbd', {}, key),
      ),
    );
  openDialog(
    head?.title ?? 'Menu',
    [
      mine?.briefing && h('p', {}, h('b', {}, `${mine.name}. `), mine.briefing),
      ...(head?.variants ?? []).map((it) =>
        h('p', { 'data-testid': 'variant' }, h('b', {}, `Variant: ${it.title}. `), it.text),
      ),
      h(
        'ul',
        { class: 'choices' },
        item('Undo', 'U', () => board.undo()),
        item('Legend', 'L', () => board.legend()),
        (board.view?.displays ?? []).map((it) =>
          item(it.title, it.letter, () => board.displays.toggle(it.key)),
        ),
        item('Hint from the computer', 'H', () => board.hint()),
        board.seat !== null && item('Standing orders', '', () => ordersDialog(board)),
        item('Tools: ruler, path, line, area, circle', 'T', () => board.tools.cycle()),
        item('Go to a place', 'G', () => board.goto()),
        item('Keys', '?', () => helpDialog(board)),
        item('Messages', '', noticesDialog),
        item(`Follow the action: ${follow ? 'on' : 'off'}`, '', () => setting.set('follow', follow ? 'off' : 'on')),
        item(`Ask together what belongs together: ${Together.isOn() ? 'on' : 'off'}`, '', () => {
          setting.set('together', Together.isOn() ? 'off' : 'on');
          board.together.reset();
          board.together.show(null);
        }),
        item(`Notes of a first game: ${setting.get('guide', 'first') === 'off' ? 'off' : board.guide.isOn() ? 'on' : 'in first games'}`, '', () => {
          const off = setting.get('guide', 'first') !== 'off' && board.guide.isOn();
          setting.set('guide', off ? 'off' : 'on');
          if (!off) setting.set(`guide.${board.head.system}`, '');
          board.guide.close();
          if (board.view) board.guide.render(board.view);
        }),
        item(`Sound: ${sound.on() ? 'on' : 'off'}`, '', sound.toggle),
        item(`Theme: ${themeName()}`, '', nextTheme),
        item('Fork a what-if from here', '', () => board.fork()),
        board.seat !== null && !board.view?.outcome && item('Concede …', '', () => board.concede()),
        h(
          'li',
          {},
          h('a', { href: api.journalUrl(board.id), download: `${board.id}.bocage.json` }, 'Save the journal'),
        ),
        h('li', {}, h('a', { href: '#/' }, 'All games')),
      ),
    ],
    { id: 'menu' },
  );
}
