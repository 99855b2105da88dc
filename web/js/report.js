// @ts-check
// A battle looked back on: the map over time, points and losses by turn, the luck of both sides, turning points. It
// imports nothing, so that `bocage report` can write it into one file with its figures.

/** @typedef {import('./types').BattleReport} BattleReport */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{map: string, centre: (place: any) => Point, width: number, height: number, href: ((position: number) => string) | null, step?: number}} Around */

const SVG = 'http://www.w3.org/2000/svg';
const COLOURS = ['var(--seat-0, #7a5a2a)', 'var(--seat-1, #3f463c)'];
const MARKS = ['●', '■'];

/** @param {string} tag @param {Record<string, any>} [props] @param {...any} children @returns {any} */
function make(tag, props = {}, ...children) {
  const drawn = ['svg', 'g', 'path', 'line', 'circle', 'rect', 'text', 'title', 'polyline', 'image'].includes(tag);
  const el = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === 'style') el.style.cssText = value;
    else if (typeof value === 'function') el.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) el.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children.flat(3)) if (child !== null && child !== undefined && child !== false) el.append(child);
  return el;
}

const percent = (/** @type {number} */ n) => `${Math.round(n * 100)} %`;
const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);

/** A moment of the replay, where there is one to go to. @param {Around} around @param {number} position @param {any} text */
const moment = (around, position, text) => (around.href ? make('a', { href: around.href(position) }, text) : text);

/** Lines over the turns, one a seat, with their figures as a table for who sees no lines. @param {string} title @param {BattleReport} report @param {number[][]} rows by seat @param {string[]} xs */
function plot(title, report, rows, xs) {
  const [w, h, left, bottom] = [640, 220, 44, 30];
  const all = rows.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ i) => left + (i * (w - left - 16)) / Math.max(1, xs.length - 1);
  const y = (/** @type {number} */ n) => h - bottom - ((n - low) * (h - bottom - 14)) / (high - low);
  const ticks = [low, (low + high) / 2, high];
  return make(
    'figure',
    { class: 'report-plot' },
    make('figcaption', {}, make('b', {}, title), ' ', report.seats.map((name, i) => make('span', { style: `color:${COLOURS[i]}` }, `${MARKS[i] ?? '▲'} ${name} `))),
    make(
      'svg',
      { viewBox: `0 0 ${w} ${h}`, 'aria-hidden': 'true' },
      ticks.map((n) => [
        make('line', { x1: left, x2: w - 16, y1: y(n), y2: y(n), stroke: 'currentColor', 'stroke-opacity': 0.2 }),
        make('text', { x: left - 6, y: y(n) + 4, 'text-anchor': 'end', 'font-size': 11, fill: 'currentColor' }, Math.round(n * 10) / 10),
      ]),
      xs.map((text, i) => (xs.length <= 16 || i % 2 === 0) && make('text', { x: x(i), y: h - 10, 'text-anchor': 'middle', 'font-size': 11, fill: 'currentColor' }, text)),
      rows.map((row, seat) => [
        make('polyline', { points: row.map((n, i) => `${x(i)},${y(n)}`).join(' '), fill: 'none', stroke: COLOURS[seat] ?? '#888', 'stroke-width': 2.5, 'stroke-dasharray': seat === 1 ? '7 4' : false }),
        row.map((n, i) => make('circle', { cx: x(i), cy: y(n), r: 3.5, fill: COLOURS[seat] ?? '#888' }, make('title', {}, `${report.seats[seat]}: ${Math.round(n * 100) / 100}`))),
      ]),
    ),
    make(
      'table',
      { class: 'sr' },
      make('tr', {}, make('th', {}, title), xs.map((it) => make('th', { scope: 'col' }, it))),
      rows.map((row, seat) => make('tr', {}, make('th', { scope: 'row' }, report.seats[seat] ?? ''), row.map((n) => make('td', {}, Math.round(n * 100) / 100)))),
    ),
  );
}

