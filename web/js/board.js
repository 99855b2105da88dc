// @ts-check
// The board of one game: holds what is shown and who looks, hands it to the parts, and sends answers. It knows no
// rules: an answer is the number of an option.

import { api, Feed } from './api.js';
import { Cards } from './cards.js';
import { Compare, gist } from './compare.js';
import { Here } from './chart.js';
import { installSprite } from './counters.js';
import { confirmDialog, gotoDialog, handOver } from './dialogs.js';
import { Displays } from './displays.js';
import { announce, complain, fill, h, setting, toast } from './dom.js';
import { early, present, watchGestures } from './gesture.js';
import { Goal } from './goal.js';
import { Guide } from './guide.js';
import { listenToKeys } from './keys.js';
import { Last } from './last.js';
import { Log } from './log.js';
import { MapView } from './map.js';
import { Motion } from './motion.js';
import { Odds, share } from './odds.js';
import { Overlays } from './overlays.js';
import { People } from './people.js';
import { Inspector, Status, TopBar } from './panels.js';
import { PathLine } from './path.js';
import { once } from './place.js';
import { Pointer } from './pointer.js';
import { Prompt } from './prompt.js';
import { mineOf } from './seats.js';
import { Strip } from './replay.js';
import { legendDialog, outcomeDialog } from './sheets.js';
import { Together } from './together.js';
import { Tools } from './tools.js';

/** @typedef {import('./types').Choice} Choice */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').View} View */
/** @typedef {'odds' | 'log' | 'status' | 'card' | 'cards' | 'chart'} Tab */

