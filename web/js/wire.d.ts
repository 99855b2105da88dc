// What the server sends of a game: written from crates/play/src/wire.rs by a test, not by hand.
// UPDATE_GOLDEN=1 cargo test -p play types

/** Something that may be entered, or why not. */
export interface Act {
  /** The step asks for it. */
  due: boolean;
  inputs: Input[];
  key: string;
  refused: RuleRef | null;
  /** Dice belong to it: they can be looked at first, entered, or thrown. */
  rolls: boolean;
  rule: RuleRef;
  title: string;
}

/** What some answers would lead to, without giving them. */
export interface Ahead {
  /** A die is thrown or something drawn: nothing is taken back after it. */
  binds: boolean;
  /** Of the options of that question, the first ones in their order: does it bind? */
  each?: boolean[];
  /** What the same seat is asked next, where nobody else decides and no die is thrown before. */
  question?: Question;
}

/** What happened, turn by turn, and how the dice fell. */
export interface BattleReport {
  losses: ReportLoss[];
  /** How it ended; empty where it goes on. */
  outcome: string;
  /** Names of the seats. */
  seats: string[];
  /** Throws of which the odds were known when they were decided on. */
  throws: ReportThrow[];
  title: string;
  turns: ReportTurn[];
}

export interface BoxPiece {
  /** Passengers. */
  aboard?: string[];
  id: string;
  note: string;
}

/** Points of some kind that a value may not overdraw: "3rd Division", 4 of "DP". */
export interface Budget {
  has: number;
  label: string;
  unit: string;
}

/** Everything about a place or a unit, for the inspector. */
export interface Card {
  /** Pieces to show beneath. */
  pieces: string[];
  rows: CardRow[];
  subtitle: string;
  title: string;
}

/** One thing printed on a card and what it means now. */
export interface CardMark {
  label: string;
  rule: RuleRef | null;
  /** A symbol of `/counters.svg`. */
  symbol: string | null;
  text: string;
}

export interface CardPart {
  /** The card was drawn for this part; the others are ignored. */
  counts: boolean;
  marks: CardMark[];
  title: string;
}

/** A rating: printed, current, and what changed it. */
export interface CardRow {
  label: string;
  ledger: LedgerLine[];
  printed: string | null;
  rule: RuleRef | null;
  value: string;
}

/** A cell for the eye, for screen readers and for the inspector. */
export interface CellHead {
  /** Its centre. */
  at: [number, number];
  label: string;
  /** Index into `MapHead::shapes`. */
  shape: number;
  /** Label, terrain, features, place name. */
  text: string;
}

export interface CellRefusal {
  reason: string;
  rule: RuleRef;
}

/** A flowchart as a list of its steps. */
export interface Chart {
  key: string;
  rule: string;
  steps: ChartStep[];
  title: string;
}

/** Where the act stands in a flowchart. */
export interface ChartAt {
  done: number[];
  /** "step 15, fire or charge" */
  here: string;
  /** Names one of `Head::charts`. */
  key: string;
  /** Indices into the steps: the current one, and those passed. */
  now: number | null;
}

export interface ChartStep {
  number: string;
  /** Ids of its statements. */
  rules: string[];
  text: string;
}

export interface Choice {
  /** It ends an activation, a phase or a turn although more could be done: what, in a sentence. It is asked once more. */
  ends?: string;
  /** Index into `Question::groups`. */
  group: number | null;
  /** Small print: cost, what it leads to. */
  hint: string | null;
  index: number;
  /** How the client shows it: "place" (highlight `place`), "piece" (highlight `piece`), "button", "stop" (ends something). */
  kind: string;
  label: string;
  /** Lines to draw while it is pointed at: from the firer first, then from who sees the target. */
  lines: [Place, Place][];
  /** Exact odds can be asked for this option. */
  odds: boolean;
  piece: string | null;
  place: Place | null;
  /** Places that may be clicked instead: the option is taken and then the place, which is asked for next. */
  places: Place[];
}

/** So much of the budget of this index. */
export interface Cost {
  amount: number;
  budget: number;
}

export interface Detail {
  /** For a throw: the face as people write it. */
  die: string | null;
  /** For a ledger: its lines and the total. */
  ledger: LedgerLine[];
  rule: RuleRef;
  text: string;
  total: number | null;
}

