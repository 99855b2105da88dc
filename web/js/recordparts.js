// @ts-check
// Parts: fields that have fields of their own and may be of several kinds, each said once for all the places it stands at. A
// trigger is a time or a phase line; an alternate has a whole drawing.

import { isDrawn } from './recordpen.js';
import { canonical, look, put, size } from './value.js';

/** @typedef {import('./types').RecordField} RecordField */
/** @typedef {import('./types').RecordKind} RecordKind */
/** @typedef {Extract<RecordField, {field: 'part'}>} PartField */
/**
 * A field that is drawn, where it stands, and the fields beside it.
 * @typedef {{field: RecordField, at: string, beside: RecordField[], base: string, aside: boolean}} Found
 */

/** Nothing is filled in. @param {unknown} value */
export const isBlank = (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Does a value have all that a kind always has? Where a field of the kind stands, anything does. @param {unknown} value @param {unknown} fixed @param {RecordField[]} fields @param {string} [at] @returns {boolean} */
function fits(value, fixed, fields, at = '') {
  if (at !== '' && fields.some((it) => it.at === at)) return value !== undefined;
  if (fixed === null || typeof fixed !== 'object' || Array.isArray(fixed)) return canonical(value) === canonical(fixed);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const held = /** @type {Record<string, unknown>} */ (value);
  return Object.entries(fixed).every(([key, it]) => fits(held[key], it, fields, `${at}/${key}`));
}

export class Parts {
  /** @param {RecordKind[]} kinds */
  constructor(kinds) {
    this.kinds = kinds;
    /** What was chosen where nothing of it is filled in yet. @type {Map<string, RecordKind>} */
    this.chosen = new Map();
  }

  /** Kinds a part may be of. @param {PartField} field */
  of(field) {
    return field.of.map((it) => this.kinds[it]).filter((it) => it !== undefined);
  }

  /** Of which kind the part is now. @param {PartField} field @param {string} at @param {unknown} value what stands there @returns {RecordKind | undefined} */
  kindOf(field, at, value) {
    const kinds = this.of(field);
    const chosen = this.chosen.get(at);
    if (chosen && kinds.includes(chosen)) return chosen;
    const found = value === undefined ? [] : kinds.filter((it) => fits(value, it.fixed, it.fields));
    found.sort((a, b) => size(b.fixed) - size(a.fixed));
    return found[0] ?? (field.needed && kinds.length === 1 ? kinds[0] : undefined);
  }

  /** What a new record, entry or part has from the start: where one of several is needed, the first. @param {unknown} value @param {RecordField[]} fields @returns {unknown} */
  begun(value, fields) {
    return fields.reduce((all, it) => {
      if (!it.needed) return all;
      if (it.field === 'one' && it.choices.length > 0) return put(all, it.at, it.choices[0].value);
      const kind = it.field === 'part' ? this.of(it)[0] : undefined;
      return kind ? put(all, it.at, this.fresh(kind)) : all;
    }, value);
  }

  /** @param {RecordKind} kind */
  fresh(kind) {
    // What stands where a field does is only there to tell the kind by.
    const bare = kind.fields.reduce((all, it) => (isBlank(look(all, it.at)) ? put(all, it.at, undefined) : all), structuredClone(kind.fixed));
    return this.begun(bare ?? {}, kind.fields);
  }

  /** The part as one of another kind; what both kinds have is kept. @param {RecordKind} kind @param {unknown} old */
  turned(kind, old) {
    return kind.fields.reduce((all, it) => {
      const held = typeof old === 'object' ? look(old, it.at) : undefined;
      return isBlank(held) ? all : put(all, it.at, held);
    }, this.fresh(kind));
  }

  /** The first field that is wanted and not filled in. @param {RecordField[]} fields @param {unknown} value @param {string} [base] @returns {RecordField | undefined} */
  missing(fields, value, base = '') {
    for (const field of fields) {
      const at = base + field.at;
      const held = look(value, at);
      const kind = field.field === 'part' ? this.kindOf(field, at, held) : undefined;
      const blank = field.field === 'part' ? !kind : isBlank(held);
      if (field.needed && blank) return field;
      const inner = kind ? this.missing(kind.fields, value, at) : undefined;
      if (inner) return inner;
      if (field.field === 'list' && Array.isArray(held)) {
        const found = held.map((_, i) => this.missing(field.entry, value, `${at}/${i}`)).find((it) => it !== undefined);
        if (found) return found;
      }
    }
    return undefined;
  }

  /**
   * What is drawn of a record: its fields with a symbol, those of lists and parts too. What stands in a part that may be left
   * out, or is one of several, is drawn aside.
   * @param {RecordField[]} fields @param {unknown} value @param {string} [base] @param {boolean} [aside] @returns {Found[]}
   */
  drawn(fields, value, base = '', aside = false) {
    return fields.flatMap((field) => {
      const at = base + field.at;
      const held = look(value, at);
      if (field.field === 'part') {
        const kind = this.kindOf(field, at, held);
        return kind ? this.drawn(kind.fields, value, at, aside || !field.needed) : [];
      }
      if (field.field === 'list') {
        const whole = field.entry.some((it) => it.field === 'part' && it.at === '');
        return (Array.isArray(held) ? held : []).flatMap((_, i) => this.drawn(field.entry, value, `${at}/${i}`, aside || whole));
      }
      return isDrawn(field.field) ? [{ field, at, beside: fields, base, aside }] : [];
    });
  }
}
