// What the server sends: the same shapes as crates/play/src/wire.rs and the routes of crates/server.

export interface RuleRef {
  code: string;
  title: string;
}

export interface View {
  head: Head;
  position: number;
  length: number;
  /** Where a replay steps to. */
  back: number | null;
  forward: number | null;
  seat: number | null;
  now: Now;
  pieces: Piece[];
  markers: HexMarker[];
  /** Hexes under water now. */
  flooded?: number[];
  edges: EdgeMark[];
  plates: Plate[];
  panels: Panel[];
  displays: Display[];
  /** Cards that lie open, the latest first. */
  cards?: OpenCard[];
  question: Question | null;
  waiting_for: number[];
  undo: UndoState;
  outcome: Outcome | null;
  focus: Focus;
}

export interface Head {
  system: string;
  module: string;
  scenario: string;
  title: string;
  edition: string;
  /** What differs from the scenario as it is written. */
  variants: { title: string; text: string }[];
  seats: Seat[];
  turns: TurnMark[];
  map: MapHead;
  overlays: OverlayHead[];
  commitment: string;
}
export interface OverlayHead {
  kind: string;
  /** The key that turns it on. */
  letter: string;
  name: string;
  text: string;
  /** What must be chosen first: "hex", "piece", "either" or "". */
  needs: string;
}
export interface Seat {
  id: number;
  key: string;
  name: string;
  kind: string;
  briefing: string;
}
export interface TurnMark {
  date: string;
  time: string;
  night: boolean;
  /** Where there are tides: how high the water stands, from 0. */
  water?: number;
}
export interface MapHead {
  columns: number;
  rows: number;
  hex_metres: number;
  left: number;
  top: number;
  width: number;
  height: number;
  hexes: HexHead[];
  legend: LegendEntry[];
}
export interface HexHead {
  label: string;
  text: string;
  /** The middle of a box beside the hexes. */
  at?: [number, number];
}
export interface LegendEntry {
  kind: string;
  key: string;
  name: string;
  text: string;
}

export interface Now {
  turn: number;
  label: string;
  weather: string;
  night: boolean;
  phase: string;
  phase_rule: RuleRef;
  sequence: SequenceStep[];
  procedure: RuleRef[];
  charts: ChartView[];
}
export interface ChartView {
  key: string;
  title: string;
  rule: string;
  here: string;
  steps: ChartStep[];
}
export interface ChartStep {
  number: string;
  text: string;
  rules: string[];
  /** "done", "now" or "" */
  state: string;
}
export interface SequenceStep {
  letter: string;
  title: string;
  current: boolean;
}

export interface Piece {
  id: string;
  seat: number;
  face: string;
  hex: number | null;
  place: string | null;
  level: number;
  markers: string[];
  name: string;
  text: string;
  spent: boolean;
  out_of_command: boolean;
  /** Pieces it is in contact with. */
  links?: string[];
  /** What its place is called, on the colour of that place. */
  tag?: { text: string; colour: string };
}
export interface HexMarker {
  hex: number;
  symbol: string;
  text: string;
  count: number | null;
}
export interface EdgeMark {
  from: number;
  to: number;
  kind: string;
  text: string;
}
export interface Plate {
  hex: number;
  title: string;
  items: [string, string][];
  text: string;
}
export interface Display {
  key: string;
  /** The key that opens it. */
  letter: string;
  title: string;
  groups: DisplayGroup[];
}
export interface DisplayGroup {
  title: string;
  seat: number | null;
  colour: string | null;
  rows: PanelRow[];
  boxes: DisplayBox[];
  cards?: OpenCard[];
  grids?: Grid[];
}
export interface Grid {
  title: string;
  text: string;
  columns: string[];
  rows: { symbol: string | null; label: string; cells: string[] }[];
}
export interface OpenCard {
  title: string;
  text: string;
  parts: CardPart[];
}
export interface CardPart {
  title: string;
  /** The card was drawn for this part. */
  counts: boolean;
  marks: CardMark[];
}
export interface CardMark {
  symbol: string | null;
  label: string;
  text: string;
  rule: RuleRef | null;
}
export interface DisplayBox {
  title: string;
  note: string;
  hex: number | null;
  pieces: BoxPiece[];
}
export interface BoxPiece {
  id: string;
  note: string;
  aboard?: string[];
}
export interface Panel {
  title: string;
  seat: number | null;
  rows: PanelRow[];
}
export interface PanelRow {
  label: string;
  value: string;
  rule: RuleRef | null;
}

export interface Question {
  id: string;
  seat: number;
  rule: RuleRef;
  context: string;
  prompt: string;
  /** How it works, for who has read no rules. */
  how?: string | null;
  options: Choice[];
  groups: Group[];
  refused: Refusal[];
  /** What there is to know before deciding. */
  notes?: Note[];
  secret: boolean;
  /** A whole value is wanted instead of an option. */
  form?: Form;
  /** Standing orders that may be left here. */
  orders?: LabelledOrder[];
}
/** What a seat wants said to its own questions: see `Order` in crates/play/src/orders.rs. */
export interface Order {
  about: string;
  /** For this piece only. */
  piece: string | null;
  limit: string | Record<string, number>;
}
export interface LabelledOrder {
  label: string;
  order: Order;
}
/** How a value is filled in: see `Form` in crates/play/src/wire.rs for how the plan is made of it. */
export type Form = FormKind & {
  /** The plan is an object with the list under this name; without it, the list itself. */
  field?: string;
  ready: { label: string; plan: unknown }[];
  /** What this seat has sealed. */
  sealed?: unknown;
  sealed_label?: string;
};
export type FormKind =
  | { kind: 'some'; rows: SomeRow[]; budgets: Budget[]; at_least: number; at_most: number }
  | { kind: 'each'; rows: EachRow[]; budgets: Budget[] }
  | { kind: 'path'; from: number | null; hexes: number[]; at_most: number }
  | { kind: 'places'; of: 'hex' | 'hexside' | 'point'; places: FormPlace[]; at_least: number; at_most: number };
