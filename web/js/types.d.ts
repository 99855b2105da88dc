// What the server sends. What it sends of a game is in wire.d.ts, which is written from the types of the server; what
// is here are the routes outside a game (crates/server) and what the parts of the page tell each other.

import type { Place } from './wire';
export type * from './wire';

// Routes outside a game.
export interface ModuleEntry {
  system: string;
  module: string;
  title: string;
  summary: string;
  edition: string;
  /** A sheet can be kept for it at a real table. */
  sheet: boolean;
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
  system: string;
  module: string;
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
  /** The reason in words, where the system gives one. */
  why?: string | null;
}

/** What a player points at: a place, a counter, or the number of an option drawn there. */
export interface Pointed {
  place: Place | null;
  /** Where exactly, on the page; a cursor is at its place. */
  point?: { x: number; y: number };
  piece: string | null;
  option?: number | null;
  touch: boolean;
}
