import { optionOf, type FieldSpec } from '@millrace/workflow';
import type { Field, Fields, FieldValues, StoredFields } from '../contract/fields.ts';
import { invalidValue } from './field-error.ts';
import { orMissing, single, spec, type Common, type OfInput, type Optional, type WithDefault } from './field-shape.ts';

type TextOptions = { readonly widget?: string } & Partial<Pick<FieldSpec, 'kind' | 'writes'>>;

/** Text as it stands. With a default it is never absent; blank text counts as absent, a single blank does not. */
export function text(options: WithDefault<string> & TextOptions): Field<string>;
export function text(options: Common & TextOptions & { readonly required: true }): Field<string>;
export function text(options?: Common & TextOptions): Field<string | undefined>;
export function text(options: Optional & TextOptions & { readonly default?: string } = {}): Field<string | undefined> {
  const { kind = 'text', widget = 'textfield', writes } = options;
  const shape = { kind, widget, ...(writes === undefined ? {} : { writes }) };
  const absent = options.default === undefined ? orMissing(options) : () => options.default;
  return single(options, shape, (value) => value, absent, true);
}

/** SQL of a whole query over named inputs. */
export const sql = (options: Common = {}): Field<string> =>
  text({ ...options, required: true, kind: 'sql', widget: 'code_editor' });

/** A Spark SQL expression. */
export function expression(options: Common & { readonly required: true }): Field<string>;
export function expression(options?: Common): Field<string | undefined>;
export function expression(options: Optional = {}): Field<string | undefined> {
  return single(options, { kind: 'expression', widget: 'code_editor' }, (value) => value, orMissing(options));
}

/** A path in the file space. */
export const path = (options: Common & Pick<FieldSpec, 'writes'> = {}): Field<string> =>
  text({ ...options, required: true, kind: 'path', widget: 'textfield' });

/** A URL of http or https; what is shown of it are never its secrets. */
export const url = (options: Common = {}): Field<string> =>
  text({ ...options, required: true, kind: 'url', widget: 'textfield' });

/** A date or number pattern. */
export function format(options: WithDefault<string>): Field<string>;
export function format(options?: Common): Field<string | undefined>;
export function format(options: Common & { readonly default?: string } = {}): Field<string | undefined> {
  const absent = () => options.default;
  return single(options, { kind: 'format', widget: 'textfield' }, (value) => value, absent);
}

/** True or false. */
export const flag = (options: WithDefault<boolean> & { readonly widget?: string }): Field<boolean> =>
  single(
    { ...options, default: String(options.default) },
    {
      kind: 'boolean',
      widget: options.widget ?? 'array',
      options: options.default ? ['true', 'false'] : ['false', 'true'],
    },
    (value, name) => {
      const lower = value.trim().toLowerCase();
      if (lower !== 'true' && lower !== 'false')
        throw invalidValue(name, value, 'must be true or false', 'enter true or false');
      return lower === 'true';
    },
    () => options.default,
  );

interface ChoiceOptions<C extends string> {
  /** Old spellings that saved files hold. */
  readonly aliases?: Readonly<Record<string, C>>;
  readonly widget?: string;
}

/** One of several words; case is ignored. */
export function choice<const C extends string>(
  options: readonly C[],
  more: WithDefault<C> & ChoiceOptions<C>,
): Field<C>;
export function choice<const C extends string>(
  options: readonly C[],
  more: Common & ChoiceOptions<C> & { readonly required: true },
): Field<C>;
export function choice<const C extends string>(
  options: readonly C[],
  more?: Common & ChoiceOptions<C>,
): Field<C | undefined>;
export function choice<const C extends string>(
  options: readonly C[],
  more: Optional & ChoiceOptions<C> & { readonly default?: C } = {},
): Field<C | undefined> {
  const absent = more.default === undefined ? orMissing(more) : () => more.default;
  return single(
    more,
    {
      kind: 'choice',
      widget: more.widget ?? 'array',
      options,
      ...(more.aliases === undefined ? {} : { aliases: more.aliases }),
    },
    (value, name) => {
      const option = optionOf({ options, aliases: more.aliases }, value);
      if (option === undefined)
        throw invalidValue(name, value, `must be one of ${options.join(', ')}`, 'choose one of these values');
      return option as C;
    },
    absent,
  );
}

/** One column of an input, by name. */
export function column(options: WithDefault<string> & OfInput): Field<string>;
export function column(options: Common & OfInput & { readonly required: true }): Field<string>;
export function column(options?: Common & OfInput): Field<string | undefined>;
export function column(options: Optional & OfInput & { readonly default?: string } = {}): Field<string | undefined> {
  const shape = {
    kind: 'column',
    widget: options.widget ?? 'variable',
    ...(options.input === undefined ? {} : { input: options.input }),
  } as const;
  const absent = options.default === undefined ? orMissing(options) : () => options.default;
  return single(options, shape, (value) => value, absent);
}

/** What fields hold if nothing is stored. */
export const defaultsOf = <const F extends Fields>(fields: F): FieldValues<F> => {
  const nothing: StoredFields = { text: () => undefined, list: () => undefined };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.read(name, nothing)]),
  ) as FieldValues<F>;
};

/** Layout only: a tab or a heading of the form. */
export const layout = (widget: 'tab' | 'header' | 'line' = 'tab'): Field<undefined> => ({
  specs: (name) => [spec(name, {}, { kind: 'layout', widget })],
  read: () => undefined,
});

/** A field that old files hold and that the form no longer shows. */
export const formerField = <T>(field: Field<T>): Field<T> => ({ specs: () => [], read: field.read });

/** A field whose default counts only in the form: `undefined` if nothing is stored. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  specs: field.specs,
  read: (name, stored) => ((stored.text(name) ?? '').trim() === '' ? undefined : field.read(name, stored)),
});
