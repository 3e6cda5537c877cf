/** Expressions that count as one construct of the compatibility matrix, for the cases that prove them. */
export { aggregate } from './core/aggregates.ts';
export { asText, castOrNull } from './core/cast.ts';
export { cutLines } from './core/delimited-lines.ts';
export { exactMean } from './core/impute.ts';
export { momentOfSeconds } from './core/moment.ts';
export { numbered } from './core/order.ts';
export { splitDuplicates } from './core/duplicates.ts';
export { sortedValues } from './core/quantile.ts';
export { round } from './core/round.ts';
export { textValue } from './core/text-value.ts';
export { positions, unionInOrder } from './core/union.ts';
export { csvLines, jsonLines } from './core/save-lines.ts';
