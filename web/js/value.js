// @ts-check
// Whole values: compared, and reached into by JSON pointers.

/** JSON with its keys in order: two values are the same if this is. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => `${JSON.stringify(key)}:${canonical(it)}`)
      .join()}}`;
  return JSON.stringify(value) ?? 'null';
}

/** The steps of a pointer: "/a/b~1c" leads to "a", then to "b/c". @param {string} pointer */
const steps = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What stands at a pointer; undefined where nothing does. @param {unknown} value @param {string} pointer @returns {unknown} */
export function look(value, pointer) {
  return steps(pointer).reduce(
    (/** @type {any} */ at, step) => (at !== null && typeof at === 'object' ? at[step] : undefined),
    value,
  );
}

/**
 * The value with something put in at a pointer, and objects made on the way there. Undefined takes away what is there,
 * and every object around it that would be empty.
 * @param {unknown} value @param {string} pointer @param {unknown} what @returns {unknown}
 */
export function put(value, pointer, what) {
  const [first, ...rest] = steps(pointer);
  if (first === undefined) return what;
  const under = rest.map((it) => `/${it.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  if (Array.isArray(value)) {
    const list = [...value];
    list[Number(first)] = put(list[Number(first)], under, what);
    return list;
  }
  const { [first]: old, ...others } = isObject(value) ? value : {};
  const inner = put(old, under, what);
  const gone = inner === undefined || (what === undefined && isObject(inner) && Object.keys(inner).length === 0);
  if (gone) return others;
  // A key that was there keeps its place.
  return isObject(value) && first in value ? { ...value, [first]: inner } : { ...others, [first]: inner };
}

/** Does the value have all that the part has? @param {unknown} value @param {unknown} part @returns {boolean} */
export function has(value, part) {
  if (!isObject(part)) return canonical(value) === canonical(part);
  return isObject(value) && Object.entries(part).every(([key, it]) => has(value[key], it));
}

/** How much a value says. @param {unknown} value @returns {number} */
export const size = (value) =>
  isObject(value) ? 1 + Object.values(value).reduce((/** @type {number} */ sum, it) => sum + size(it), 0) : 1;
