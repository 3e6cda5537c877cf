import type { FieldSpec } from '@millrace/workflow';
import type { Field } from '../contract/fields.ts';
import { FieldError } from './field-error.ts';

/** What every field may say about itself. */
export interface Common {
  readonly title?: string;
  readonly description?: string;
}

export interface Optional extends Common {
  readonly required?: boolean;
}

export interface WithDefault<T> extends Common {
  readonly default: T;
}

export interface OfInput {
  /** Which input the column comes from; the first if not set. */
  readonly input?: number;
  readonly widget?: string;
}

/** `inputCols` as "Input cols": what a field is called where it does not say. */
const titleOf = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const spec = (
  name: string,
  options: Optional,
  rest: Pick<FieldSpec, 'kind' | 'widget'> & Partial<FieldSpec>,
): FieldSpec => ({
  name,
  title: options.title ?? titleOf(name),
  ...(options.description === undefined ? {} : { description: options.description }),
  required: options.required ?? false,
  ...rest,
});

/** The error of a required field without a value. */
export const missing = (name: string, remedy = 'enter a value'): FieldError =>
  new FieldError(name, `field "${name}" is required`, remedy);

/** A field of one stored text. `parse` gets text that is not blank. */
export function single<T, D>(
  options: Optional & { readonly default?: string },
  kind: Pick<FieldSpec, 'kind' | 'widget'> & Partial<FieldSpec>,
  parse: (text: string, name: string) => T,
  absent: (name: string) => D,
  keepBlank = false,
): Field<T | D> {
  return {
    specs: (name) => [
      spec(name, options, { ...kind, ...(options.default === undefined ? {} : { default: options.default }) }),
    ],
    read(name, stored) {
      const text = stored.text(name);
      return text === undefined || (keepBlank ? text === '' : text.trim() === '') ? absent(name) : parse(text, name);
    },
  };
}

export const orMissing = (options: Optional) => (name: string) => {
  if (options.required === true) throw missing(name);
  return undefined;
};
