export { boundedRegex } from './bounded-regex.ts';
export { lettersOf, lettersOnlyOfSpark2, pieces } from './date-letters.ts';
export type { PatternUse } from './date-letters.ts';
export * as castTexts from './cast-texts.ts';
