// @ts-check
// Whole values, compared.

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
