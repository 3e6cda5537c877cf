export { boundedRegex } from './bounded-regex.ts';
export { lettersOf, lettersOnlyOfSpark2, pieces } from './date-letters.ts';
export type { PatternUse } from './date-letters.ts';
export {
  controlsAroundFractions,
  controlsAroundOthers,
  dateInText,
  farDate,
  hexadecimalFraction,
  otherNaN,
  suffixedFraction,
  truthValue,
  usualDate,
  usualTruthValues,
} from './cast-texts.ts';