/** A display beside the map, opened as a panel of its own. */
export interface Display {
  groups: DisplayGroup[];
  /** "divisions", "naval" */
  key: string;
  /** The key that opens it. */
  letter: string;
  title: string;
}

/** A box with counters in it. */
export interface DisplayBox {
  note: string;
  pieces: BoxPiece[];
  /** Where it is on the map, if it is. */
  place: Place | null;
  title: string;
}

export interface DisplayGroup {
  boxes: DisplayBox[];
  cards?: OpenCard[];
  /** Of its counters, as `#rrggbb`. */
  colour: string | null;
  grids?: Grid[];
  rows: PanelRow[];
  seat: number | null;
  title: string;
}

/** One symbol of an order that can be seen: a line of departure, an objective. */
export interface Drawn {
  /** Not in force yet. */
  faint: boolean;
  /** Written beside it. */
  label: string;
  /** Cells of an area or a way, in order. */
  places: Place[];
  /** Whose it is, for its colour. */
  seat: number;
  /** Sides of a line, each by its two cells. */
  sides: [Place, Place][];
  /** As in `RecordField::symbol`(super::RecordField::symbol). */
  symbol: string;
  text: string;
}

export interface EachCell {
  costs: Cost[];
  label: string;
  /** Why it cannot be chosen, whatever else is. */
  refused: CellRefusal | null;
  /** What choosing it puts into the list; nothing where it is null. */
  value: unknown;
}

/** One of those for each of which something is chosen. */
export interface EachRow {
  cells: EachCell[];
  label: string;
  note: string | null;
  piece: string | null;
  place: Place | null;
}

/** Something on the side between two cells. */
export interface EdgeMark {
  from: Place;
  /** "gap-open" or "gap-closed" */
  kind: string;
  text: string;
  to: Place;
}

export interface FieldChoice {
  label: string;
  value: unknown;
}

export interface Focus {
  /** From, to: a shot or a move to draw as an arrow. */
  arrows: [Place, Place][];
  pieces: string[];
  places: Place[];
  /** Places the act is about, tinted like an overlay of the kind "fire". */
  tints?: OverlayPlace[];
}

/** How a whole value is filled in. It is sent as `plan` where an option would be sent as `option`.  Every kind of form makes a list. The plan is that list; or, where `field` has a name, an object with the list under that name. What goes into the list is said by the form: the client copies values, it never makes one up but for the places of a path. A refusal says by a JSON pointer which entry is wrong: `/2` is the third entry of the list (`/way/2` where `field` is "way"), `""` the whole. */
export type Form = ({ at_least: number; at_most: number; budgets: Budget[]; kind: 'some'; rows: SomeRow[]; } | { budgets: Budget[]; kind: 'each'; rows: EachRow[]; } | { at_most: number; from: Place | null; kind: 'path'; places: Place[]; } | { at_least: number; at_most: number; kind: 'places'; of: PlaceKind; places: FormPlace[]; } | { at_least: number; at_most: number; kind: 'records'; kinds: RecordKind[]; parts: RecordKind[]; } | { at: string; corners: number; kind: 'figures'; movers: Mover[]; plan: unknown; reach: number | null; top: number; way: boolean; }) & { field?: string; ready: ReadyPlan[]; sealed?: unknown; sealed_label?: string; text?: boolean; };

/** A place that may be chosen: a cell, a side (its cell and the one across), or a point. */
export interface FormPlace {
  across: Place | null;
  label: string;
  place: Place;
  value: unknown;
}

/** What wins, as far as points decide. */
export interface Goal {
  /** Places that count, with what they are worth and who has them. */
  places: GoalPlace[];
  /** Points of each seat if the game ended now. */
  points: number[];
  rule: RuleRef | null;
  /** "British 7, German 13: 7 more points win." */
  stands: string;
  /** "More points than the enemy at the end of turn 3." */
  text: string;
}

export interface GoalPlace {
  holder: number | null;
  name: string;
  place: Place;
  /** To the seat that looks; to a spectator, to who has it. */
  points: number;
}

/** A table of numbers. */
export interface Grid {
  /** Heads of the columns after the first. */
  columns: string[];
  rows: GridRow[];
  text: string;
  title: string;
}

export interface GridRow {
  cells: string[];
  /** Cells, by their index, that the sources do not give plainly; they are marked. */
  doubts?: number[];
  label: string;
  /** A symbol of `/counters.svg` before the label. */
  symbol: string | null;
}

