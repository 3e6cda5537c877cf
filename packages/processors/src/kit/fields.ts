import type { FieldValues } from '../contract/fields.ts';
import type { StoredFields } from '../contract/fields.ts';
import type { Fields } from '../contract/fields.ts';
import type { Field } from '../contract/fields.ts';
import { parseType, type DataType } from '@millrace/spark-connect';
import { optionOf, type FieldSpec } from '@millrace/workflow';
import { castTypes } from './cast-types.ts';
import { FieldError } from './field-error.ts';

export { castTypes, FieldError };

/** What every field may say about itself. */
export interface Common {
  readonly title?: string;
  readonly description?: string;
}
interface Optional extends Common {
  readonly required?: boolean;
}
interface WithDefault<T> extends Common {
  readonly default: T;
}

/** `inputCols` as "Input cols": what a field is called where it does not say. */
const titleOf = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const spec = (
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

const missing = (name: string): FieldError =>
  new FieldError(name, `the field "${name}" is required and is empty`, 'give it a value');

/** A field of one stored text. `parse` gets text that is not blank. */
function single<T, D>(
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

const orMissing = (options: Optional) => (name: string) => {
  if (options.required === true) throw missing(name);
  return undefined;
};

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

interface Range {
  readonly widget?: string;
  readonly min?: number;
  readonly max?: number;
}

const inRange = (value: number, name: string, { min, max }: Range, shown = String(value)): number => {
  if (min !== undefined && value < min)
    throw new FieldError(name, `"${name}" is ${shown}, below the least allowed ${min}`, `give ${min} or more`);
  if (max !== undefined && value > max)
    throw new FieldError(name, `"${name}" is ${shown}, above the most allowed ${max}`, `give ${max} or less`);
  return value;
};

/** Whole numbers that are told apart from their neighbours. */
const exact: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const numeric =
  (kind: 'integer' | 'number', range: Range) =>
  (value: string, name: string): number => {
    const parsed = Number(value.trim());
    if (kind === 'integer' && Number.isInteger(parsed))
      return inRange(parsed, name, { ...exact, ...range }, value.trim());
    if (!Number.isFinite(parsed) || kind === 'integer')
      throw new FieldError(
        name,
        `"${name}" is "${value}", which is not a ${kind === 'integer' ? 'whole number' : 'number'}`,
        kind === 'integer' ? 'give a whole number such as 10' : 'give a number such as 0.8',
      );
    return inRange(parsed, name, range);
  };

/** A whole number. */
export function integer(options: WithDefault<number> & Range): Field<number>;
export function integer(options: Common & Range & { readonly required: true }): Field<number>;
export function integer(options?: Common & Range): Field<number | undefined>;
export function integer(options: Optional & Range & { readonly default?: number } = {}): Field<number | undefined> {
  return numberField('integer', options);
}

/** A whole number of 64 bits, such as a seed. */
export function long(options: WithDefault<bigint>): Field<bigint>;
export function long(options?: Common): Field<bigint | undefined>;
export function long({ default: fallback, ...options }: Common & { readonly default?: bigint } = {}): Field<
  bigint | undefined
> {
  const described = fallback === undefined ? options : { ...options, default: String(fallback) };
  return single(described, { kind: 'integer', widget: 'textfield' }, longOf, () => fallback);
}

function longOf(value: string, name: string): bigint {
  const whole = /^\s*([+-]?\d+)(?:\.0*)?\s*$/.exec(value)?.[1];
  const parsed = whole === undefined ? undefined : BigInt(whole.replace('+', ''));
  if (parsed !== undefined && parsed === BigInt.asIntN(64, parsed)) return parsed;
  throw new FieldError(
    name,
    `"${name}" is "${value}", which is not a whole number of 64 bits`,
    'give a whole number such as 10',
  );
}

/** A number. */
export function number(options: WithDefault<number> & Range): Field<number>;
export function number(options: Common & Range & { readonly required: true }): Field<number>;
export function number(options?: Common & Range): Field<number | undefined>;
export function number(options: Optional & Range & { readonly default?: number } = {}): Field<number | undefined> {
  return numberField('number', options);
}

function numberField(
  kind: 'integer' | 'number',
  { default: fallback, ...options }: Optional & Range & { readonly default?: number },
): Field<number | undefined> {
  const described = fallback === undefined ? options : { ...options, default: String(fallback) };
  const absent = fallback === undefined ? orMissing(options) : () => fallback;
  return single(described, { kind, widget: options.widget ?? 'textfield' }, numeric(kind, options), absent);
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
        throw new FieldError(name, `"${name}" is "${value}", which is neither true nor false`, 'give true or false');
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
      const found = optionOf({ options, aliases: more.aliases }, value);
      if (found === undefined)
        throw new FieldError(
          name,
          `"${name}" is "${value}", which it does not know`,
          `choose one of ${options.join(', ')}`,
        );
      return found as C;
    },
    absent,
  );
}

/** A column type by the interface's word (`DOUBLE`, `INTEGER`, …) or as Spark DDL (`decimal(12,2)`, `array<int>`). */
export function sparkType(name: string, field: string): DataType {
  const word = name.trim().toUpperCase();
  if (word === 'DECIMAL') return { kind: 'decimal', precision: 38, scale: 18 };
  try {
    return parseType(name.trim());
  } catch {
    throw new FieldError(field, `"${name}" is not a column type`, `choose one of ${castTypes.join(', ')}`);
  }
}

type TypeOptions = { readonly widget?: string };