export class Board {
  /** @param {HTMLElement} root @param {string} id @param {number | null} seat */
  constructor(root, id, seat) {
    watchGestures();
    this.id = id;
    this.seat = seat;
    /** One feed a seat that sits here; two in a hot seat game. @type {Map<number | null, Feed>} */
    this.feeds = new Map();
    /** What is shown now. @type {View | null} */
    this.view = null;
    /** Position of the replay; null when live. @type {number | null} */
    this.at = null;
    this.busy = false;
    this.pace = Number(setting.get('pace', '700'));
    this.paused = false;
    this.outcomeShown = false;
    /** Who sits in front of the screen in a hot seat game. @type {number | null} */
    this.sitting = seat;
    /** Who has sealed and looks at it again, though the other is still to decide. @type {number | null} */
    this.staying = null;
    /** @type {AbortController | null} */
    this.seeking = null;

    this.pointer = new Pointer(this);
    this.map = new MapView({
      place: (at) => this.pointer.place(at),
      hover: (at) => this.pointer.hover(at),
      inspect: (at) => this.pointer.select(at),
      cursor: (place) => this.pointer.speak(place),
      zoomed: () => this.pointer.closeWhy(),
    });
    this.odds = new Odds(this);
    this.prompt = new Prompt(this);
    this.here = new Here(this);
    this.displays = new Displays(this);
    this.cards = new Cards(this);
    this.log = new Log(this);
    this.last = new Last(this);
    this.motion = new Motion(this);
    this.status = new Status(this);
    this.inspector = new Inspector(this);
    this.overlays = new Overlays(this);
    this.tools = new Tools(this.map);
    this.strip = new Strip(this);
    this.compare = new Compare(this);
    this.goal = new Goal(this);
    this.path = new PathLine(this);
    this.guide = new Guide(this);
    this.together = new Together(this);
    this.top = new TopBar(this);
    this.offline = h('p', { class: 'offline', hidden: true, role: 'status' }, 'The connection is lost. Trying again …');
    this.tabs = h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' },
      /** @type {[Tab, string][]} */ ([
        ['odds', 'Odds'],
        ['card', 'Card'],
        ['log', 'Log'],
        ['chart', 'Chart'],
        ['cards', 'Cards'],
        ['status', 'Status'],
      ]).map(([tab, name]) =>
        h(
          'button',
          { type: 'button', role: 'tab', 'aria-controls': `tab-${tab}`, 'data-tab': tab, onclick: () => this.tab(tab) },
          name,
        ),
      ),
    );
    this.side = h(
      'aside',
      { class: 'side', 'aria-label': 'Status, odds and log' },
      this.tabs,
      this.odds.el,
      this.compare.el,
      this.goal.el,
      this.status.el,
      this.here.el,
      this.inspector.el,
      this.cards.el,
      this.log.el,
    );
    this.map.el.append(this.overlays.box, this.tools.box, this.pointer.why, this.offline);
    // The prompt has a place of its own beside the map, or beneath it: it never lies over what it asks about.
    const main = h('main', { class: 'play' }, h('div', { class: 'table' }, this.map.el, this.displays.el), this.prompt.el);
    this.root = h('div', { class: 'board' }, this.top.el, main, this.last.el, this.side, this.strip.el);
    fill(root, this.root);
    this.people = new People(this);
    this.tab('log');
    // On a narrow screen the map has the room until a panel is wanted.
    this.side.classList.add('folded');
    this.stopKeys = listenToKeys(this);
    this.alive = true;
  }

  get feed() {
    return this.feeds.get(this.seat) ?? null;
  }
  get live() {
    return this.feed?.view ?? null;
  }
  /** What is asked, with what is offered together with it. */
  get question() {
    return this.together?.question ?? this.view?.question ?? null;
  }
  /** What does not change during the game; there from the start on. */
  get head() {
    return /** @type {import('./types').Head} */ (this.feed?.head);
  }
  get replaying() {
    return this.at !== null;
  }

  async start() {
    const feed = this.follow(this.seat);
    const [sprite] = await Promise.all([api.sprite(this.id), feed.load()]);
    if (!this.alive) return;
    installSprite(sprite);
    const view = /** @type {View} */ (feed.view);
    document.title = `${this.head.title} · Bocage`;
    this.map.open(this.head, api.mapUrl(this.id));
    // In a hot seat game both players sit here: follow both, show the one who is asked.
    // Where seats are held by tokens, only those that are held here.
    const { open_to_network: open } = await api.server();
    const mine = mineOf(this.id) ?? (open ? [] : null);
    const humans = this.head.seats.filter((seat) => seat.kind === 'human' && (mine === null || mine.includes(seat.id)));
    if (this.seat !== null && humans.length > 1)
      await Promise.all(humans.filter((seat) => seat.id !== this.seat).map((seat) => this.follow(seat.id, feed.head).load()));
    if (!this.alive) return;
    for (const each of this.feeds.values()) each.connect();
    this.show();
    this.firstLook(view);
    this.tellPace();
    this.people.start().catch(complain);
  }

  /** A server that has just started does not know how fast the computer is to play here. */
  tellPace() {
    if (this.head?.seats.some((seat) => seat.kind === 'computer'))
      api.pace(this.id, { millis: this.pace, paused: this.paused }).catch(() => {});
  }

  /** @param {number | null} seat @param {import('./types').Head | null} [head] where it is known */
  follow(seat, head = null) {
    const feed = new Feed(this.id, seat, {
      change: () => {
        if (this.alive && this.feeds.get(this.seat)?.view) this.show();
      },
      status: () => {
        const back = !this.offline.hidden;
        this.offline.hidden = [...this.feeds.values()].every((f) => f.connected || f.tries < 2);
        if (back && this.offline.hidden) this.tellPace();
      },
      notice: (text) => this.tell(text),
      people: (message) => this.people.hear(message),
      error: complain,
    });
    feed.head = head;
    this.feeds.set(seat, feed);
    return feed;
  }

  dispose() {
    this.alive = false;
    this.stopKeys();
    this.prompt.form.dispose();
    this.strip.stop();
    this.map.dispose();
    for (const feed of this.feeds.values()) feed.close();
    document.getElementById('sprite')?.remove();
    document.querySelector('.hand-over')?.remove();
  }

  /** @param {View} view */
  firstLook(view) {
    // On the act, where there is one; else on what is offered on the map; else on where the sides stand.
    const there = (/** @type {(Place | null)[]} */ some) => some.filter((it) => it !== null);
    const standing = (/** @type {(p: import('./types').Piece) => boolean} */ is) => there(view.pieces.filter(is).map((p) => p.place));
    const acting = [...view.focus.places, ...standing((p) => view.focus.pieces.includes(p.id))];
    const offered = there(view.question?.options.map((o) => this.placeOf(o)) ?? []);
    const all = [acting, offered, standing(() => true)].find((it) => it.length > 0) ?? [];
    const points = once(all).map((place) => this.map.centre(place));
    // A table on which nobody stands yet is seen as a whole.
    if (points.length === 0) this.map.camera.fit();
    else this.map.camera.open(points);
    this.map.camera.reveal(this.prompt.form.about());
  }

  /** Shows the newest view, unless a replay holds an older one. */
  show() {
    if (this.at !== null) return this.strip.render();
    this.takeSeat();
    const view = this.live;
    if (!view) return;
    const question = view.question;
    const cover = question?.secret || (question && setting.get('cover', 'off') === 'on');
    if (cover && this.feeds.size > 1 && this.sitting !== this.seat) return this.cover();
    if (question) this.sitting = this.seat;
    const before = this.view;
    const seal = (/** @type {View | null | undefined} */ it) => JSON.stringify(it?.question?.form?.sealed);
    this.busy =
      this.busy &&
      before?.question?.id === question?.id &&
      before?.seat === view.seat &&
      before?.position === view.position &&
      seal(before) === seal(view);
    this.draw(view);
    if (before && before.position !== view.position && setting.get('follow', 'on') === 'on') this.frame();
    if (view.outcome && !this.outcomeShown && (before || view.position === view.length)) {
      this.outcomeShown = true;
      if (before) this.showOutcome();
    }
  }

  /** Hides the board until the player of this seat is there. */
  cover() {
    if (document.querySelector('.hand-over')) return;
    const name = this.head.seats.find((seat) => seat.id === this.seat)?.name ?? '';
    const before = this.sitting;
    // Who has sealed may change his mind until the other has decided as well.
    const sealed = before !== null && this.feeds.get(before)?.view?.question?.form?.sealed !== undefined;
    const again = this.head.seats.find((seat) => sealed && seat.id === before)?.name ?? null;
    handOver(
      name,
      () => {
        this.sitting = this.seat;
        this.show();
      },
      again,
      () => {
        this.seat = this.staying = before;
        this.show();
      },
    );
  }

  /** Who has sealed leaves the screen to the other. */
  handOn() {
    this.staying = null;
    this.show();
  }

  /** In a hot seat game, the seat whose answer is awaited looks at the board. */
  takeSeat() {
    if (this.feeds.size < 2) return;
    const newest = [...this.feeds.values()].reduce((a, b) =>
      (b.view?.position ?? 0) > (a.view?.position ?? 0) ? b : a,
    ).view;
    // Who has sealed a value has done his part, though the game waits for all.
    const sealed = (/** @type {number} */ seat) => this.feeds.get(seat)?.view?.question?.form?.sealed !== undefined;
    if (this.staying === this.seat && this.seat !== null && sealed(this.seat)) return;
    this.staying = null;
    const waiting = newest?.waiting_for.filter((seat) => this.feeds.has(seat) && !sealed(seat)) ?? [];
    const next = waiting.find((seat) => seat === this.seat) ?? waiting[0];
    const feed = next === undefined ? undefined : this.feeds.get(next);
    if (next === undefined || next === this.seat || !feed?.view || feed.view.position !== newest?.position) return;
    this.seat = next;
  }

  /** @param {View} view */
  draw(view) {
    const old = this.view;
    this.view = view;
    const another = old?.question?.id !== view.question?.id || old?.position !== view.position;
    if (another) {
      this.pointer.reset();
      this.odds.clear();
      this.map.counters.open = null;
      this.together.reset();
    }
    this.map.counters.draw(view);
    this.motion.show(old, view, this.saidBetween(old, view));
    this.map.drawFlood(view.flooded ?? []);
    this.map.drawDrawings(view.drawings ?? []);
    this.map.roofs.render(view);
    this.map.drawFocus(view.focus);
    this.prompt.render(view);
    this.pointer.hints();
    this.top.render(view);
    this.status.render(view);
    this.goal.render(view);
    this.here.render(view);
    this.displays.render(view);
    this.cards.render(view);
    this.log.render();
    this.last.render(view);
    this.strip.render();
    this.overlays.refresh();
    this.people.saw(view);
    this.guide.render(view);
    if (another) present();
  }

  /** Lines of the log that lie between two views, forward only. @param {View | null} before @param {View} after */
  saidBetween(before, after) {
    if (!before || after.position <= before.position) return [];
    return (this.feed?.log ?? []).filter((it) => it.at > before.position && it.at <= after.position);
  }

  /** Where something is. @param {{place: Place | null, piece: string | null}} x */
  placeOf(x) {
    return x.place ?? (x.piece === null ? null : (this.view?.pieces.find((p) => p.id === x.piece)?.place ?? null));
  }

  /** @param {Choice} option */
  answer(option) {
    const joined = /** @type {import('./together.js').Joined} */ (option);
    if (joined.after && this.together.question)
      return this.send(() => api.picks(this.id, this.seat, this.together.picks(joined)));
    return this.send((question) => api.answer(this.id, this.seat, question.id, option.index));
  }

  /** Gives a whole value. @param {unknown} plan */
  propose(plan) {
    return this.send((question) => api.propose(this.id, this.seat, question.id, plan));
  }

  /** Breaks the own seal, to think again. */
  unseal() {
    return this.send((question) => api.unseal(this.id, this.seat, question.id));
  }

  /** Walks the moving unit step by step; the server stops where something comes in between. @param {Place[]} path */
  walk(path) {
    this.motion.way = path;
    return this.send((question) => api.walk(this.id, this.seat, question.id, path));
  }

  /** Takes an option and then the place that is asked for next. @param {Choice} option @param {Place} place */
  pair(option, place) {
    return this.send((question) => api.pair(this.id, this.seat, question.id, option.index, place));
  }

  /** @param {(question: import('./types').Question) => Promise<unknown>} sending */
  async send(sending) {
    const question = this.view?.question;
    if (!question || this.busy || this.replaying) return;
    if (early()) return this.prompt.tooSoon();
    const feed = this.feed;
    this.busy = true;
    this.last.answered(this.view?.position ?? 0);
    this.prompt.render(/** @type {View} */ (this.view));
    try {
      await sending(question);
      // The socket brings what follows; without it, or when it is late, ask.
      if (!feed?.connected) await feed?.refresh();
      else
        setTimeout(() => {
          if (this.alive && this.busy && this.view?.question?.id === question.id)
            feed.refresh().then(() => this.settle(), complain);
        }, 2500);
    } catch (error) {
      if (!this.prompt.form.objects(error)) complain(error);
      await feed?.refresh().catch(() => {});
      this.settle();
    }
  }

  /** Nothing is under way any more. */
  settle() {
    this.busy = false;
    if (this.view) this.prompt.render(this.view);
  }

  /** Pans to what the current act is about. */
  frame() {
    const view = this.view;
    if (!view) return;
    const act = [
      ...view.focus.arrows.flat(),
      ...view.pieces
        .filter((p) => p.place !== null && view.focus.pieces.includes(p.id))
        .map((p) => /** @type {Place} */ (p.place)),
    ];
    // Nobody is under way: then what can be chosen, where that is some places rather than the whole map.
    const offered = view.question?.options.map((o) => this.placeOf(o)).filter((it) => it !== null) ?? [];
    const few = act.length === 0 && offered.length > 0 && once(offered).length <= 6;
    const lines = view.question?.options.flatMap((o) => o.lines.flat()) ?? [];
    const places = few ? [...offered, ...lines] : [...view.focus.places, ...act];
    this.map.camera.reveal([...places.map((place) => this.map.centre(place)), ...this.prompt.form.about()]);
  }

  /** Whose last answer can be taken back; in a hot seat game it may be the other one's. */
  undoable() {
    const feeds = [this.feed, ...this.feeds.values()].filter((f) => f?.view);
    const feed = feeds.find((f) => f?.view?.undo.possible);
    return {
      possible: feed !== undefined,
      seat: feed?.seat ?? this.seat,
      what: feed?.view?.undo.what ?? '',
      at: feed?.view?.length ?? 0,
      reason: this.live?.undo.reason || 'There is nothing to take back.',
    };
  }

  async undo() {
    if (this.replaying) return this.tell('This is a replay; go back to the game to undo.');
    const undo = this.undoable();
    if (!undo.possible) return this.people.offerBack(undo.seat, undo.reason);
    if (early()) return this.prompt.tooSoon();
    try {
      await api.undo(this.id, undo.seat, undo.at);
      toast(undo.what ? `Taken back: ${undo.what}` : 'Taken back.');
      for (const feed of this.feeds.values()) if (!feed.connected) await feed.refresh();
    } catch (error) {
      complain(error);
    }
  }

  async concede() {
    const question = this.replaying ? null : this.view?.question;
    if (!question) return this.tell('You can concede when you are asked.');
    const sure = await confirmDialog(
      'Concede?',
      'The game is over and counts as lost. This cannot be taken back.',
      'Concede the game',
    );
    if (!sure || early()) return;
    try {
      await api.concede(this.id, question.seat, question.id);
      for (const feed of this.feeds.values()) if (!feed.connected) await feed.refresh();
    } catch (error) {
      complain(error);
    }
  }

  async hint() {
    if (this.replaying || !this.view?.question) return this.tell('A hint needs a decision of yours.');
    try {
      const hint = await api.hint(this.id, this.seat);
      if (hint.plan !== undefined) return this.prompt.form.advise(hint.plan, hint.why);
      if (this.together.unit) this.together.close();
      const option = this.view.question.options.find((o) => o.index === hint.option);
      const odds = option ? await this.oddsBehind(option) : '';
      toast(`The computer would choose: ${hint.label}${hint.why ? `, because ${hint.why}` : ''}.${odds}`);
      if (option) {
        if (option.group !== this.pointer.group) this.pointer.openGroup(option.group);
        this.pointer.suggested = option.index;
        this.pointer.point(option);
        this.pointer.reveal(option);
      }
    } catch (error) {
      complain(error);
    }
  }

  /** The odds behind a choice, where dice decide, and those of the best of the others. @param {Choice} option */
  async oddsBehind(option) {
    const question = this.view?.question;
    if (!question || !option.odds) return '';
    const others = question.options.filter((o) => o.odds && o.lines.length > 0 && o.index !== option.index).slice(0, 6);
    const all = await Promise.all(
      [option, ...others].map((o) => api.odds(this.id, this.seat, question.id, [], o.index, new AbortController().signal).catch(() => null)),
    );
    const [mine, ...rest] = all.map((it) => (it && !('stale' in it) ? gist(it) : null));
    if (!mine || this.view?.question?.id !== question.id) return '';
    const best = others.map((o, i) => ({ o, of: rest[i] })).sort((a, b) => (b.of?.effect ?? 0) - (a.of?.effect ?? 0))[0];
    const beside = best?.of ? `; the best of the others, ${best.o.label}, ${share(best.of.effect)}` : '';
    return ` Its odds: ${share(mine.effect)} for any effect, ${share(mine.worst)} for ${mine.worstIs || 'the worst'}${beside}.`;
  }

  /** Goes to a position of the game; null is the live one. @param {number | null} position */
  async go(position) {
    this.seeking?.abort();
    const length = this.live?.length ?? 0;
    if (position === null || (position >= length && !this.live?.outcome)) {
      this.at = null;
      this.strip.stop();
      if (this.live) this.draw(this.live);
      return;
    }
    const abort = new AbortController();
    this.seeking = abort;
    this.at = position;
    this.strip.render();
    try {
      const view = await api.view(this.id, this.seat, { at: position, signal: abort.signal });
      if (abort.signal.aborted || this.at !== position) return;
      // Between two dice there is nothing to see: the server goes to the question before them.
      this.at = view.position;
      this.draw(view);
      this.frame();
    } catch (error) {
      if (!abort.signal.aborted) {
        this.at = null;
        complain(error);
        this.show();
      }
    }
  }

  async fork() {
    try {
      const { id } = await api.fork(this.id, this.seat, this.at ?? this.live?.length ?? 0);
      toast('A new game begins at this position. The old one is kept.');
      location.hash = `#/game/${id}${this.seat === null ? '' : `?seat=${this.seat}`}`;
    } catch (error) {
      complain(error);
    }
  }

  async again() {
    const { head } = this;
    try {
      const { id } = await api.create({
        system: head.system,
        module: head.module,
        scenario: head.scenario,
        seats: head.seats.map((seat) => seat.kind),
      }, mineOf(this.id));
      location.hash = `#/game/${id}${this.seat === null ? '' : `?seat=${this.seat}`}`;
    } catch (error) {
      complain(error);
    }
  }

  /** @param {number} millis */
  setPace(millis) {
    this.pace = millis;
    this.strip.pace.value = String(millis);
    setting.set('pace', String(millis));
    api.pace(this.id, { millis }).catch(complain);
  }

  /** The computer is told not to wait with the decision it is at. */
  moveNow() {
    api.pace(this.id, { now: true }).catch(complain);
  }

  /** Stops the computer for a while, or lets it go on. */
  togglePause() {
    this.paused = !this.paused;
    api.pace(this.id, { paused: this.paused }).catch(complain);
    if (this.view) this.prompt.render(this.view);
  }

  async goto() {
    const place = await gotoDialog(this.head.map);
    if (place === null) return;
    this.map.el.focus();
    this.map.moveCursor(place);
    this.pointer.select({ place, piece: null });
  }

  overlayChanged() {
    this.root.classList.toggle('asking', this.overlays.wanted?.kind === 'sight');
  }
  legend() {
    legendDialog(this.head, this.view);
  }
  showOutcome() {
    if (this.live?.outcome)
      outcomeDialog(this.head, this.live.outcome, { id: this.id, replay: () => this.go(0), again: () => this.again() });
  }

  /** @param {string} text */
  tell(text) {
    toast(text);
  }

  /** On a narrow screen one panel is seen at a time; a second tap on its tab folds it away. @param {Tab} tab */
  tab(tab) {
    const folded = this.side.dataset.tab === tab && !this.side.classList.contains('folded');
    this.side.classList.toggle('folded', folded);
    delete this.side.dataset.lent;
    this.showTab(tab, true);
  }

  /** A panel that unfolded by itself folds again when it has nothing more to say. @param {Tab} tab */
  doneWith(tab) {
    if (this.side?.dataset.tab === tab && this.side.dataset.lent) this.side.classList.add('folded');
  }

  /** @param {Tab} tab @param {boolean} [keepFold] */
  showTab(tab, keepFold = false) {
    this.side.dataset.tab = tab;
    if (!keepFold && this.side.classList.contains('folded')) {
      this.side.dataset.lent = 'yes';
      this.side.classList.remove('folded');
    }
    for (const button of this.tabs.querySelectorAll('[role=tab]'))
      button.setAttribute('aria-selected', String(button.getAttribute('data-tab') === tab));
  }
}
