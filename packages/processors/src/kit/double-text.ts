import { functions as F, types, type Column } from '@millrace/spark-connect';

/** Digits and exponent out of a floating-point number's shortest text, whichever notation that text has. */
function digitsOf(text: Column): { digits: Column; exponent: Column } {
  const mantissa = F.call('regexp_extract', text, '^-?([0-9.]+)', 1);
  const exponent = F.call(
    'coalesce',
    F.call('regexp_extract', text, 'e(-?[0-9]+)$', 1).tryCast(types.integer),
    F.lit(0),
  );
  const significant = F.call('regexp_replace', F.call('replace', mantissa, '.', ''), '^0+', '');
  const digits = F.call('regexp_replace', significant, '0+$', '');
  const zeros = F.call('length', F.call('regexp_extract', mantissa, '^0\\.(0*)', 1));
  const whole = F.call('length', F.call('regexp_extract', mantissa, '^([0-9]+)', 1));
  const point = F.when(mantissa.startsWith('0.'), zeros.negate().minus(1)).otherwise(whole.minus(1));
  return { digits, exponent: point.plus(exponent).cast(types.integer) };
}

const sign = (text: Column): Column => F.when(text.startsWith('-'), '-').otherwise('');

/** Numbers so close to zero that one digit tells them apart, and how Java writes them, with the closest two. */
const tiny: Readonly<Record<'float' | 'double', readonly (readonly [number, string])[]>> = {
  double: ['4.9E-324', '9.9E-324', '4.9E-323', '5.9E-323', '6.9E-323', '7.9E-323', '8.9E-323', '9.9E-323'].map(
    (text) => [Number(text), text],
  ),
  float: ['1.4E-45', '2.8E-45', '4.2E-45', '5.6E-45', '8.4E-45', '9.8E-45', '2.9E-44', '4.1E-44', '9.9E-44'].map(
    (text) => [Math.fround(Number(text)), text],
  ),
};

/**
 * A float or double as Spark writes it (`1.0E7`, `Infinity`), for an engine that writes `10000000.0` and `inf`.
 * Source: Java, `Double.toString`: scientific below 1e-3 and from 1e7; of the texts of two digits the closest, where one
 * digit is enough.
 */
export function javaText(number: Column, kind: 'float' | 'double'): Column {
  const text = number.cast(types.string);
  const { digits, exponent } = digitsOf(text);
  const size = F.call('abs', number.cast(types.double));
  const rest = F.call('substring', digits, 2);
  const scientific = F.call(
    'concat',
    sign(text),
    F.call('substring', digits, 1, 1),
    '.',
    F.when(rest.eq(''), '0').otherwise(rest),
    'E',
    exponent.cast(types.string),
  );
  const plain = size
    .eq(F.lit(0, types.double))
    .or(size.gte(F.lit(1e-3, types.double)).and(size.lt(F.lit(1e7, types.double))));
  const usual = F.when(text.eq('inf'), 'Infinity')
    .when(text.eq('-inf'), '-Infinity')
    .when(text.eq('NaN').or(plain), text);
  return tiny[kind]
    .reduce((cases, [value, digits]) => {
      return cases.when(size.eq(F.lit(value, types.double)), F.call('concat', sign(text), digits));
    }, usual)
    .otherwise(scientific);
}

/** A float or double as decimal digits without an exponent. */
export function plainText(number: Column): Column {
  const text = number.cast(types.string);
  const { digits, exponent } = digitsOf(text);
  const large = F.call('rpad', digits, exponent.plus(1), '0');
  const small = F.call('concat', '0.', F.call('repeat', '0', exponent.negate().minus(1)), digits);
  const plainDigits = F.call('concat', sign(text), F.when(exponent.gte(0), large).otherwise(small));
  return F.when(text.contains('e'), plainDigits).otherwise(text);
}
