import { functions as F, types } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import type { Field } from '../contract/fields.ts';
import { invalidValue } from '../kit/field-error.ts';

/** A day as `yyyy-MM-dd`. */
export const dateText = (options: { readonly default: string; readonly title: string }): Field<string> => {
  const stored = text({ ...options, widget: 'datefield' });
  return {
    specs: stored.specs,
    read(name, fields) {
      const day = stored.read(name, fields).trim();
      try {
        F.lit(day, types.date);
        return day;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw invalidValue(name, day, 'must be a date', 'enter a date as yyyy-MM-dd, such as 2024-02-29');
      }
    },
  };
};
