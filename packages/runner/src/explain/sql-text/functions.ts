/** Functions that Spark Connect names like operators, and how SQL writes them between their arguments. */
export const infix: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '%': '%',
  '==': '=',
  '=': '=',
  '<=>': '<=>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '!=': '!=',
  and: 'AND',
  or: 'OR',
  '&': '&',
  '|': '|',
  '^': '^',
  like: 'LIKE',
  ilike: 'ILIKE',
  rlike: 'RLIKE',
};

/** Functions whose SQL form is no plain call. `a` are the arguments as text. */
export const specialForms: Readonly<Record<string, (a: readonly string[]) => string>> = {
  not: ([a]) => `NOT ${a}`,
  negative: ([a]) => `-${a}`,
  isNull: ([a]) => `${a} IS NULL`,
  isNotNull: ([a]) => `${a} IS NOT NULL`,
  isnull: ([a]) => `${a} IS NULL`,
  isnotnull: ([a]) => `${a} IS NOT NULL`,
  isNaN: ([a]) => `isnan(${a})`,
  startsWith: (a) => `startswith(${a.join(', ')})`,
  endsWith: (a) => `endswith(${a.join(', ')})`,
  in: ([a, ...values]) => `${a} IN (${values.join(', ')})`,
  when: (a) => {
    const pairs = Math.floor(a.length / 2);
    const whens = Array.from({ length: pairs }, (_, i) => `WHEN ${a[2 * i]} THEN ${a[2 * i + 1]}`);
    return ['CASE', ...whens, ...(a.length % 2 === 1 ? [`ELSE ${a.at(-1)}`] : []), 'END'].join(' ');
  },
};

/** Special forms that need brackets around them inside another expression. */
export const loose: ReadonlySet<string> = new Set([
  'not',
  'negative',
  'isNull',
  'isNotNull',
  'isnull',
  'isnotnull',
  'in',
]);