export interface Group {
  label: string;
  /** A counter that stands for the group on the map; without one its options are on the map themselves. */
  piece: string | null;
  place: Place | null;
}

/** What does not change during the game. */
export interface Head {
  /** The flowcharts of the game: `Now::charts` says where they stand. */
  charts: Chart[];
  commitment: string;
  edition: string;
  map: MapHead;
  module: string;
  /** What can be laid over the map. */
  overlays: OverlayHead[];
  scenario: string;
  seats: Seat[];
  /** Sequences of play: `Now::sequence` says which is in force. */
  sequences: SequenceStep[][];
  system: string;
  title: string;
  /** Turns of the scenario, for the track. */
  turns: TurnMark[];
  /** What differs from the scenario as it is written. */
  variants: Variant[];
}

/** One thing that is entered. */
export type Input = ({ default: number; kind: 'number'; least: number; most: number; } | { default: boolean; kind: 'toggle'; } | { default: string; kind: 'choice'; options: InputOption[]; }) & { key: string; title: string; };

export interface InputOption {
  key: string;
  title: string;
}

/** A standing order with its words; it is left as it is, or with the `piece` of an option to stand for that one only. */
export interface LabelledOrder {
  label: string;
  order: Order;
}

export interface LedgerLine {
  amount: number;
  rule: RuleRef;
  text: string;
}

export interface LegendEntry {
  key: string;
  /** "terrain", "hexside", "route", "feature" or "marker" */
  kind: string;
  name: string;
  /** Effects in a line: costs, sight, defence. */
  text: string;
}

export type Limit = 'never' | { 'this-turn': number; } | { 'at-least': number; } | { within: number; } | { only: Place; };

/** One line of the report. */
export interface LogLine {
  /** Answers given when it was written: click to go there in the replay. */
  at: number;
  /** Dice, ledgers and choices that led to it: unfold to see. */
  details: Detail[];
  /** "turn", "chit", "event", "decision", "roll" */
  kind: string;
  /** Number of the line in this seat's log. */
  n: number;
  /** Who did it and to whom: a shot goes from the first to the second. */
  pieces?: string[];
  places: Place[];
  rule: RuleRef;
  seat: number | null;
  text: string;
  time: string;
  turn: number;
}

/** The map in its own units: those of `/map.svg`. */
export interface MapHead {
  /** All cells; a place that is a cell is an index into these. Boxes printed beside the map are cells too. */
  cells: CellHead[];
  height: number;
  legend: LegendEntry[];
  /** What lengths are told in, where that is not metres. */
  measure?: Measure;
  /** How wide a piece is in map units, where that is not 48. */
  piece?: number;
  /** In words: "1 hex = 500 m". */
  scale: string;
  /** Outlines that cells share: corners in order, from the centre of the cell. */
  shapes: [number, number][][];
  units_per_metre: number;
  width: number;
}

/** A measure of length: "inches", written "″". */
export interface Measure {
  name: string;
  sign: string;
  /** One of it, in map units. */
  units: number;
}

/** A figure that is to be placed or moved. */
export interface Mover {
  /** Where it stands; nothing for one that comes onto the table. */
  from: Place | null;
  label: string;
  piece: string;
}

export interface Note {
  /** It happened since the last decision; otherwise it is about this one. */
  past: boolean;
  /** Shown on the map while the line is pointed at. */
  places: Place[];
  rule: RuleRef | null;
  text: string;
}

/** Where the sequence of play stands. */
export interface Now {
  /** The flowcharts being run, outermost first, with where the act stands in each. */
  charts: ChartAt[];
  label: string;
  night: boolean;
  /** The step of the sequence of play: "H", "Chit: 3rd Division". */
  phase: string;
  phase_rule: RuleRef;
  /** Where in a flowchart the current act stands, outermost first: "Assault", "Op Fire". */
  procedure: RuleRef[];
  /** Which of `Head::sequences` is in force, and the letter of the step in it ("you are here"). */
  sequence: number;
  step: string;
  /** 1-based. */
  turn: number;
  weather: string;
}

export interface OddsPart {
  rows: OddsRow[];
  title: string;
}

export interface OddsRow {
  /** "23/100", reduced where short, else empty. */
  fraction: string;
  label: string;
  probability: number;
  /** 0 nothing … 4 destroyed: the colour of the bar. */
  severity: number;
}

