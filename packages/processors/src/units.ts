/** Expressions that count as one construct of the compatibility matrix, for the cases that verify them. */
export { aggregate } from './kit/aggregates.ts';
export { asText, castOrNull } from './kit/cast.ts';
export { tryCast } from './kit/text-cast.ts';
export { cutLines } from './read/_delimited-lines.ts';
export { exactMean } from './clean/_impute.ts';
export { momentOfSeconds } from './kit/moment.ts';
export { numberRows } from './kit/order.ts';
export { splitDuplicates } from './kit/duplicates.ts';
export { sortValues } from './kit/quantile.ts';
export { round } from './kit/round.ts';
export { textValue } from './kit/text-value.ts';
export { positions, unionInOrder } from './join/_union.ts';
export { csvLines, jsonLines } from './save/_save-lines.ts';
