import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';

type Decimal = Extract<DataType, { kind: 'decimal' }>;

/** A decimal digit of any script that Java knows in one character: none beyond U+FFFF. */
const digit = '[\\p{Nd}&&[\\x00-\\x{FFFF}]]';
/** What Java's `String.trim` takes away. */
const blanks = '[\\x00-\\x20]*';
const validPattern = `^${blanks}[+-]?(?:${digit}+\\.?${digit}*|\\.${digit}+)(?:[eE][+-]?${digit}+)?${blanks}$`;
/** Minus sign, whole digits, digits of the fraction, minus sign and digits of the exponent. */
const parts = `^${blanks}(?:\\+|(-))?(${digit}*)(?:\\.(${digit}*))?(?:[eE](?:\\+|(-))?(${digit}+))?${blanks}$`;
const part = (text: Column, groups: string): Column => F.call('regexp_replace', text, parts, groups);

/** The other digits that Java's `BigDecimal` reads, ten of each script, in their order. */
const otherDigits = Array.from({ length: 0x10000 - 0x80 }, (_, i) => String.fromCharCode(i + 0x80))
  .filter((character) => /\p{Nd}/u.test(character))
  .join('');
const plainDigits = '0123456789'.repeat(otherDigits.length / 10);
const inPlainDigits = (text: Column): Column => F.call('translate', text, otherDigits, plainDigits);

/** So many digits before the point are too many for every decimal: Sail makes null of them. */
const tooMany = 39;

/**
 * Text as a decimal for Sail, as Spark's `try_cast` gives it. Sail's own leaves out exponents, control characters around a
 * number, digits of other scripts and long texts, and takes blanks that Java does not trim. What it makes of ASCII is right
 * if it is a number; other texts are rewritten with as many digits as count.
 * Source: Java, `BigDecimal(String)`; Spark, `Decimal.fromString`.
 */
export function decimalOfText(text: Column, to: Decimal): Column {
  const isAscii = F.call('octet_length', text).eq(F.length(text));
  // to look up other digits costs more than all else
  const longer = F.when(isAscii, rewrite(text, to)).otherwise(rewrite(text, to, inPlainDigits));
  return F.coalesce(F.when(isAscii, text.tryCast(to)), F.when(text.rlike(validPattern), longer));
}

/** A sound number of digits `D` that ends `f` digits behind the point, D·10⁻ᶠ, written with its point and without an exponent. */
function rewrite(text: Column, to: Decimal, digitsOf = (part: Column): Column => part): Column {
  const exponent = digitsOf(part(text, '${4}0$5')).tryCast(types.long);
  // beyond an int Java refuses the number, whatever its digits
  const behind = F.length(part(text, '$3')).minus(exponent).tryCast(types.integer);
  const digits = F.call('regexp_replace', digitsOf(part(text, '$2$3')), '^0+', '');
  const before = F.length(digits).minus(behind.cast(types.long));
  const width = tooMany + to.scale + 1;
  const paddedDigits = F.call('concat', '0'.repeat(2 * tooMany), F.call('rpad', digits, width, '0'));
  const start = F.call('greatest', F.call('least', before, tooMany), -tooMany).plus(tooMany + 1);
  const digitsAround = F.call('substring', paddedDigits, start.cast(types.integer), width);
  const withPoint = F.call('regexp_replace', digitsAround, `^([0-9]{${tooMany}})`, '$1.');
  return F.when(behind.isNotNull(), F.call('concat', part(text, '$1'), withPoint).tryCast(to));
}
