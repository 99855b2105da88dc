// @ts-check
// The prompt: whose decision it is, one sentence, and the options. Refused ones stay visible and say why.

import { shortRule } from './cards.js';
import { announce, fill, h, icon, ruleLink, setting } from './dom.js';
import { optionsDialog } from './dialogs.js';
import { FormView } from './form.js';
import { early, present } from './gesture.js';
import { Binding } from './binding.js';
import { OrderLinks } from './orders.js';

/** @typedef {import('./types').Choice} Choice */
/** @typedef {import('./types').View} View */

/** So many options on the map are also chips; the rest is on the map and in the list. */
const SHOWN = 5;
const REFUSED = 2;
/** Of what happened meanwhile so many lines are shown unasked; more are one click away, and in the log. */
const UNFOLDED = 5;

/**
 * A prompt as a headline, and what follows the question as small print.
 * @param {string} prompt @returns {[string, string]}
 */
function headline(prompt) {
  const end = prompt.indexOf('? ');
  return end < 0 ? [prompt, ''] : [prompt.slice(0, end + 1), prompt.slice(end + 1)];
}

export class Prompt {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.key = '';
    /** An option that ends something, asked about once more. @type {Choice | null} */
    this.sure = null;
    /** The question it belongs to. */
    this.sureOf = '';
    this.binding = new Binding(board, this);
    this.who = h('p', { class: 'who' });
    this.sentence = h('h1', {});
    this.options = h('ul', { class: 'chips', 'aria-label': 'Options' });
    this.form = new FormView(board);
    this.notes = h('div', { class: 'notes', 'aria-label': 'What there is to know', 'data-testid': 'notes', hidden: true });
    this.orders = new OrderLinks(board);
    this.how = h(
      'details',
      {
        class: 'how',
        hidden: true,
        'data-testid': 'how',
        // Who has understood folds it away once, not at every question.
        ontoggle: () => setting.set('how', this.how.open ? 'on' : 'off'),
      },
      h('summary', {}, 'How it works'),
      h('p', {}),
    );
    this.el = h(
      'section',
      { class: 'prompt', 'aria-label': 'Decision', 'data-testid': 'prompt', 'data-solid': '', tabindex: '-1' },
      h('div', { 'aria-live': 'polite' }, this.who, this.sentence),
      this.notes,
      this.options,
      this.form.el,
      this.orders.el,
      // Beneath what can be chosen: who has understood it need not look past it.
      this.how,
    );
    this.el.addEventListener('keydown', (e) => {
      if (e.target === this.el || this.options.contains(/** @type {Node} */ (e.target))) this.walk(e);
    });
    new ResizeObserver(() => board.map.camera.apply()).observe(board.map.el);
  }

  /** Arrow keys go from option to option. @param {KeyboardEvent} e */
  walk(e) {
    const step =
      e.key === 'ArrowRight' || e.key === 'ArrowDown' ? 1 : e.key === 'ArrowLeft' || e.key === 'ArrowUp' ? -1 : 0;
    if (!step) return;
    const all = /** @type {HTMLElement[]} */ ([...this.options.querySelectorAll('button')]);
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    // From the prompt itself forward to the first, back to the last.
    const next = here < 0 ? (step > 0 ? 0 : all.length - 1) : (here + step + all.length) % all.length;
    all[next]?.focus();
    e.preventDefault();
    e.stopPropagation();
  }

  /** @param {View} view */
  render(view) {
    const { board } = this;
    const question = board.replaying ? null : board.question;
    // The same question may be told anew while it is asked once more; another one is not asked once more yet.
    if (this.sure) this.sure = (question?.id === this.sureOf && question?.options.find((o) => o.index === this.sure?.index)) || null;
    const key = [
      question?.id,
      question?.seat,
      board.replaying,
      view.position,
      view.waiting_for.join(),
      view.outcome?.text,
      board.paused,
      board.pointer.group,
      this.sure?.index,
      board.together?.unit?.index,
      question?.options.length,
      JSON.stringify(question?.form?.sealed),
    ].join('|');
    this.el.setAttribute('aria-busy', String(board.busy));
    board.compare?.render();
    if (key === this.key) return;
    this.key = key;
    const held = this.el.contains(document.activeElement) && document.activeElement !== this.el;
    this.el.dataset.seat = String(question?.seat ?? view.waiting_for[0] ?? '');
    this.el.classList.remove('replaying', 'thinking', 'filling');
    if (!question?.form || view.outcome) this.form.hide();
    this.explain(board.pointer.group === null ? question?.how : null);
    // In an open group the player has read them and looks for what the unit can do.
    this.tell(board.pointer.group === null ? (question?.notes ?? []) : []);
    this.orders.render(board.pointer.group === null && !view.outcome ? question : null);
    if (board.replaying) this.replay(view);
    else if (view.outcome) this.over(view);
    else if (question?.form) this.fillIn(question);
    else if (question) this.ask(view, question);
    else this.wait(view);
    // On the prompt, not on its first option: a key that was meant for the question before answers nothing.
    if (held && (document.activeElement === document.body || document.activeElement === null)) this.el.focus({ preventScroll: true });
    this.binding.render(question && !board.together.unit && !question.form && !view.outcome && this.sure === null ? question : null);
  }

  /** A click or key that began before the question could be read answers nothing, and is seen to. */
  tooSoon() {
    announce('Not taken: the question had only just appeared.');
    this.el.classList.remove('too-soon');
    requestAnimationFrame(() => this.el.classList.add('too-soon'));
  }

  /** What ends something while more could be done is asked once more; null goes back. @param {Choice | null} option */
  askOnceMore(option) {
    if (option && early()) return this.tooSoon();
    this.sure = option;
    this.sureOf = this.board.question?.id ?? '';
    present();
    if (this.board.view) this.render(this.board.view);
    if (option) this.el.focus({ preventScroll: true });
  }

  /** @param {Choice} option */
  confirm(option) {
    const { board } = this;
    fill(this.sentence, `${option.label}?`, h('span', { class: 'aside' }, ` ${option.ends}`));
    const chip = (/** @type {string} */ label, /** @type {Record<string, any>} */ more) =>
      h('li', {}, h('button', { type: 'button', class: 'chip', ...more }, label));
    fill(
      this.options,
      chip('Go on', { onclick: () => this.askOnceMore(null), 'data-testid': 'not-yet' }),
      chip(option.label, { class: 'chip no', onclick: () => board.answer(option), 'data-testid': 'sure' }),
    );
  }

  /** The first turns of a game can be played without the rules. @param {string | null} [how] */
  explain(how) {
    this.how.hidden = !how;
    const text = this.how.querySelector('p');
    if (text) text.textContent = how ?? '';
    const narrow = matchMedia('(max-width: 760px)').matches;
    this.how.open = setting.get('how', narrow ? 'off' : 'on') === 'on';
  }

  /** Line by line what there is to know; the map shows where. @param {import('./types').Note[]} notes */
  tell(notes) {
    const { map } = this.board;
    this.notes.hidden = notes.length === 0;
    /** @param {import('./types').Note[]} some */
    const list = (some) =>
      h(
        'ul',
        {},
        some.map((note) =>
          h(
            'li',
            {
              onpointerenter: () => map.glow(note.places),
              onpointerleave: () => map.glow([]),
            },
            note.text,
            ' ',
            shortRule(note.rule),
          ),
        ),
      );
    const now = notes.filter((note) => !note.past);
    const past = notes.filter((note) => note.past);
    const title = `Since your last decision (${past.length})`;
    fill(
      this.notes,
      now.length > 0 && list(now),
      past.length > 0 &&
        (past.length < 3 && now.length === 0
          ? list(past)
          : h('details', { open: now.length < 2 && past.length <= UNFOLDED }, h('summary', {}, title), list(past))),
    );
    this.notes.scrollTop = 0;
  }

  /** A whole value is wanted. @param {import('./types').Question} question */
  fillIn(question) {
    this.el.classList.add('filling');
    fill(this.who, h('b', {}, question.context), ruleLink(question.rule));
    fill(this.sentence, question.prompt);
    fill(this.options);
    this.form.show(question);
  }

  /** @param {View} view @param {import('./types').Question} question */
  ask(view, question) {
    const { board } = this;
    const open = board.pointer.group;
    const onMap = (/** @type {Choice} */ o) => board.placeOf(o) !== null;
    const placed = question.options.filter(onMap);
    // With groups: those, and the options that belong to none; in an open group its own.
    // Who could act next is on the map; here is what is asked now.
    const now = question.options.filter((o) => !(/** @type {import('./together.js').Joined} */ (o).later));
    const listed = now.filter((o) => o.group === open || question.groups.length === 0);
    const near = listed.filter(onMap);
    const rest = listed.filter((o) => !onMap(o));
    const shown = near.length > SHOWN + 2 && open === null ? near.slice(0, SHOWN) : near.slice(0, 24);
    const buttons = rest.length > 14 ? rest.slice(0, 12) : rest;
    const hidden = now.length - shown.length - buttons.length;
    const chips = question.options.filter((o) => shown.includes(o) || buttons.includes(o));
    const groups = open === null ? question.groups : [];
    fill(
      this.who,
      h('b', {}, question.context),
      ruleLink(question.rule),
      view.now.procedure.length > 0 &&
        h('span', { class: 'crumbs' }, view.now.procedure.map((step) => step.title).join(' › ')),
    );
    const group = open === null ? null : question.groups[open];
    this.options.classList.toggle('grouped', group !== null);
    if (this.sure) return this.confirm(this.sure);
    const [asked, more] = group ? [`${group.label}: what does it do?`, ''] : headline(question.prompt);
    fill(
      this.sentence,
      asked,
      more && h('span', { class: 'aside' }, more),
      placed.length > 0 &&
        h('span', { class: 'aside' }, placed.length === 1 ? ' Or click it on the map.' : ' Or click on the map.'),
    );
    fill(
      this.options,
      chips.map((option) => this.chip(option, group?.label)),
      groups.map((group, index) => this.groupChip(question, group, index)),
      board.together.unit &&
        h(
          'li',
          {},
          h('button', { type: 'button', class: 'chip quiet', 'data-testid': 'back', onclick: () => board.together.close() }, icon('back'), 'Another unit'),
        ),
      open !== null &&
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip quiet', 'data-testid': 'back', onclick: () => board.pointer.openGroup(null) },
            icon('back'),
            `Back from ${question.groups[open]?.label}`,
          ),
        ),
      (open === null ? hidden > 0 || question.refused.length > REFUSED : listed.length > chips.length) &&
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip quiet', 'data-testid': 'all-options', onclick: () => this.search() },
            hidden > 0 ? `All ${question.options.length} …` : `All, with ${question.refused.length} refused …`,
            h('kbd', {}, '/'),
          ),
        ),
      open === null &&
        !board.together.unit &&
        question.options.length > 1 &&
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip quiet', 'data-testid': 'hint', onclick: () => board.hint() },
            'What would you do?',
            h('kbd', { 'aria-hidden': 'true' }, 'H'),
          ),
        ),
      (open === null ? question.refused : []).slice(0, hidden > 0 ? 1 : REFUSED).map((refusal) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'chip no',
              'data-testid': 'refused',
              onclick: () => board.pointer.explain(refusal),
            },
            `${refusal.label}: why not?`,
          ),
        ),
      ),
    );
  }

  /** @param {import('./types').Question} question @param {import('./types').Group} group @param {number} index */
  groupChip(question, group, index) {
    const { board } = this;
    const options = question.options.filter((o) => o.group === index);
    const only = options.length === 1 ? options[0] : null;
    if (only && group.piece === null) return this.chip(only);
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'chip group',
          'data-group': index,
          onclick: () => board.pointer.openGroup(index),
          onpointerenter: () => board.map.counters.link(group.piece),
          onfocus: () => {
            if (group.place !== null) board.map.camera.reveal([board.map.centre(group.place)]);
          },
        },
        h('span', {}, group.label, h('small', { title: 'options' }, options.length)),
        ' ▸',
      ),
    );
  }

  /** @param {Choice} option @param {string} [whose] the unit whose options are shown: its name is not said again */
  chip(option, whose) {
    const { board } = this;
    const label = whose && option.label.startsWith(`${whose} `) ? option.label.slice(whose.length + 1) : option.label;
    const quiet = option.kind === 'stop' || option.kind === 'done';
    const button = h(
      'button',
      {
        type: 'button',
        class: quiet ? 'chip quiet' : 'chip',
        'data-option': option.index,
        'data-ends': option.ends ? '' : false,
        onclick: (/** @type {PointerEvent} */ e) => board.pointer.choose(option, e.pointerType === 'touch'),
        onpointerenter: (/** @type {PointerEvent} */ e) => {
          if (e.pointerType !== 'touch') board.pointer.point(option);
        },
        onpointerleave: () => board.pointer.point(null),
        // Focus that a click left behind is no wish.
        onfocus: () => {
          if (!button.matches(':focus-visible')) return;
          board.pointer.point(option);
          board.pointer.reveal(option);
        },
        onblur: () => board.pointer.point(null),
      },
      h('span', {}, label, option.hint && h('small', {}, option.hint)),
      option.index < 9 && h('kbd', { 'aria-hidden': 'true' }, option.index + 1),
    );
    return h(
      'li',
      { class: option.odds && 'with-odds' },
      button,
      option.odds &&
        h(
          'button',
          {
            type: 'button',
            class: 'chip odds-of',
            'aria-label': `Odds of ${option.label}`,
            title: 'Odds',
            'data-odds': option.index,
            onclick: () => {
              board.pointer.point(option);
              board.odds.ask(option);
            },
          },
          '%',
        ),
    );
  }

  /** Shows which option is pointed at, or waits for a second tap. @param {number | null} index @param {boolean} armed */
  mark(index, armed) {
    for (const chip of this.options.querySelectorAll('.chip[data-option]')) {
      const on = chip.getAttribute('data-option') === String(index);
      chip.classList.toggle('on', on);
      chip.classList.toggle('armed', on && armed);
      if (on && armed) chip.scrollIntoView({ block: 'nearest', inline: 'center' });
    }
  }

  search() {
    const { board } = this;
    const question = board.question;
    if (question && !question.form && !board.replaying)
      optionsDialog(
        question,
        (o) => board.pointer.choose(o, false),
        (r) => board.pointer.explain(r),
      );
  }

  /** @param {View} view */
  replay(view) {
    const { board } = this;
    this.el.classList.add('replaying');
    fill(this.who, h('b', {}, 'Replay'), h('span', {}, `${view.now.label} · ${view.now.phase}`));
    fill(
      this.sentence,
      `Position ${view.position.toLocaleString()} of ${view.length.toLocaleString()}${view.question ? `: ${view.question.prompt}` : '.'}`,
    );
    fill(
      this.options,
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', class: 'chip', onclick: () => board.go(null) },
          board.live?.outcome ? 'To the end' : 'Back to the game',
        ),
      ),
      h('li', {}, h('button', { type: 'button', class: 'chip quiet', onclick: () => board.fork() }, 'Fork from here')),
    );
  }

  /** @param {View} view */
  over(view) {
    const { board } = this;
    const outcome = /** @type {import('./types').Outcome} */ (view.outcome);
    fill(this.who, h('b', {}, 'The game is over'));
    fill(this.sentence, outcome.text);
    fill(
      this.options,
      h('li', {}, h('button', { type: 'button', class: 'chip on', onclick: () => board.showOutcome() }, 'Score')),
      h('li', {}, h('a', { class: 'chip', href: `#/report/${encodeURIComponent(board.id)}`, 'data-testid': 'to-report' }, 'Battle report')),
      h('li', {}, h('button', { type: 'button', class: 'chip', onclick: () => board.go(0) }, 'Replay')),
      h('li', {}, h('button', { type: 'button', class: 'chip quiet', onclick: () => board.again() }, 'Play again')),
    );
  }

  /** @param {View} view */
  wait(view) {
    const { board } = this;
    const seats = this.board.head.seats.filter((seat) => view.waiting_for.includes(seat.id));
    const names = seats.map((seat) => seat.name).join(' and ');
    const computer = seats.length > 0 && seats.every((seat) => seat.kind === 'computer');
    this.el.classList.add('thinking');
    fill(
      this.who,
      h('b', {}, view.now.phase),
      view.now.procedure.length > 0 &&
        h('span', { class: 'crumbs' }, view.now.procedure.map((step) => step.title).join(' › ')),
    );
    fill(
      this.sentence,
      computer
        ? `${names} (computer) ${board.paused ? 'is paused.' : 'is deciding …'}`
        : names
          ? `Waiting for ${names}.`
          : 'One moment …',
    );
    fill(
      this.options,
      !(computer && board.paused) && h('li', { class: 'progress', 'aria-hidden': 'true' }, h('i', {})),
      computer && [
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip quiet', 'data-testid': 'move-now', onclick: () => board.moveNow() },
            icon('forward'),
            'Move now',
          ),
        ),
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip quiet', 'data-testid': 'pause', onclick: () => board.togglePause() },
            icon(board.paused ? 'play' : 'pause'),
            board.paused ? 'Go on' : 'Pause',
          ),
        ),
      ],
    );
  }
}
