import type { Area } from './case.ts';
import { decimalUnits } from './decimal-texts.ts';
import { textUnits } from './text-casts.ts';
import { asTexts, casting, casts, readers, boundariesToDecimals } from './units/casts.ts';
import { byFormat, byPattern, moments } from './units/formats.ts';
import { aggregates, cases, means, roundings, sorted } from './units/numbers.ts';
import { lines, positionCases } from './units/rows.ts';
import { savedLines } from './units/saved-lines.ts';

/** Expressions of processors that are composed separately for an engine, each verified as a whole. */
export const units: Area = {
  name: 'units',
  cases: [
    ...casts,
    ...decimalUnits,
    ...textUnits,
    ...readers,
    ...casting,
    ...boundariesToDecimals,
    ...asTexts,
    ...roundings,
    ...sorted,
    ...means,
    ...byPattern,
    ...lines,
    ...savedLines,
    ...cases,
    ...aggregates,
    ...positionCases,
    ...byFormat,
    ...moments,
  ],
};