export interface Budget {
  label: string;
  unit: string;
  has: number;
}
export interface Cost {
  budget: number;
  amount: number;
}
export interface CellRefusal {
  reason: string;
  rule: RuleRef;
}
export interface SomeRow {
  label: string;
  piece: string | null;
  hex: number | null;
  note: string | null;
  value: unknown;
  costs: Cost[];
  refused: CellRefusal | null;
}
export interface EachRow {
  label: string;
  piece: string | null;
  hex: number | null;
  note: string | null;
  cells: EachCell[];
}
export interface EachCell {
  label: string;
  value: unknown | null;
  costs: Cost[];
  refused: CellRefusal | null;
}
export interface FormPlace {
  hex: number;
  across: number | null;
  label: string;
  value: unknown;
}
export interface Note {
  text: string;
  rule: RuleRef | null;
  hexes: number[];
  /** It happened since the last decision. */
  past: boolean;
}
export interface Choice {
  index: number;
  label: string;
  kind: string;
  hex: number | null;
  piece: string | null;
  hint: string | null;
  odds: boolean;
  /** Index into the groups of the question. */
  group: number | null;
  lines: [number, number][];
  /** Hexes that may be clicked instead of the option and the question after it. */
  hexes: number[];
}
export interface Group {
  label: string;
  piece: string | null;
  hex: number | null;
}
export interface Refusal {
  label: string;
  hex: number | null;
  piece: string | null;
  reason: string;
  rule: RuleRef;
}
export interface UndoState {
  possible: boolean;
  reason: string;
}
export interface Outcome {
  winner: number | null;
  text: string;
  rows: PanelRow[];
  seed: string | null;
}
export interface Focus {
  pieces: string[];
  hexes: number[];
  arrows: [number, number][];
  /** Hexes the act is about. */
  tints?: OverlayHex[];
}

export interface LogLine {
  n: number;
  at: number;
  turn: number;
  time: string;
  kind: string;
  seat: number | null;
  text: string;
  rule: RuleRef;
  hexes: number[];
  details: Detail[];
}
export interface Detail {
  text: string;
  rule: RuleRef;
  ledger: LedgerLine[];
  total: number | null;
  die: string | null;
}
export interface LedgerLine {
  amount: number;
  text: string;
  rule: RuleRef;
}

export interface OddsView {
  title: string;
  exact: boolean;
  error: number;
  assumes: string;
  rows: OddsRow[];
  more: OddsPart[];
  ledgers: Detail[];
  courses: number;
}
export interface OddsPart {
  title: string;
  rows: OddsRow[];
}
export interface OddsRow {
  label: string;
  fraction: string;
  probability: number;
  severity: number;
}

export interface Overlay {
  kind: string;
  title: string;
  text: string;
  hexes: OverlayHex[];
}
export interface OverlayHex {
  hex: number;
  level: number;
  label: string;
  /** For reach: the hexes to step through, this one last. */
  path?: number[];
}
export interface SightView {
  from: number;
  to: number;
  clear: boolean;
  distance: number;
  text: string;
  reasons: SightReason[];
}
export interface SightReason {
  text: string;
  blocks: boolean;
  hex: number | null;
  rule: RuleRef;
}

export interface Card {
  title: string;
  subtitle: string;
  rows: CardRow[];
  pieces: string[];
}
export interface CardRow {
  label: string;
  value: string;
  printed: string | null;
  ledger: LedgerLine[];
  rule: RuleRef | null;
}

// Routes outside a game.
export interface ModuleEntry {
  system: string;
  module: string;
  title: string;
  summary: string;
  edition: string;
  scenarios: ScenarioEntry[];
}
export interface ScenarioEntry {
  key: string;
  title: string;
  summary: string;
  turns: number;
  minutes: number;
  seats: { id: number; name: string }[];
  /** What may be chosen with it. */
  variants: VariantEntry[];
}
export interface NewGame {
  system: string;
  module: string;
  scenario: string;
  variants?: string[];
  seats: string[];
}
export interface VariantEntry {
  key: string;
  title: string;
  text: string;
  /** Beside this other one it changes only the score. */
  idle: { with: string; why: string } | null;
}
export interface GameEntry {
  id: string;
  title: string;
  scenario: string;
  /** What was chosen, by its titles. */
  variants: string[];
  turn: number | string;
  waiting_for: number[];
  seats: { id: number; name: string | null; kind: string }[];
  updated: number | string;
  over: boolean;
  moves: number;
}
export interface RuleText {
  code: string;
  title: string;
  text: string;
  source: string;
}
export interface Hint {
  question: string;
  option?: number;
  label?: string | null;
  /** A whole value, where one is asked for. */
  plan?: unknown;
}

/** What a player points at: a place, a counter, or the number of an option drawn there. */
export interface Place {
  hex: number | null;
  piece: string | null;
  option?: number | null;
  touch: boolean;
}
