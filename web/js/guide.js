// @ts-check
// The guided first game: at the first question of each kind a short note stands on the map, beside what it is about. It
// says how this kind of decision works, goes away when the question is answered, and can be switched off. The words
// come with the questions (`how`); here is when, where and how often.

import { announce, fill, h, icon, setting } from './dom.js';
import { same } from './place.js';

/** A first game of each system: the one its scenarios begin with. */
const FIRST = new Set(['hillman', 'east-half', 'the-farm', 'gate']);

export class Guide {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** The kind of question the note is about. */
    this.kind = '';
    this.el = h('aside', { class: 'why guide', hidden: true, 'data-solid': '', 'data-testid': 'guide', 'aria-label': 'A note for the first game' });
    board.map.el.append(this.el);
  }

  /** Is this game one to learn by, and are its notes wanted? */
  isOn() {
    const wish = setting.get('guide', 'first');
    const scenario = (this.board.head?.scenario ?? '').split('+')[0] ?? '';
    return wish === 'on' || (wish === 'first' && FIRST.has(scenario));
  }

  /** Kinds that have been explained, of this system. */
  seen() {
    return new Set(setting.get(`guide.${this.board.head?.system}`, '').split(' ').filter(Boolean));
  }

  /** @param {import('./types').View} view */
  render(view) {
    const question = this.board.replaying || view.outcome ? null : view.question;
    const kind = question?.rule.code ?? '';
    if (!question || !this.isOn() || (kind !== this.kind && this.seen().has(kind))) return this.close();
    if (kind === this.kind) return undefined;
    this.close();
    const text = question.how ?? this.plainly(question);
    if (!text) return undefined;
    this.kind = kind;
    const seen = this.seen().add(kind);
    setting.set(`guide.${this.board.head?.system}`, [...seen].join(' '));
    fill(
      this.el,
      h('h2', {}, `First time: ${question.rule.title}`),
      h('p', {}, text),
      h('p', { class: 'muted' }, this.whereTo(question)),
      h(
        'div',
        { class: 'chips' },
        h('button', { type: 'button', class: 'chip quiet', 'data-testid': 'guide-ok', onclick: () => this.close() }, 'I see'),
        h(
          'button',
          {
            type: 'button',
            class: 'chip quiet',
            'data-testid': 'guide-off',
            onclick: () => {
              setting.set('guide', 'off');
              this.close();
            },
          },
          'No more notes',
        ),
      ),
      h('button', { type: 'button', class: 'plain', 'aria-label': 'Close the note', onclick: () => this.close() }, icon('close')),
    );
    const place = question.options.map((o) => this.board.placeOf(o)).find((it) => it !== null) ?? null;
    this.board.pointer.standBy(this.el, this.lowest(question) ?? place);
    announce(`${question.rule.title}: ${text}`);
    return undefined;
  }

  /** What is to be done, where the question itself does not say. @param {import('./types').Question} question */
  plainly(question) {
    if (question.form) return 'Fill in what is asked for; nothing is sent before you seal it.';
    const onMap = question.options.some((o) => this.board.placeOf(o) !== null);
    return onMap ? 'Choose on the map, or by a button. Whatever is refused says why when you point at it.' : '';
  }

  /** @param {import('./types').Question} question */
  whereTo(question) {
    const on = question.options.filter((o) => this.board.placeOf(o) !== null).length;
    const more = 'The citation under the question opens the rule; H asks the computer.';
    return on > 0 ? `${on === 1 ? 'One place is' : `${on} places are`} ringed on the map. ${more}` : more;
  }

  /** The lowest place that can be clicked: a note beneath it hides the least. @param {import('./types').Question} question */
  lowest(question) {
    const { map } = this.board;
    const places = question.options.map((o) => this.board.placeOf(o)).filter((it) => it !== null);
    return places.reduce((a, b) => (a === null || (!same(a, b) && map.centre(b).y > map.centre(a).y) ? b : a), /** @type {import('./types').Place | null} */ (null));
  }

  close() {
    this.kind = '';
    if (this.el.hidden) return;
    this.el.hidden = true;
    fill(this.el);
  }
}
