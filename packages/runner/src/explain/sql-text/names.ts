/** `a.b` under which a part of the plan is shown where a column is bound to it; undefined: the column's name alone. */
export type NameOfPlan = (planId: bigint) => string | undefined;

/** Text between single quotes, as Spark reads it. */
export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`;

/** A column's name as the plan holds it, without backticks that it does not need. */
export const plainIdentifier = (unparsed: string): string => {
  const inner = /^`([A-Za-z_]\w*)`$/.exec(unparsed);
  return inner?.[1] ?? unparsed;
};