/** Exact odds of one option. */
export interface OddsView {
  assumes: string;
  courses: number;
  /** Figures it rests on that the sources do not give plainly. */
  doubts?: string[];
  error: number;
  /** Fractions are exact; otherwise `error` bounds what was left out. */
  exact: boolean;
  ledgers: Detail[];
  /** What else comes of it, each by itself: the barrage, the others there, the contact. */
  more: OddsPart[];
  /** Where it may fall, each place with its chance: shown on the map. */
  places?: OverlayPlace[];
  rows: OddsRow[];
  title: string;
}

/** A card that lies open, explained part by part. */
export interface OpenCard {
  parts: CardPart[];
  text: string;
  title: string;
}

/** One order. Each limits by itself: what any of them holds back is held back. */
export interface Order {
  /** Key of a reaction. */
  about: string;
  limit: Limit;
  /** For this piece only; otherwise for all of the seat. */
  piece: string | null;
}

export interface Outcome {
  rows: PanelRow[];
  /** Revealed when the game has ended. */
  seed: string | null;
  text: string;
  /** Winning seat; `None` is a draw. */
  winner: number | null;
}

/** An overlay: places with a strength and a note. */
export interface Overlay {
  /** "sight", "zones", "command", "reach", "fire" */
  kind: string;
  places: OverlayPlace[];
  text: string;
  title: string;
}

/** An overlay that can be asked for. */
export interface OverlayHead {
  kind: string;
  /** The key that turns it on. */
  letter: string;
  name: string;
  /** What must be chosen first: "place", "piece", "either" or "" for nothing. */
  needs: string;
  text: string;
}

export interface OverlayPlace {
  /** Label to write there: cost, number of firers. */
  label: string;
  /** 0 strongest … 3 faintest; for reach the quarter of the allowance used up. */
  level: number;
  /** For reach: the places to step through, this one last. Sent back as picks they walk the unit there. */
  path?: Place[];
  place: Place;
  /** A circle about the place, in map units: how far a blast or a command reaches. */
  radius?: number;
}

export interface Panel {
  rows: PanelRow[];
  /** Seat it belongs to, for its colour. */
  seat: number | null;
  title: string;
}

export interface PanelRow {
  label: string;
  rule: RuleRef | null;
  value: string;
}

/** A counter. */
export interface Piece {
  /** Symbol in `/counters.svg`: `#u12-front`, `#u12-back`. */
  face: string;
  /** "u12" a unit, "l3" a leader. */
  id: string;
  /** Position in its stack, 0 at the bottom. */
  level: number;
  /** Pieces it is in contact with: a line is drawn to them when it is looked at. */
  links?: string[];
  /** Symbols of markers on it, in order: `m-suppressed`, `m-cohesion-1`, `m-column`, `m-ip`, `m-ent`, `m-step-loss`. */
  markers: string[];
  name: string;
  /** Where it is instead: "Holding box 3 Br", "Due in turn 4". */
  off_map: string | null;
  out_of_command: boolean;
  place: Place | null;
  seat: number;
  /** Has acted in the current activation / may act / is out of command. */
  spent: boolean;
  /** What the place it stands on is called, on the colour of that place. */
  tag?: Tag;
  /** A sentence for screen readers: name, kind, steps, state. */
  text: string;
}

/** As it is written. */
export type Place = number | [number, number, number];

export type PlaceKind = 'cell' | 'side' | 'point';

export interface PlaceMarker {
  /** A number to write on it: units in a park. */
  count: number | null;
  place: Place;
  /** It covers a circle of so many map units about the place: smoke, a blast. */
  radius?: number;
  /** `m-barrage-light`, `m-barrage-heavy`, `m-ent`, `m-victory-0` … */
  symbol: string;
  text: string;
}

/** A small table beside a place of the map. */
export interface Plate {
  /** Short word and number. */
  items: [string, string][];
  place: Place;
  text: string;
  title: string;
}

