import { aggregates } from './functions/aggregates.ts';
import { bits } from './functions/bits.ts';
import { collections } from './functions/collections.ts';
import { conditions } from './functions/conditions.ts';
import { dates } from './functions/dates.ts';
import { lambdas } from './functions/lambdas.ts';
import { math } from './functions/math.ts';
import { misc } from './functions/misc.ts';
import { options } from './functions/options.ts';
import { predicates } from './functions/predicates.ts';
import { sketches } from './functions/sketches.ts';
import { spatial } from './functions/spatial.ts';
import { special } from './functions/special.ts';
import { strings } from './functions/strings.ts';
import { structured } from './functions/structured.ts';
import { windows } from './functions/windows.ts';

/**
 * Spark's SQL functions, named as in PySpark but in camel case (`F.rowNumber()` is `row_number()`), and with PySpark's
 * conventions: if a column is due, text is the name of one.
 */
export const functions = {
  ...aggregates,
  ...bits,
  ...collections,
  ...conditions,
  ...dates,
  ...lambdas,
  ...math,
  ...misc,
  ...options,
  ...predicates,
  ...sketches,
  ...spatial,
  ...strings,
  ...structured,
  ...windows,
  ...special,
} as const;