/** A column type. */
export function type(options: WithDefault<(typeof castTypes)[number]> & TypeOptions): Field<DataType>;
export function type(options: Common & TypeOptions & { readonly required: true }): Field<DataType>;
export function type(options?: Common & TypeOptions): Field<DataType | undefined>;
export function type(
  options: Optional & TypeOptions & { readonly default?: string } = {},
): Field<DataType | undefined> {
  const fallback = options.default;
  return single(
    options,
    { kind: 'type', widget: options.widget ?? 'array', options: castTypes },
    (value, name) => sparkType(value, name),
    fallback === undefined ? orMissing(options) : (name) => sparkType(fallback, name),
  );
}

interface OfInput {
  /** Which input the column comes from; the first where not said. */
  readonly input?: number;
  readonly widget?: string;
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

/** A list of texts stored as a JSON list. Empty elements are kept. */
export const list = (
  options: Optional & {
    readonly kind?: FieldSpec['kind'];
    readonly widget?: string;
    readonly input?: number;
    readonly options?: readonly string[];
  } = {},
): Field<readonly string[]> => ({
  specs: (name) => [
    spec(name, options, {
      kind: options.kind ?? 'text',
      widget: options.widget ?? 'array_of_values',
      list: true,
      ...(options.options === undefined ? {} : { options: options.options }),
      ...(options.input === undefined ? {} : { input: options.input }),
    }),
  ],
  read(name, stored) {
    const values = stored.list(name) ?? [];
    if (options.required === true && values.every((v) => v.trim() === '')) throw missing(name);
    return values;
  },
});

/** Columns of an input, in the order chosen; blanks left out. */
export const columns = (options: Optional & OfInput = {}): Field<readonly string[]> => {
  const all = list({ ...options, kind: 'column', widget: options.widget ?? 'variables' });
  return { specs: all.specs, read: (name, stored) => all.read(name, stored).filter((v) => v !== '') };
};

/**
 * Row-aligned lists: element i of each stored list makes rule i. Gives one record per rule. A rule whose `key` field
 * is blank is left out ("" at index i means that the row is not used).
 */
export function rows<const F extends Fields>(
  fields: F,
  options: {
    readonly key: keyof F & string;
    readonly required?: boolean;
    /** Widgets of the lists, where they are not the usual one of their kind. */
    readonly widgets?: Readonly<Partial<Record<keyof F & string, string>>>;
  },
): Field<readonly FieldValues<F>[]> {
  const names = Object.keys(fields);
  return {
    specs: (name) =>
      names.flatMap((field) =>
        (fields[field]?.specs(field) ?? []).map(({ default: _ofOneRule, ...s }) => ({
          ...s,
          required: options.required === true && field === options.key,
          list: true,
          rows: name,
          ...(field === options.key ? { inRow: 'key' } : s.required ? { inRow: 'required' } : {}),
          widget: options.widgets?.[field] ?? listWidgets[s.kind] ?? 'variables_list_textfield',
        })),
      ),
    read(_name, stored) {
      const lists = new Map(names.map((field) => [field, stored.list(field) ?? []]));
      const length = Math.max(0, ...[...lists.values()].map((values) => values.length));
      const records: FieldValues<F>[] = [];
      for (let i = 0; i < length; i++) {
        if ((lists.get(options.key)?.[i] ?? '').trim() === '') continue;
        const at: StoredFields = {
          text: (field) => lists.get(field)?.[i],
          list: (field) => lists.get(field)?.slice(i, i + 1),
        };
        records.push(
          Object.fromEntries(names.map((field) => [field, fields[field]?.read(field, at)])) as FieldValues<F>,
        );
      }
      if (options.required === true && records.length === 0) throw missing(options.key);
      return records;
    },
  };
}

const listWidgets: Partial<Record<FieldSpec['kind'], string>> = {
  column: 'variables_list_select',
  choice: 'variables_list_array',
  boolean: 'variables_list_array',
  type: 'variables_list_array',
};

export interface OutputColumn {
  readonly name: string;
  readonly type: DataType;
  readonly format: string | undefined;
}

const schemaSpecs = (): readonly FieldSpec[] =>
  (
    [
      ['outputColNames', 'schema_col_names', 'Output column names', 'text'],
      ['outputColTypes', 'schema_col_types', 'Output column types', 'type'],
      ['outputColFormats', 'schema_col_formats', 'Output column formats', 'format'],
    ] as const
  ).map(([name, widget, title, kind]) => spec(name, { title }, { kind, widget, list: true }));

/** The declared output schema (`outputColNames`, `outputColTypes`, `outputColFormats`) of a node that casts by it, by position. */
export const outputSchema = (): Field<readonly OutputColumn[]> => ({
  specs: schemaSpecs,
  read(_name, stored) {
    const [types, formats] = [stored.list('outputColTypes') ?? [], stored.list('outputColFormats') ?? []];
    return (stored.list('outputColNames') ?? []).map((name, i) => ({
      name,
      type: sparkType(types[i] || 'STRING', 'outputColTypes'),
      format: formats[i] || undefined,
    }));
  },
});

/** The same of a node whose run decides its columns: it serves design alone, and may name types that are no cast's (ARRAY). */
export const designSchema = (): Field<undefined> => ({ specs: schemaSpecs, read: () => undefined });

/** What fields hold where nothing is stored. */
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

/** A field whose default counts only in the form: `undefined` where nothing is stored. */
export const stated = <T>(field: Field<T>): Field<T | undefined> => ({
  specs: field.specs,
  read: (name, stored) => ((stored.text(name) ?? '').trim() === '' ? undefined : field.read(name, stored)),
});