/** What is asked of this seat. */
export interface Question {
  /** Who decides in which phase: "British · Division chit of 3rd Division". */
  context: string;
  /** A whole value is wanted instead of an option; `options` is empty then. */
  form?: Form;
  /** Where there are many options: groups of them, chosen first. A pair is chosen by its group, then by the option. */
  groups: Group[];
  /** How it works, for who has read no rules. */
  how: string | null;
  /** Names the question: sent back with the answer, so that a late or repeated answer is recognised. */
  id: string;
  /** What there is to know before deciding, line by line: hits about to be applied, what an attack has so far. */
  notes?: Note[];
  options: Choice[];
  /** Standing orders that may be left here, so that questions like this one are not asked again. */
  orders?: LabelledOrder[];
  /** One sentence. */
  prompt: string;
  /** What one might want to do but may not, and why. */
  refused: Refusal[];
  rule: RuleRef;
  seat: number;
  /** Several decide at the same time, and nobody learns anything before all have. */
  secret: boolean;
}

/** A plan to start from. */
export interface ReadyPlan {
  label: string;
  plan: unknown;
}

/** A chart that anybody may ask without a game. */
export interface Reckoner {
  inputs: Input[];
  key: string;
  rule: RuleRef;
  /** One sentence: when it is used. */
  text: string;
  title: string;
}

/** What a chart answers: exact odds with the ledgers of their numbers, and the dice if any were thrown. */
export interface Reckoning {
  odds: OddsView;
  rolled: Rolled | null;
  /** "5 or more to hit, then 4 or more to kill" */
  text: string;
}

export type RecordField = ({ at_most: number; field: 'text'; known?: string[]; } | { field: 'number'; least: number; most: number; } | { choices: FieldChoice[]; field: 'one'; } | { at_least: number; at_most: number; field: 'some'; rows: SomeRow[]; } | { field: 'cell'; } | { at_most: number; field: 'cells'; } | { at_most: number; field: 'way'; } | { at_most: number; field: 'line'; } | { at_most: number; entry: RecordField[]; field: 'list'; } | { field: 'part'; of: number[]; }) & { at: string; label: string; needed: boolean; note: string | null; symbol: string | null; };

/** One kind of record: "an Attack", "a sheet is cancelled". */
export interface RecordKind {
  fields: RecordField[];
  /** What every record of this kind has, and by which it is told from the others: `{"draw": {"drawing": {"mission": "attack"}}}`. */
  fixed: unknown;
  how: string | null;
  label: string;
}

export interface Refusal {
  label: string;
  piece: string | null;
  place: Place | null;
  reason: string;
  rule: RuleRef;
  /** The line that is in the way, side by side: shown on the map while the refusal is pointed at. */
  sides?: [Place, Place][];
}

/** Who has left the map. */
export interface ReportLoss {
  /** "Eliminated", "Due in turn 4"; "gone" where nothing more is told. */
  how: string;
  name: string;
  /** The end of that turn. */
  position: number;
  seat: number;
  turn: number;
}

export interface ReportPiece {
  place: Place;
  seat: number;
}

/** A decision whose dice had odds: what was to be expected of it, and what came. In grades of harm to the target: 0 nothing, 4 destroyed. */
export interface ReportThrow {
  came: number;
  /** How likely that, or more of it, was. */
  chance: number;
  expected: number;
  position: number;
  /** "Suppressed" */
  result: string;
  seat: number;
  turn: number;
  what: string;
}

/** How it stood at the end of a turn, as a spectator saw it. */
export interface ReportTurn {
  label: string;
  pieces: ReportPiece[];
  points: number[];
  /** The moment, to be gone to in the replay. */
  position: number;
  turn: number;
}

/** Dice that lie on the table, and what they come to. */
export interface Rolled {
  dice: RolledDie[];
  text: string;
}

export interface RolledDie {
  face: number;
  /** Whether it made it, where one die can tell. */
  made: boolean | null;
  sides: number;
  /** What it was thrown for: "to hit, 5 or more". */
  text: string;
}

/** A citation as shown: the id links to the text of the rule. */
export interface RuleRef {
  code: string;
  title: string;
}

export interface Seat {
  briefing: string;
  id: number;
  key: string;
  /** "human" or "computer" */
  kind: string;
  name: string;
}

/** A section through the ground along a line of sight; heights in metres above the sea, ways as a part of the line. */
export interface Section {
  /** The eyes at both ends. */
  eyes: [number, number];
  /** How long the line is, in metres. */
  metres: number;
  /** Where it passes, in order, both ends included. */
  stations: SectionStation[];
}

