/**
 * What Spark's casts read of a text, in words that engines share (`rlike`, `regexp_replace`, `translate`).
 * Sail's own leave control characters around a value, take other blanks, `tru` and `on` for true, `2024 x` for a date, and
 * leave `1.5d` and `2024-02-29T10:00`. Source: Spark, `UTF8String.trimAll`, `StringUtils.isTrueString`,
 * `DateTimeUtils.stringToDate`; Java, `Double.parseDouble`.
 */

const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('');

/** What Java's `String.trim` removes in addition to blanks: it trims around fractions. */
export const controlsAroundFractions = controls;
/** What Spark removes in addition to blanks around whole numbers, truth values and dates. */
export const controlsAroundOthers = `${controls}\u007f`;

const controlCharacters = '[\\x00-\\x20\\x7f]*';

/** A fraction with Java's suffix, blanks around it; group 1 is what stands before the suffix. */
export const suffixedFraction = '^( *[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[dDfF] *$';
/** A sign and `nan` in letters other than Java's `NaN`: Sail reads it, Spark does not. */
export const otherNaN = '^[\\x00-\\x20]*[+-](?:n[aA][nN]|NA[nN]|Nan)[\\x00-\\x20]*$';
/** A hexadecimal fraction, which Sail does not read. */
export const hexadecimalFraction = '^[\\x00-\\x20]*[+-]?0[xX][0-9a-fA-F.]+[pP][+-]?[0-9]+[dDfF]?[\\x00-\\x20]*$';

/** Truth values as files mostly hold them. */
export const usualTruthValues = ['true', 'false', 'True', 'False', 'TRUE', 'FALSE', '1', '0'] as const;
export const truthValue = `(?i)^${controlCharacters}(t|true|y|yes|1|f|false|n|no|0)${controlCharacters}$`;

/** A date as files mostly hold it. */
export const usualDate = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
/** A date, which may have a time behind it if it has a day; it is what groups 1 and 2 hold together. */
export const dateInText = `^(?:${controlCharacters}([+-]?[0-9]{4,7}-[0-9]{1,2}-[0-9]{1,2})(?:[ T](?s:.*))?${controlCharacters}|${controlCharacters}([+-]?[0-9]{4,7}(?:-[0-9]{1,2})?)${controlCharacters})$`;
/** A date in a year that may be too far away for Sail. */
export const farDate = `^${controlCharacters}[+-]?[0-9]{6,7}(?:[-\\x00-\\x20\\x7f](?s:.*))?$`;
