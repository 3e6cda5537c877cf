import { functions as F, type Column, type DataType } from '@millrace/spark-connect';
import { castTexts } from '@millrace/spark-sql/patterns';
import { decimalOfText } from './decimal-text.ts';
import { leaveToSpark } from './guard.ts';
import { asUnit } from './unit.ts';

/**
 * Spark's `try_cast` of a column, the same on every engine.
 *
 * @param from the type that the column has
 */
export const tryCast = (column: Column, from: DataType, to: DataType, engine: 'sail' | 'spark'): Column =>
  from.kind !== 'string'
    ? column.tryCast(to)
    : asUnit('try-cast', engine === 'sail' ? ofTextOnSail(column, to) : column.tryCast(to), column, to);

/** A text as a value for Sail, as Spark's `try_cast` gives it. */
export function ofTextOnSail(text: Column, to: DataType): Column {
  switch (to.kind) {
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
      return F.coalesce(text.tryCast(to), trim(text, castTexts.controlsAroundOthers).tryCast(to));
    case 'float':
    case 'double': {
      const plain = F.call(
        'regexp_replace',
        trim(text, castTexts.controlsAroundFractions),
        castTexts.suffixedFraction,
        '$1',
      );
      const result = F.coalesce(text.tryCast(to), plain.tryCast(to), left(text, castTexts.hexadecimalFraction, to));
      return F.when(text.rlike(castTexts.otherNaN), F.lit(null).cast(to)).otherwise(result);
    }
    case 'boolean':
      return F.when(text.isIn(...castTexts.usualTruthValues), text.tryCast(to)).when(
        text.rlike(castTexts.truthValue),
        trim(text, castTexts.controlsAroundOthers).tryCast(to),
      );
    case 'date':
      return F.when(text.rlike(castTexts.usualDate), text.tryCast(to)).when(
        text.rlike(castTexts.dateInText),
        F.coalesce(
          left(text, castTexts.farDate, to),
          F.call('regexp_replace', text, castTexts.dateInText, '$1$2').tryCast(to),
        ),
      );
    case 'decimal':
      return decimalOfText(text, to);
    default:
      return text.tryCast(to);
  }
}

/** A text with blanks in place of what Spark trims like them. */
const trim = (text: Column, controls: string): Column =>
  F.call('translate', text, controls, ' '.repeat(controls.length));

/** Null; where a text fits a pattern its value is left to Spark, for Sail has none. */
const left = (text: Column, pattern: string, to: DataType): Column =>
  F.when(text.rlike(pattern), leaveToSpark(F.call('concat', 'Sail does not support the value: ', text)).cast(to)).cast(
    to,
  );