/** Where everybody stood, turn by turn. @param {BattleReport} report @param {Around} around */
function mapOverTime(report, around) {
  if (report.turns.length === 0) return null;
  const size = Math.max(around.width, around.height) / 90;
  const dots = make('g', {});
  const said = make('output', {});
  const show = (/** @type {number} */ i) => {
    const turn = report.turns[i];
    if (!turn) return;
    said.textContent = `${turn.label}: ${report.seats.map((name, seat) => `${name} ${turn.pieces.filter((it) => it.seat === seat).length}`).join(', ')} on the map`;
    dots.replaceChildren(
      ...turn.pieces.map((it) => {
        const { x, y } = around.centre(it.place);
        const look = { fill: COLOURS[it.seat] ?? '#888', stroke: '#fff', 'stroke-width': size / 4 };
        return it.seat === 1
          ? make('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size, ...look })
          : make('circle', { cx: x, cy: y, r: size * 1.1, ...look });
      }),
    );
  };
  const slider = make('input', { type: 'range', min: 0, max: report.turns.length - 1, value: report.turns.length - 1, step: 1, 'aria-label': 'Turn', 'data-testid': 'report-turn' });
  slider.addEventListener('input', () => show(Number(slider.value)));
  let running = 0;
  const play = make('button', { type: 'button', class: 'chip', onclick: () => {
    clearInterval(running);
    let i = 0;
    show(0);
    slider.value = '0';
    running = setInterval(() => {
      i += 1;
      if (i >= report.turns.length) return clearInterval(running);
      slider.value = String(i);
      show(i);
    }, 900);
  } }, 'Play');
  show(report.turns.length - 1);
  return make(
    'section',
    {},
    make('h2', {}, 'The map over time'),
    make('div', { class: 'report-tools' }, play, slider, said),
    make('svg', { class: 'report-map', viewBox: `0 0 ${around.width} ${around.height}`, role: 'img', 'aria-label': 'Where the units stood' }, make('image', { href: around.map, width: around.width, height: around.height, opacity: 0.7 }), dots),
  );
}

/** @param {BattleReport} report @param {Around} around */
function losses(report, around) {
  if (report.losses.length === 0) return make('section', {}, make('h2', {}, 'Losses'), make('p', {}, 'No counter left the map.'));
  return make(
    'section',
    {},
    make('h2', {}, 'Losses by turn and unit'),
    make(
      'table',
      { class: 'report-table' },
      make('thead', {}, make('tr', {}, ['Turn', ...report.seats].map((it) => make('th', { scope: 'col' }, it)))),
      make(
        'tbody',
        {},
        report.turns.map((turn) => {
          const here = report.losses.filter((it) => it.position === turn.position);
          if (here.length === 0) return null;
          return make(
            'tr',
            {},
            make('th', { scope: 'row' }, moment(around, turn.position, turn.label)),
            report.seats.map((_, seat) => make('td', {}, here.filter((it) => it.seat === seat).map((it) => make('div', {}, `${it.name}`, make('small', {}, ` ${it.how}`))))),
          );
        }),
      ),
    ),
  );
}

/** Expected against thrown. @param {BattleReport} report @param {Around} around */
function luck(report, around) {
  const all = report.throws;
  if (all.length === 0) return make('section', {}, make('h2', {}, 'Luck'), make('p', {}, 'No dice were thrown whose odds were shown before.'));
  const seats = report.seats.map((_, seat) => all.filter((it) => it.seat === seat));
  const curves = seats.map((of) => of.reduce((/** @type {number[]} */ run, it) => [...run, (run[run.length - 1] ?? 0) + it.came - it.expected], [0]));
  const long = Math.max(...curves.map((it) => it.length));
  const wide = curves.map((it) => [...it, ...Array(long - it.length).fill(it[it.length - 1])]);
  return make(
    'section',
    {},
    make('h2', {}, 'Luck'),
    make('p', {}, 'For every shot whose odds were shown before it: the harm that was to be expected, in grades from 0 (nothing) to 4 (destroyed), and what came. Above the line the dice were kind to who threw.'),
    make(
      'table',
      { class: 'report-table', 'data-testid': 'report-luck' },
      make('thead', {}, make('tr', {}, ['', 'shots', 'expected', 'came', 'difference', 'a shot'].map((it) => make('th', { scope: 'col' }, it)))),
      make(
        'tbody',
        {},
        seats.map((of, seat) => {
          const [hoped, came] = [sum(of.map((it) => it.expected)), sum(of.map((it) => it.came))];
          return make('tr', {}, make('th', { scope: 'row' }, report.seats[seat]), make('td', {}, of.length), make('td', {}, hoped.toFixed(1)), make('td', {}, came.toFixed(1)), make('td', {}, (came - hoped).toFixed(1)), make('td', {}, of.length > 0 ? ((came - hoped) / of.length).toFixed(2) : '–'));
        }),
      ),
    ),
    plot('Luck, shot after shot', report, wide, Array(long).fill('').map((_, i) => (i % Math.ceil(long / 10) === 0 ? String(i) : ''))),
    make('h3', {}, 'The luckiest and unluckiest'),
    make(
      'ol',
      { class: 'report-moments' },
      [...all].sort((a, b) => Math.abs(b.came - b.expected) - Math.abs(a.came - a.expected)).slice(0, 8).map((it) =>
        make('li', {}, moment(around, it.position, `Turn ${it.turn}, ${report.seats[it.seat]}: ${it.what}`), ` – ${it.result} (expected ${it.expected.toFixed(1)}; that or worse had ${percent(it.chance)})`),
      ),
    ),
  );
}

/** Turns in which the lead changed most. @param {BattleReport} report @param {Around} around */
function turningPoints(report, around) {
  const lead = report.turns.map((it) => (it.points[0] ?? 0) - (it.points[1] ?? 0));
  const swings = report.turns
    .map((turn, i) => ({ turn, by: (lead[i] ?? 0) - (i > 0 ? (lead[i - 1] ?? 0) : (lead[0] ?? 0)), turned: i > 0 && Math.sign(lead[i] ?? 0) !== Math.sign(lead[i - 1] ?? 0) }))
    .filter((it) => it.by !== 0)
    .sort((a, b) => Number(b.turned) - Number(a.turned) || Math.abs(b.by) - Math.abs(a.by))
    .slice(0, 4);
  if (swings.length === 0) return null;
  return make(
    'section',
    {},
    make('h2', {}, 'Turning points'),
    make(
      'ol',
      { class: 'report-moments' },
      swings.map(({ turn, by, turned }) =>
        make('li', {}, moment(around, turn.position, turn.label), `: ${Math.abs(by)} points to ${report.seats[by > 0 || report.seats.length === 1 ? 0 : 1]}${report.seats.length > 1 && turned ? ', and with them the lead' : ''} (${turn.points.join(' : ')})`),
      ),
    ),
  );
}

/** Where places are on the picture of the map. @param {import('./types').MapHead} map */
export function around(map) {
  // The picture is in units of the page, places of a free table are finer.
  const grain = (map.piece ?? 48) / 48;
  return {
    width: map.width / grain,
    height: map.height / grain,
    centre: (/** @type {any} */ place) => {
      const [x, y] = typeof place === 'number' ? (map.cells[place]?.at ?? [0, 0]) : place;
      return { x: x / grain, y: y / grain };
    },
  };
}

/** @param {HTMLElement} root @param {BattleReport} report @param {Around} around */
export function drawReport(root, report, around) {
  const turns = report.turns.map((it) => String(it.turn));
  const points = report.seats.map((_, seat) => report.turns.map((it) => it.points[seat] ?? 0));
  const lost = report.seats.map((_, seat) => report.turns.map((turn) => report.losses.filter((it) => it.seat === seat && it.position === turn.position).length));
  root.replaceChildren(
    ...[
      make('h1', {}, `Battle report: ${report.title}`),
      make('p', { class: 'lead' }, report.outcome || 'The battle goes on.'),
      plot('Points by turn', report, points, turns),
      turningPoints(report, around),
      mapOverTime(report, around),
      plot('Counters lost by turn', report, lost, turns),
      losses(report, around),
      luck(report, around),
    ].filter(Boolean),
  );
}
