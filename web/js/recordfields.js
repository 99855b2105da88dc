// @ts-check
// Fields of a record: a text, a number, one or some of these, places of the map in words or drawn, and lists of such.
// Each field knows by a pointer where its value stands in the record.

import { h, icon } from './dom.js';
import { isDrawn, labelsIn } from './recordpen.js';
import { canonical } from './value.js';

/** @typedef {import('./types').RecordField} RecordField */
/** @typedef {Extract<RecordField, {field: 'list'}>} ListField */
/** @typedef {Extract<RecordField, {field: 'some'}>} SomeField */
/** @typedef {Extract<RecordField, {field: 'part'}>} PartField */
/**
 * What a field has to do with its record.
 * @typedef {object} Sheet
 * @property {import('./map.js').MapView} map
 * @property {import('./recordparts.js').Parts} parts
 * @property {(at: string) => unknown} get
 * @property {(at: string, value: unknown) => void} put undefined takes it away
 * @property {(field: RecordField, at: string) => void} draw takes the pen in hand
 * @property {() => string} drawing where the pen is at; empty where it is put away
 * @property {() => void} rebuild lists have grown or shrunk
 */
/**
 * @typedef {object} FieldView
 * @property {HTMLElement} el
 * @property {RecordField} field
 * @property {string} at
 * @property {HTMLElement} said where a refusal is put
 * @property {FieldView[]} inner
 * @property {(locked: boolean) => void} refresh
 */

/** So many that may be chosen are shown unasked. */
const FOLDED = 4;

let ids = 0;

/** Labels of a field that is drawn. @param {unknown} value @returns {string[]} */
export const labelsOf = (value) =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];

/** @param {RecordField} field @param {string} base @param {Sheet} sheet @returns {FieldView} */
export function fieldView(field, base, sheet) {
  const at = base + field.at;
  const said = h('div', { class: 'rec-said' });
  /** @type {{parts: import('./dom.js').Child[], inner?: FieldView[], refresh: (locked: boolean) => void}} */
  const shape =
    field.field === 'list'
      ? listOf(field, at, sheet)
      : field.field === 'part'
        ? partOf(field, at, sheet)
        : field.field === 'some'
          ? someOf(field, at, sheet)
          : single(field, at, sheet);
  const el = h('div', { class: 'rec-field', 'data-kind': field.field, 'data-at': at }, shape.parts, said);
  return { el, field, at, said, inner: shape.inner ?? [], refresh: shape.refresh };
}

/** @param {RecordField} field */
const name = (field) => [field.label, !field.needed && h('small', { class: 'muted' }, ' may be left out')];

/** @param {RecordField} field @param {string} at @param {Sheet} sheet */
function single(field, at, sheet) {
  const id = `field-${(ids += 1)}`;
  const { input, write, more } = inputOf(field, at, sheet, id);
  const pen =
    isDrawn(field.field) &&
    h(
      'button',
      {
        type: 'button',
        class: 'chip quiet',
        'aria-label': `Draw ${field.label} on the map`,
        'data-testid': 'draw',
        onclick: () => sheet.draw(field, at),
      },
      icon('line'),
      'On the map',
    );
  return {
    parts: [
      h('label', { for: id }, name(field)),
      h('div', { class: 'rec-in' }, input, more, pen),
      field.note && h('p', { class: 'rec-note' }, field.note),
    ],
    refresh: (/** @type {boolean} */ locked) => {
      input.disabled = locked;
      if (pen) {
        pen.disabled = locked;
        pen.setAttribute('aria-pressed', String(sheet.drawing() === at));
      }
      // What is being written is not written over.
      if (document.activeElement !== input || locked) write();
    },
  };
}

/**
 * @param {RecordField} field @param {string} at @param {Sheet} sheet @param {string} id
 * @returns {{input: HTMLInputElement | HTMLSelectElement, more?: import('./dom.js').Child, write: () => void}}
 */
