import type { ExampleTable } from '@millrace/processors';
import { parseSchema, typeName, type DataType, type StructType, type Value } from '@millrace/spark-connect';

const big = 2n ** 53n;
const fractions = [null, NaN, 0, -0, Infinity, -Infinity, 1.5] as const;

/** Values at the rim of a type, null first. Dates and timestamps as text in UTC, decimals as text. */
export function rimsOf(type: DataType): readonly Value[] {
  switch (type.kind) {
    case 'boolean':
      return [null, true, false];
    case 'byte':
      return [null, 0, 1, -1, 127, -128];
    case 'short':
      return [null, 0, 1, -1, 32_767, -32_768];
    case 'integer':
      return [null, 0, 1, -1, 2, 2_147_483_647, -2_147_483_648];
    case 'long':
      return [null, 0n, 1n, -1n, big - 1n, big, big + 1n, -big - 1n, 2n ** 63n - 1n, -(2n ** 63n)];
    case 'float':
      return [...fractions, -0.10000000149011612, 1.401298464324817e-45, 3.4028234663852886e38];
    case 'double':
      return [...fractions, 0.1, -2.5, 5e-324, 1.7976931348623157e308, Number(big + 2n), 1e7, 1e-4];
    case 'decimal':
      return decimals(type.precision, type.scale);
    case 'string':
      return [
        ...[
          null,
          '',
          ' ',
          'a',
          'A',
          'b ',
          ' b',
          'é',
          'e\u0301',
          'ß',
          'İ',
          '日本',
          '😀',
          'a\nb',
          'a\tb',
          '"',
          "'",
          '\\',
          '%_',
        ],
        ...[
          'null',
          'NaN',
          '0',
          '-0',
          '1',
          '1.50',
          '1e3',
          '007',
          '2024-02-29',
          '2024-02-30',
          'true',
          '\u00a0',
          '\u0000',
        ],
      ];
    case 'binary':
      return [null, new Uint8Array(), new Uint8Array([0]), new Uint8Array([255, 0, 128]), new Uint8Array([97])];
    case 'date':
      return [
        null,
        '1970-01-01',
        '1969-12-31',
        '2024-02-29',
        '2000-12-31',
        '1900-02-28',
        '0001-01-01',
        '9999-12-31',
        '1582-10-04',
        '1582-10-15',
      ];
    case 'timestamp':
    case 'timestamp_ntz': {
      const zone = type.kind === 'timestamp' ? 'Z' : '';
      const moments = [
        '1970-01-01T00:00:00',
        '1969-12-31T23:59:59.999999',
        '2024-02-29T12:34:56.789012',
        '2024-03-31T01:30:00',
        '2024-10-27T00:30:00',
        '1883-11-18T17:00:00',
        '0001-01-01T00:00:00',
        '9999-12-31T23:59:59.999999',
      ];
      return [null, ...moments.map((moment) => `${moment}${zone}`)];
    }
    case 'array': {
      const all = rimsOf(type.element);
      return [null, [], [null], all.slice(0, 3), all.slice(1, 4), [all[1] ?? null, all[1] ?? null], all.slice(-3)];
    }
    case 'struct': {
      const all = type.fields.map((field) => rimsOf(field.type));
      const max = Math.max(1, ...all.map(({ length }) => length));
      return [
        null,
        ...Array.from(
          { length: Math.min(max, 6) },
          (_, i) =>
            Object.fromEntries(
              type.fields.map(({ name }, at) => [name, all[at]?.[i % (all[at]?.length ?? 1)] ?? null]),
            ) as Value,
        ),
      ];
    }
    case 'map': {
      const [keys, values] = [rimsOf(type.key), rimsOf(type.value)];
      const [key = null, other = null] = keys.slice(1);
      return [
        null,
        new Map(),
        new Map([[key, values[0] ?? null]]),
        new Map([
          [key, values[1] ?? null],
          [other, values.at(-1) ?? null],
        ]),
      ];
    }
    default:
      return [null];
  }
}

function decimals(precision: number, scale: number): readonly Value[] {
  const digits = (text: string): string =>
    scale === 0 ? text : `${text.slice(0, -scale) || '0'}.${text.slice(-scale)}`;
  const [max, min] = [digits('9'.repeat(precision)), digits('1'.padStart(scale + 1, '0'))];
  const half = digits('5'.padEnd(Math.max(1, Math.min(precision, scale)), '0').padStart(scale + 1, '0'));
  return [null, digits('0'.padStart(scale + 1, '0')), min, `-${min}`, max, `-${max}`, half];
}

/** Which rows a table of rims has: see {@link rimTable}. */
export const variants = ['all', 'turned', 'twice', 'nulls', 'one', 'none', 'twins', 'retyped'] as const;
export type Variant = (typeof variants)[number];

/**
 * A table of the same columns as an example's, with its values and those at the rim of the types for rows. Columns run through
 * their values at different paces, but for `twice`: all of its rows are there two times. `twins` has a column more whose name
 * is that of the first one in another case; the columns of `retyped` have types next to those of the example.
 */
export function rimTable({ schema, rows: own }: ExampleTable, variant: Variant): ExampleTable {
  const { fields } = parseSchema(schema);
  if (variant === 'retyped') return rimTable({ schema: fields.map(retype).join(', '), rows: [] }, 'all');
  const all = fields.map(({ type }, column) => [...rimsOf(type), ...own.map((row) => row[column] ?? null)]);
  const max = Math.max(1, ...all.map(({ length }) => length));
  const row = (at: number, pace: number): Value[] =>
    all.map((values, column) => values[(at + column * pace) % values.length] ?? null);
  const rows = (pace: number): Value[][] => Array.from({ length: max }, (_, at) => row(at, pace));
  switch (variant) {
    case 'all':
      return { schema, rows: rows(1) };
    case 'turned':
      return { schema, rows: rows(5).toReversed() };
    case 'twice':
      return { schema, rows: [...rows(0), ...rows(0)] };
    case 'nulls':
      return { schema, rows: [all.map(() => null), all.map(() => null)] };
    case 'one':
      return { schema, rows: [row(1, 1)] };
    case 'none':
      return { schema, rows: [] };
    case 'twins': {
      const [first] = fields;
      const twin = first && `${quote(inOtherCase(first.name))} ${typeName(first.type)}`;
      return {
        schema: [schema, ...(twin === undefined ? [] : [twin])].join(', '),
        rows: own.map((values) => [...values, values[0] ?? null]),
      };
    }
  }
}

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Types of columns in place of those of an example. */
const nextTypes: Readonly<Record<string, string>> = {
  byte: 'int',
  short: 'bigint',
  integer: 'double',
  long: 'decimal(10,2)',
  float: 'int',
  double: 'float',
  decimal: 'double',
  date: 'timestamp',
  timestamp: 'date',
};
const retype = ({ name, type }: StructType['fields'][number]): string =>
  `${quote(name)} ${nextTypes[type.kind] ?? typeName(type)}`;

const inOtherCase = (name: string): string => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());
