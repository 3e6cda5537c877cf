import { functions as F, types, type Column } from '@millrace/spark-connect';

/** Digits and exponent out of a floating-point number's shortest text, whichever notation that text has. */
function digitsOf(text: Column): { digits: Column; exponent: Column } {
  const mantissa = F.call('regexp_extract', text, '^-?([0-9.]+)', 1);
  const written = F.call(
    'coalesce',
    F.call('regexp_extract', text, 'e(-?[0-9]+)$', 1).tryCast(types.integer),
    F.lit(0),
  );
  const significant = F.call('regexp_replace', F.call('replace', mantissa, '.', ''), '^0+', '');
  const digits = F.call('regexp_replace', significant, '0+$', '');
  const zeros = F.call('length', F.call('regexp_extract', mantissa, '^0\\.(0*)', 1));
  const whole = F.call('length', F.call('regexp_extract', mantissa, '^([0-9]+)', 1));
  const point = F.when(mantissa.startsWith('0.'), zeros.negate().minus(1)).otherwise(whole.minus(1));
  return { digits, exponent: point.plus(written).cast(types.integer) };
}

const sign = (text: Column): Column => F.when(text.startsWith('-'), '-').otherwise('');

/**
 * A float or double as Spark writes it (`1.0E7`, `Infinity`), for an engine that writes `10000000.0` and `inf`.
 * Source: Java, `Double.toString`: scientific below 1e-3 and from 1e7.
 */
export function javaText(number: Column): Column {
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
  return F.when(text.eq('inf'), 'Infinity')
    .when(text.eq('-inf'), '-Infinity')
    .when(text.eq('NaN').or(plain), text)
    .otherwise(scientific);
}

/** A float or double as decimal digits without an exponent. */
export function plainText(number: Column): Column {
  const text = number.cast(types.string);
  const { digits, exponent } = digitsOf(text);
  const large = F.call('rpad', digits, exponent.plus(1), '0');
  const small = F.call('concat', '0.', F.call('repeat', '0', exponent.negate().minus(1)), digits);
  const expanded = F.call('concat', sign(text), F.when(exponent.gte(0), large).otherwise(small));
  return F.when(text.contains('e'), expanded).otherwise(text);
}