function inputOf(field, at, sheet, id) {
  if (field.field === 'one') {
    const input = h(
      'select',
      { id, onchange: () => sheet.put(at, input.value === '' ? undefined : field.choices[Number(input.value)].value) },
      (!field.needed || field.choices.length === 0) && h('option', { value: '' }, '–'),
      field.choices.map((it, i) => h('option', { value: i }, it.label)),
    );
    const write = () => {
      const held = canonical(sheet.get(at) ?? null);
      const i = field.choices.findIndex((it) => canonical(it.value) === held);
      input.value = i < 0 ? '' : String(i);
    };
    return { input, write };
  }
  if (field.field === 'number') {
    const { least, most } = field;
    const input = h('input', {
      id,
      type: 'number',
      inputmode: 'numeric',
      min: least,
      max: most,
      oninput: () => sheet.put(at, input.value === '' || !Number.isInteger(Number(input.value)) ? undefined : Number(input.value)),
    });
    return { input, write: () => (input.value = String(sheet.get(at) ?? '')) };
  }
  if (field.field === 'text') {
    const known = field.known ?? [];
    const words = known.length > 0 && h('datalist', { id: `${id}-known` }, known.map((it) => h('option', { value: it })));
    const input = h('input', {
      id,
      type: 'text',
      maxlength: field.at_most,
      autocomplete: 'off',
      list: words && `${id}-known`,
      oninput: () => sheet.put(at, input.value === '' ? undefined : input.value),
    });
    return { input, more: words, write: () => (input.value = String(sheet.get(at) ?? '')) };
  }
  return places(field, at, sheet, id);
}

/** Places in words: their labels. @param {RecordField} field @param {string} at @param {Sheet} sheet @param {string} id */
function places(field, at, sheet, id) {
  const grid = sheet.map.grid();
  const line = field.field === 'line';
  const known = (/** @type {string} */ it) => (line ? grid.sideNamed(it) !== undefined : grid.named.has(it));
  const input = h('input', {
    id,
    type: 'text',
    class: 'num',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: line ? example(grid) : (sheet.map.head?.cells[0]?.label ?? ''),
    onchange: () => {
      const labels = labelsIn(input.value);
      const wrong = labels.find((it) => !known(it));
      input.setCustomValidity(wrong === undefined ? '' : `${wrong} is no ${line ? 'side between two cells' : 'place'} of this map.`);
      if (!input.reportValidity()) return;
      const sides = line ? labels.map((it) => grid.nameOf(/** @type {number} */ (grid.sideNamed(it)))) : labels;
      sheet.put(at, labels.length === 0 ? undefined : field.field === 'cell' ? labels[0] : sides);
    },
  });
  const write = () => {
    input.setCustomValidity('');
    input.value = labelsOf(sheet.get(at)).join(' ');
  };
  return { input, write };
}

/** @param {import('./grid.js').Grid} grid */
const example = (grid) => (grid.sides.length > 0 ? grid.nameOf(0) : '');

/** @param {SomeField} field @param {string} at @param {Sheet} sheet */
function someOf(field, at, sheet) {
  const { rows } = field;
  const chosen = () => {
    const held = /** @type {unknown[]} */ (sheet.get(at) ?? []).map(canonical);
    return rows.map((it) => held.includes(canonical(it.value)));
  };
  const boxes = rows.map((row, r) =>
    h('input', {
      type: 'checkbox',
      'data-row': r,
      disabled: row.refused !== null,
      onchange: () => {
        const on = chosen();
        on[r] = boxes[r].checked;
        const values = rows.filter((_, i) => on[i]).map((it) => it.value);
        sheet.put(at, values.length === 0 ? undefined : values);
      },
    }),
  );
  const { map } = sheet;
  const cells = rows.map((row, r) =>
    h(
      'label',
      {
        class: row.refused ? 'cell no' : 'cell',
        title: row.refused?.reason,
        onpointerenter: () => row.place !== null && map.glow([row.place]),
        onpointerleave: () => map.glow([]),
      },
      boxes[r],
      h('span', {}, row.label, row.note && h('small', {}, row.note)),
    ),
  );
  const all = h('div', { class: 'cells' }, cells);
  const told = h('span', { class: 'muted' });
  const note = field.note && h('p', { class: 'rec-note' }, field.note);
  // Many that may be left out are folded up.
  const folded = !field.needed && rows.length > FOLDED;
  return {
    parts: [
      folded
        ? h('details', {}, h('summary', {}, name(field), ' ', told), note, all)
        : h('fieldset', {}, h('legend', {}, name(field), ' ', told), note, all),
    ],
    refresh: (/** @type {boolean} */ locked) => {
      const on = chosen();
      told.textContent = rows.filter((_, i) => on[i]).map((it) => it.label).join(', ');
      boxes.forEach((box, i) => {
        box.checked = on[i];
        box.disabled = locked || rows[i].refused !== null;
      });
    },
  };
}

