/** Calls that PySpark writes between their two arguments. */
export const infix: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '%': '%',
  '==': '==',
  '=': '==',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  and: '&',
  or: '|',
};

/** Calls that PySpark writes before their one argument. */
export const prefix: Readonly<Record<string, string>> = { not: '~', negative: '-' };

/** Calls that are methods of a Column: first argument the column, the others values. */
export const methods: Readonly<Record<string, { readonly name: string; readonly count: number | 'any' }>> = {
  '<=>': { name: 'eqNullSafe', count: 2 },
  like: { name: 'like', count: 2 },
  ilike: { name: 'ilike', count: 2 },
  rlike: { name: 'rlike', count: 2 },
  contains: { name: 'contains', count: 2 },
  startsWith: { name: 'startswith', count: 2 },
  startswith: { name: 'startswith', count: 2 },
  endsWith: { name: 'endswith', count: 2 },
  endswith: { name: 'endswith', count: 2 },
  isNull: { name: 'isNull', count: 1 },
  isnull: { name: 'isNull', count: 1 },
  isNotNull: { name: 'isNotNull', count: 1 },
  isnotnull: { name: 'isNotNull', count: 1 },
  in: { name: 'isin', count: 'any' },
  '&': { name: 'bitwiseAND', count: 2 },
  '|': { name: 'bitwiseOR', count: 2 },
  '^': { name: 'bitwiseXOR', count: 2 },
};