export interface SectionStation {
  /** From 0 at the viewer to 1. */
  at: number;
  blocks: boolean;
  ground: number;
  /** "hex", "side" or "smoke" */
  kind: string;
  /** "0413", "hedge 0413-0414" */
  label: string;
  place: Place | null;
  /** Of what stands there; the ground where nothing does. */
  top: number;
}

export interface SequenceStep {
  letter: string;
  title: string;
}

export interface SheetLine {
  dice: RolledDie[];
  rule: RuleRef;
  text: string;
}

/** A sheet after its entries: what a player would have before him on paper. */
export interface SheetPage {
  /** What may be entered for all. */
  acts: Act[];
  /** "Turn 2 of 4" */
  clock: string;
  over: boolean;
  parts: SheetPart[];
  /** What has been entered, the last first. */
  report: SheetLine[];
  rule: RuleRef;
  step: number;
  /** The steps of a turn. */
  steps: string[];
  /** What is to be done in this step. */
  text: string;
  title: string;
}

export interface SheetPart {
  rows: SheetRow[];
  text: string;
  title: string;
}

export interface SheetRow {
  acts: Act[];
  /** Nothing more can come of it. */
  gone: boolean;
  key: string;
  tags: SheetTag[];
  text: string;
  title: string;
}

export interface SheetTag {
  /** 0 nothing … 4 destroyed, as the bars of odds. */
  severity: number;
  text: string;
}

/** The answer to an entry. */
export interface SheetView {
  /** The entry as it is to be kept, its dice with it; nothing where it was only looked at. */
  entry: unknown;
  page: SheetPage;
  reckoning: Reckoning | null;
}

export interface SightReason {
  blocks: boolean;
  place: Place | null;
  rule: RuleRef;
  text: string;
}

/** Can this place see that one, and why. */
export interface SightView {
  clear: boolean;
  /** In words: "3 hexes". */
  distance: string;
  from: Place;
  reasons: SightReason[];
  /** The section through the ground, where heights count. */
  section?: Section;
  text: string;
  to: Place;
}

/** One of those that may be chosen. */
export interface SomeRow {
  costs: Cost[];
  label: string;
  note: string | null;
  piece: string | null;
  place: Place | null;
  /** Why it cannot be chosen, whatever else is. */
  refused: CellRefusal | null;
  value: unknown;
}

/** A short word on a colour. */
export interface Tag {
  /** As `#rrggbb`. */
  colour: string;
  text: string;
}

export interface TurnMark {
  date: string;
  night: boolean;
  time: string;
  /** Where there are tides: how high the water stands, from 0. */
  water?: number;
}

export interface UndoState {
  possible: boolean;
  reason: string;
  /** What would be taken back: "the 1st Suffolk moves". */
  what?: string;
}

/** A variant of the rules that is in force. */
export interface Variant {
  text: string;
  title: string;
}

/** All that a seat may see at one moment of the game. */
export interface View {
  /** The positions before and after this one at which somebody was asked: where a replay steps to. */
  back: number | null;
  /** Cards that lie open, the one in play first. */
  cards?: OpenCard[];
  /** Displays beside the map: what belongs to a division, the Naval Display. */
  displays: Display[];
  /** What is drawn on the map as staff officers draw it. */
  drawings?: Drawn[];
  /** Marks on the side between two cells: gaps of a beach, open or not. */
  edges: EdgeMark[];
  /** Places under water now. */
  flooded?: Place[];
  /** Units or places the current act is about, to be framed on the map. */
  focus: Focus;
  forward: number | null;
  /** What wins, how it stands, and where. */
  goal: Goal;
  /** Answers in the whole game; `position < length` in a replay. */
  length: number;
  /** Markers that lie on a place, not on a piece. */
  markers: PlaceMarker[];
  now: Now;
  outcome: Outcome | null;
  /** The score and what is in the mug, in a few lines. */
  panels: Panel[];
  pieces: Piece[];
  /** Numbers printed beside a place: those of a beach in play. */
  plates: Plate[];
  /** Answers given so far: the moment this view shows. */
  position: number;
  question: Question | null;
  /** The seat this view is for; `None` for a spectator. */
  seat: number | null;
  /** Is there something this seat may take back? Otherwise why not. */
  undo: UndoState;
  /** Whom the game waits for (several at once only for secret decisions); empty when it is over. */
  waiting_for: number[];
}