/** @param {ListField} field @param {string} at @param {Sheet} sheet */
function listOf(field, at, sheet) {
  const held = /** @type {unknown[]} */ (sheet.get(at) ?? []);
  /** @type {FieldView[]} */
  const inner = [];
  const entries = held.map((_, i) => {
    const views = field.entry.map((it) => fieldView(it, `${at}/${i}`, sheet));
    inner.push(...views);
    return h(
      'li',
      { 'data-entry': i },
      views.map((it) => it.el),
      h(
        'button',
        {
          type: 'button',
          class: 'plain rec-less',
          'aria-label': `Take away ${field.label} ${i + 1}`,
          onclick: () => {
            const rest = /** @type {unknown[]} */ (sheet.get(at) ?? []).filter((_, k) => k !== i);
            sheet.put(at, rest.length === 0 ? undefined : rest);
            sheet.rebuild();
          },
        },
        icon('bin'),
      ),
    );
  });
  const add = h(
    'button',
    {
      type: 'button',
      class: 'chip quiet',
      'data-testid': 'add-entry',
      'aria-label': `Add: ${field.label}`,
      onclick: () => {
        sheet.put(at, [.../** @type {unknown[]} */ (sheet.get(at) ?? []), sheet.parts.begun({}, field.entry)]);
        sheet.rebuild();
      },
    },
    '+ Add',
  );
  return {
    parts: [
      h(
        'fieldset',
        {},
        h('legend', {}, name(field), ' ', add),
        field.note && h('p', { class: 'rec-note' }, field.note),
        entries.length > 0 && h('ol', { class: 'rec-list' }, entries),
      ),
    ],
    inner,
    refresh: (/** @type {boolean} */ locked) => {
      add.disabled = locked || held.length >= field.at_most;
      for (const it of inner) it.refresh(locked);
    },
  };
}

/** A part: of which kind it is, where there is a choice, and the fields of that. @param {PartField} field @param {string} at @param {Sheet} sheet */
function partOf(field, at, sheet) {
  const { parts } = sheet;
  const kinds = parts.of(field);
  const kind = parts.kindOf(field, at, sheet.get(at));
  const id = `field-${(ids += 1)}`;
  const turn = () => {
    const next = kinds[Number(select.value)];
    const old = sheet.get(at);
    if (select.value === '' || !next) {
      parts.chosen.delete(at);
      sheet.put(at, undefined);
    } else {
      parts.chosen.set(at, next);
      sheet.put(at, parts.turned(next, old));
    }
    sheet.rebuild();
  };
  const select = h(
    'select',
    { id, 'data-testid': 'part', onchange: turn },
    (!field.needed || !kind) && h('option', { value: '' }, '–'),
    kinds.map((it, i) => h('option', { value: i }, it.label)),
  );
  const inner = (kind?.fields ?? []).map((it) => fieldView(it, at, sheet));
  // Where there is nothing to choose, its fields stand among the others.
  const plain = field.needed && kinds.length === 1;
  const all = inner.map((it) => it.el);
  return {
    parts: plain
      ? all
      : [
          h('label', { for: id }, name(field)),
          h('div', { class: 'rec-in' }, select),
          field.note && h('p', { class: 'rec-note' }, field.note),
          all.length > 0 && h('div', { class: 'rec-part', role: 'group', 'aria-label': field.label }, all),
        ],
    inner,
    refresh: (/** @type {boolean} */ locked) => {
      select.disabled = locked;
      select.value = kind ? String(kinds.indexOf(kind)) : '';
      for (const it of inner) it.refresh(locked);
    },
  };
}
