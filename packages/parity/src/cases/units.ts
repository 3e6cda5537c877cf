import {
  aggregate,
  asText,
  castOrNull,
  csvLines,
  cutLines,
  exactMean,
  jsonLines,
  momentOfSeconds,
  numbered,
  positions,
  round,
  sortedValues,
  splitDuplicates,
  textValue,
  unionInOrder,
} from '@millrace/processors/units';
import {
  functions as F,
  parseSchema,
  parseType,
  Window,
  type DataFrame,
  type StructType,
} from '@millrace/spark-connect';
import type { Area, Case, CaseInput } from './case.ts';
import { decimalUnits } from './decimal-texts.ts';
import { textUnits } from './text-casts.ts';
import { plan } from './plan-case.ts';

const N = null;
const now = '2024-02-29T12:34:56.789Z';

/** Texts as files hold them: sound, blank, padded, too large, in other notations, of other scripts. */
const texts: readonly (string | null)[] = [
  N, '', ' ', '0', '-0', '+7', '12', ' 12 ', '007', '2147483647', '2147483648', '-2147483648', '9223372036854775807', '9223372036854775808', '127', '128', '32768',
  '1.5', '.5', '5.', '-1.50', '28.5', '1e3', '1E3', '1e-3', '1.5d', '2f', '1d', '3.40282347E38', '1e400', '123456789012345678901234567890', '0.1', '1,234', '0x1F', 'NaN', 'nan', 'Infinity', '-inf', 'inf',
  'true', 'TRUE', 't', 'yes', 'y', '1', 'false', 'no', 'n', 'x', 'é', '日本', '１２', '1 2', '--1', '+-1', 'null', '\t5', '5\n',
  '2024-02-29', '2023-02-29', '2024-2-9', '2024-02', '2024', '2024-02-29 10:11:12', '2024-02-29T10:11:12.123456Z', '2024-02-29 10:11:12.5+02:00', '1969-12-31 23:59:59', '0001-01-01', '9999-12-31', '10000-01-01', '2024-13-01', '2024-02-29x', '10:11',
]; // prettier-ignore

const textInput: CaseInput = { schema: 'id int, s string', rows: texts.map((text, id) => [id, text]) };

const numbers: CaseInput = {
  schema: 'id int, i int, l bigint, d double, f float, b boolean, c decimal(10,2), dt date, ts timestamp',
  rows: [
    [1, 10, 100n, 1.5, 1.5, true, '1.50', '2020-01-01', '2020-01-01T10:11:12Z'], [2, N, N, N, N, N, N, N, N], [3, -1, -1n, -0.0, -0.0, false, '-0.01', '1969-12-31', '1969-12-31T23:59:59.5Z'],
    [4, 2147483647, 9007199254740993n, 1e7, 1e7, true, '99999999.99', '9999-12-31', '1960-01-01T00:00:00Z'], [5, 0, 0n, 123456.789, 0.1, false, '0.00', '0001-01-01', '2262-04-11T23:47:16Z'],
    [6, 1, 1n, 1e-3, 1e-4, true, '1.00', '2024-02-29', '2024-02-29T00:00:00.000001Z'], [7, 1, 1n, 1e-4, 3.4e38, true, '1.00', '2024-02-29', '2024-02-29T00:00:00Z'], [8, 1, 1n, NaN, NaN, true, '1.00', N, N], [9, 1, 1n, Infinity, -Infinity, true, '1.00', N, N],
    [10, 1, 1n, 1e20, 1, true, '1.00', N, N], [11, 1, 1n, 0.30000000000000004, 16777216, true, '1.00', N, N], [12, 1, 1n, 9999999.999, 9999999, true, '1.00', N, N],
  ],
}; // prettier-ignore

/** Numbers at and beside half of a digit, as they are written and as they are held. */
const halves: CaseInput = {
  schema: 'id int, d double, f float',
  rows: [N, 0, -0, 1.005, 2.675, -2.345, 0.285, 4.35, 0.005, -0.005, 0.5, -0.5, 1.5, 2.5, 99999.995, 1e15 + 0.125, 1e16, 1e20, -1e20, 9007199254740993, 1e-5, 9.999e-6, 5e-5, 0.00015, 4.5e-7, 5e-7, 0.0000125, 1.23456789e-7, 1234.5678915, 1 / 3, 1e-12, 5e-9, -1e-300, 5e-324, 1.7976931348623157e308, 15, 25, -35, 1250, 149.99, NaN, Infinity, -Infinity].map((x, id) => [id, x, x === N ? N : Math.fround(Number.isFinite(x) && Math.abs(x) > 3e38 ? 3e38 : x)] as const),
}; // prettier-ignore

const about = ['unit '];
/** As the processors that round numbers do it. */
const roundings: Case[] = (['d', 'f'] as const).flatMap((column) =>
  [0, 1, 2, 3, 4, 5, 6, 8, 10, 15].map((places) =>
    plan(
      `${column} rounded to ${places} digits`,
      ({ t, engine }) =>
        t.select(
          'id',
          round(F.columnNamed(column), parseType(column === 'd' ? 'double' : 'float'), places, engine).alias('r'),
        ),
      { t: halves, about },
    ),
  ),
);
const targets = 'tinyint,smallint,int,bigint,float,double,boolean,date,timestamp'.split(',');

const casts: Case[] = [...targets, 'decimal(38,18)', 'decimal(10,2)'].map((to) =>
  plan(
    `text to ${to}`,
    ({ t, engine }) => {
      const value = castOrNull(F.columnNamed('s'), {
        from: parseType('string'),
        to: parseType(to),
        name: 's',
        field: '',
        engine,
      });
      return t.select('id', value.alias('v'));
    },
    { t: textInput, about },
  ),
);

const readers: Case[] = [
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
  'boolean',
  'date',
  'timestamp',
  'decimal(38,18)',
].map((to) =>
  plan(
    `text as a file's ${to}`,
    ({ t, engine }) =>
      t.select(
        'id',
        textValue(
          F.columnNamed('s'),
          { name: 's', type: parseType(to), format: undefined },
          { engine, now, field: '' },
        ).alias('v'),
      ),
    { t: textInput, about: [...about, 'try_cast:string->'] },
  ),
);

const casting: Case[] = ['i', 'l', 'd', 'f', 'b', 'c', 'dt', 'ts'].flatMap((column) =>
  ['tinyint', 'smallint', 'int', 'bigint', 'double', 'float', 'decimal(20,4)', 'boolean', 'string', 'timestamp', 'date']
    .filter(
      (to) =>
        !(to === 'date' && column !== 'ts' && column !== 'dt') &&
        !(column === 'dt' && to !== 'date' && to !== 'timestamp') &&
        !(to === 'string' && column !== 'd' && column !== 'f') &&
        !(column === 'b' && to === 'timestamp') &&
        !(column === 'ts' && to === 'boolean'),
    )
    .map((to) =>
      plan(
        `${column} to ${to}`,
        ({ t, engine }) => {
          const from = parseType(columnTypes[column] ?? 'string');
          return t.select(
            'id',
            castOrNull(F.columnNamed(column), {
              from,
              to: parseType(to),
              name: column,
              field: '',
              engine,
            }).alias('v'),
          );
        },
        { t: numbers, about },
      ),
    ),
);
const columnTypes: Readonly<Record<string, string>> = {
  i: 'int', l: 'bigint', d: 'double', f: 'float', b: 'boolean', c: 'decimal(10,2)', dt: 'date', ts: 'timestamp',
}; // prettier-ignore

/** Numbers whose text has one digit, which Java writes with two: those next to zero have others then. */
const tiny: CaseInput = {
  schema: 'id int, d double, f float',
  rows: [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 21, 29, 40, 61, 71, 81, 101, 200].flatMap((steps, id) => [
    [id + 1, steps * 5e-324, steps * 2 ** -149],
    [-id - 1, -steps * 5e-324, -steps * 2 ** -149],
    [id + 101, steps * 1e-45, steps * 1e-38],
  ]),
};

/** The mean of whole numbers, which is left to Spark where a double cannot hold their sum. */
const means: Case[] = (['i', 'l', 'id'] as const).flatMap((column) =>
  [numbers, { ...numbers, rows: numbers.rows.filter(([id]) => id !== 4) }].map((t, at) =>
    plan(
      `mean of ${column}, ${at}`,
      ({ t: rows, engine }) => {
        const value = F.columnNamed(column).cast(parseType('bigint'));
        return rows.groupBy(F.columnNamed('b')).agg((engine === 'sail' ? exactMean(value) : F.avg(value)).alias('m'));
      },
      { t, about, tolerated: 'refused value' },
    ),
  ),
);

/** Values in the order of their size, whatever the order of the rows; of fractions those that are numbers, too. */
const sorted: Case[] = (['i', 'l', 'd', 'f', 'c', 'dt', 'ts'] as const).flatMap((column) => {
  const type = parseType(columnTypes[column] ?? 'string');
  const value = F.columnNamed(column);
  const values = type.kind === 'double' ? [value, F.when(value.isNaN().not(), value)] : [value];
  return values.flatMap((of, at) => [
    plan(`${column} in order, ${at}`, ({ t }) => t.agg(sortedValues(of, type).alias('v')), { t: numbers, about }),
    plan(
      `${column} in order by group, ${at}`,
      ({ t }) => t.groupBy(F.columnNamed('b')).agg(sortedValues(of, type).alias('v')),
      { t: numbers, about },
    ),
  ]);
});

/** Times of which a double does not hold all digits. */
const farTimes: CaseInput = {
  schema: 'id int, ts timestamp',
  rows: ['9999-12-31T23:59:59.999999Z', '3000-01-01T00:00:00.123457Z', '2024-01-02T03:04:05.123456Z', N].map(
    (ts, id) => [id, ts],
  ),
};

/** Numbers next to zero and far times as decimals. */
const rimsToDecimals: Case[] = (
  [
    ['d', tiny],
    ['f', tiny],
    ['ts', farTimes],
  ] as const
).map(([column, t]) =>
  plan(
    `${column} to decimal(38,18)${t === tiny ? ', next to zero' : ', far away'}`,
    ({ t: rows, engine }) => {
      const given = { from: parseType(columnTypes[column] ?? ''), to: parseType('decimal(38,18)'), name: column, field: '', engine }; // prettier-ignore
      return rows.select('id', castOrNull(F.columnNamed(column), given).alias('v'));
    },
    { t, about },
  ),
);

const asTexts: Case[] = ['d', 'f'].flatMap((column) =>
  [numbers, tiny].map((t) =>
    plan(
      `${column} as text${t === tiny ? ', next to zero' : ''}`,
      ({ t: rows, engine }) =>
        rows.select('id', asText(F.columnNamed(column), parseType(columnTypes[column] ?? ''), engine).alias('v')),
      { t, about },
    ),
  ),
);

/** Dates by pattern: what each takes, and what it does not. */
const patterns: readonly (readonly [string, readonly string[]])[] = [
  [
    'dd/MM/yyyy HH:mm',
    ['10/1/2013 12:44', '01/02/2013 00:00', '31/12/1969 23:59', '13/13/2013 1:1', '29/02/2024 24:00', '1/1/13 1:01'],
  ],
  ['dd-MM-yyyy HH:mm', ['25-08-2012 00:00', '5-8-2012 7:05', '30-02-2012 00:00', '25/08/2012 00:00']],
  ['yyyy-MM-dd', ['2024-02-29', '2023-02-29', '2024-2-9', '24-02-29', '2024-02-29 10:00']],
  ['yyyy-MM-dd HH:mm:ss', ['2024-02-29 10:11:12', '2024-02-29 1:2:3', '2024-02-29 25:00:00', '2024-02-29T10:11:12']],
  ['MM/dd/yyyy', ['02/29/2024', '2/9/2024', '13/01/2024', '02/29/24']],
  ['dd.MM.yyyy', ['29.02.2024', '9.2.2024', '29.02.2024 10:00']],
  ['yyyyMMdd', ['20240229', '2024229', '20230229', '2024-02-29']],
  ['yyyy/MM/dd HH:mm:ss', ['2024/02/29 10:11:12', '2024/2/9 1:1:1', '']],
  ['dd-MMM-yy', ['29-Feb-24', '9-feb-85', '31-December-1969', '1-Mar-44', '28-Feb-44 10:00', '30-Feb-24', '1-Xyz-24']],
  ['yyMMdd', ['240229', '851231', '440301', '20240229', '240230', '240229 10:00']],
  ['M/d/yy h:mm a', ['2/9/24 3:04 PM', '02/09/85 12:00 am', '2/9/2024 3:04 pm.', '2/9/24 13:04 PM', '2/9/24 3:04']],
  ['MMMM d, yyyy', ['February 29, 2024', 'Feb 9, 2024 at ten', 'may 1, 2024', 'Febr 9, 2024', '9 Feb 2024']],
  [
    'EEE MMM dd HH:mm:ss Z yyyy',
    [
      'Sun Jan 05 10:11:12 +0100 2014',
      'Mon Jan  5 10:11:12 -0000 2014',
      'Jan 05 10:11:12 +0000 2014',
      'Sun Jan 05 2014',
    ],
  ],
  [
    'EEEE, d MMM yyyy',
    ['Sunday, 5 Jan 2014', 'Thu,5 Jan 2014', '5 Jan 2014', 'Sun, 31 Feb 2014', 'Sun, 5 Jan 2014 10:00'],
  ],
  [
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    ['2024-02-29T10:11:12.123Z', '2024-02-29T10:11:12.123+01:00 x', '2024-02-29T10:11:12'],
  ],
  ["yyyy-MM-dd'T'HH:mm:ss", ['2024-02-29T10:11:12', '2024-02-29 10:11:12', '2024-02-29T10:11:12Z']],
];

/** Texts that a reader makes values of a type by a format. */
const byFormatOf = (to: string, format: string, texts: readonly (string | null)[]): Case =>
  plan(
    `${to} by ${format}`,
    ({ t, engine }) =>
      t.select(
        'id',
        textValue(F.columnNamed('s'), { name: 's', type: parseType(to), format }, { engine, now, field: '' }).alias(
          'v',
        ),
      ),
    { t: { schema: 'id int, s string', rows: texts.map((s, id) => [id, s]) }, about },
  );

const byPattern: Case[] = patterns.flatMap(([format, list]) =>
  ['timestamp', 'date'].map((to) =>
    byFormatOf(to, format, [
      N,
      '',
      ' ',
      'x',
      '００',
      ...list,
      ...list.map((s) => ` ${s}`),
      ...list.map((s) => `${s} `),
    ]),
  ),
);

const lines: Case[] = [',', '\t', ';', '|', '||', '::', '.', ' '].map((delimiter) =>
  plan(
    `cells of lines at ${JSON.stringify(delimiter)}`,
    ({ t }) => {
      const facts = {
        bytes: 1,
        files: 1,
        firstRows: [['id']],
        headerAgain: false,
        cells: { least: 1, most: 4 },
        quoted: false,
        quirks: [],
      };
      const layout = { header: false, names: ['a', 'b', 'c'], ragged: true, widest: 3, warnings: [] };
      const { rows, texts, cellCount } = cutLines(t, facts, layout, delimiter);
      return rows.select(...texts.map((text, i) => text.alias(`c${i}`)), cellCount.alias('n'));
    },
    {
      t: {
        schema: 'value string',
        rows: ['a,b,c', ',,', 'a', '', ' ', '\t', 'a,b,c,d', 'é,日本, x ', 'a.b,c|d', ',x,', '\u0001', '\u00a0'].map(
          (s) => [s.replaceAll(',', delimiter)],
        ),
      },
      about,
    },
  ),
);

const cases: Case[] = ['i', 'l', 'd', 'f', 'b', 'c', 'dt', 'ts'].flatMap((column) =>
  [false, true].map((otherwise) =>
    plan(
      `${column} where a condition holds${otherwise ? ', else itself' : ''}`,
      ({ t }) => {
        const value = F.columnNamed(column);
        const chosen = F.when(F.columnNamed('i').gt(0), value);
        return t.select('id', (otherwise ? chosen.otherwise(value) : chosen).alias('v'));
      },
      { t: numbers, about: ['case:'] },
    ),
  ),
);

const aggregates: Case[] = (
  [
    ['sum', 'l'],
    ['min', 'd'],
    ['max', 'd'],
    ['min', 'f'],
    ['max', 'f'],
    ['avg', 'c'],
  ] as const
).flatMap(([operation, column]) =>
  ['b', undefined].map((key) =>
    plan(
      `${operation} of ${column} ${key === undefined ? 'over all' : `by ${key}`}`,
      ({ t, engine }) => {
        const value = aggregate(operation, F.columnNamed(column), parseType(columnTypes[column] ?? ''), engine).alias(
          'v',
        );
        return key === undefined ? t.agg(value) : t.groupBy(key).agg(value);
      },
      { t: numbers, about },
    ),
  ),
);

/** Expressions of processors that are composed anew for an engine, each verified as a whole. */
/** Rows by their places: numbered, one table behind another, the first of equal ones. */
const many: CaseInput = {
  schema: 'id int, k int, s string',
  rows: Array.from({ length: 200 }, (_, i) => [i, (i * 7) % 13, i % 5 === 0 ? N : `s${(i * 3) % 17}`]),
};
const parsedMany = parseType('struct<id:int,k:int,s:string>') as StructType;
const places: Case[] = [
  plan(
    'rows numbered in their order',
    ({ t, engine }) => {
      const { rows, position, restore } = numbered(t, parsedMany, engine);
      const place = F.rowNumber().over(Window.orderBy(position));
      return restore(rows.filter(F.columnNamed('k').gt(2)).withColumn('place', place));
    },
    { t: many, about, ordered: true },
  ),
  plan(
    'the first of equal rows',
    ({ t, engine }) => splitDuplicates(t, parsedMany, { keys: ['k', 's'], keysField: '' }, engine).first,
    { t: many, about, ordered: true },
  ),
  plan(
    'one table behind the other',
    ({ t, u, engine }) => unionInOrder([t, u, t], positions([parsedMany]), { engine, onePartition: true }),
    {
      t: many,
      u: { ...many, rows: many.rows.toReversed() },
      ordered: true,
      subjects: ['unit union-in-order'],
    },
  ),
];

/** Numbers as they are written with groups, or with a comma. */
const numberTexts = [
  ...[N, '', ' ', 'x', '1', '-1', '+1', '1,5', '1.5', '1.234', '1,234', '1.234,5', '1,234.5', '1.234.567,25'],
  ...["1'234.5", '1,2,3', '1.2.3', '1,23', '12.34,5', ',5', '5,', '.5', ' 1.234,5 ', '1e3', '1,5e2', '１', '-'],
];
const byFormat: Case[] = ['#.##0,##', '#,##0.##', "#'##0.##"].flatMap((format) =>
  ['double', 'int', 'decimal(10,2)'].map((to) => byFormatOf(to, format, numberTexts)),
);

/** Seconds since 1970 as moments, to the ends of the years that both engines write alike. */
const moments: Case[] = [
  plan(
    'seconds as moments',
    ({ t, engine }) => t.select('id', momentOfSeconds(F.columnNamed('l'), engine).alias('v')),
    {
      t: {
        schema: 'id int, l bigint',
        rows: [
          [1, 0n],
          [2, -1n],
          [3, 253402300799n],
          [4, -62135596800n],
          [5, N],
          [6, 1709251199n],
        ],
      },
      about,
    },
  ),
];

/** Values of columns that are saved as text: what is quoted or escaped, what has an exponent, far times. */
const savedValues: Readonly<Record<string, readonly (string | number | bigint | boolean | null)[]>> = {
  string: [N, '', ' ', ' a ', '\u0000x', 'a,b', 'a"b', '""', "it's", "a,'b'", 'a\nb', 'a\rb', '\r\n', 'a\tb', '\\', 'a\\"b', '#a', 'é 日本 😀', '/', '\u007f\u0080\u2028', 'null', 'NULL', '{}', ';', ...Array.from({ length: 31 }, (_, i) => `x${String.fromCharCode(i + 1)}y`)],
  int: [N, 0, -1, 2147483647, -2147483648],
  tinyint: [N, -128, 127],
  smallint: [N, -32768, 32767],
  bigint: [N, 0n, -9223372036854775808n, 9223372036854775807n],
  boolean: [N, true, false],
  double: [N, 0, -0, 1.5, 1e7, 9999999.999, 1e-3, 1e-4, 1e20, -1e300, 5e-324, 0.1, NaN, Infinity, -Infinity],
  float: [N, 0, -0, 1.5, 1e7, 0.10000000149011612, 3.4028234663852886e38, NaN, Infinity, -Infinity],
  'decimal(10,2)': [N, '0.00', '-0.01', '1.50', '99999999.99', '-99999999.99'],
  'decimal(10,6)': [N, '0.000000', '0.000001', '-0.000010', '1.000000'],
  'decimal(12,7)': [N, '0.0000000', '0.0000001', '-0.0000010', '0.0000012', '0.0000100', '12345.0000001'],
  'decimal(38,18)': [N, '0.000000000000000000', '-0.000000000000000001', '0.000000100000000000', '-0.000000999999999999', '0.000001000000000000', '12345678901234567890.123456789012345678', '-1.000000000000000000'],
  'decimal(38,0)': [N, '0', '-1', '12345678901234567890123456789012345678'],
  date: [N, '2020-01-31', '1969-12-31', '0001-01-01', '9999-12-31'],
  timestamp: [N, '2020-01-31T23:59:59Z', '2020-01-31T23:59:59.6789Z', '1969-12-31T23:59:59.999999Z', '1960-01-01T00:00:00.000001Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2024-03-31T02:30:00.1Z'],
  timestamp_ntz: [N, '2020-01-31T23:59:59', '2020-01-31T23:59:59.6789', '1969-12-31T23:59:59.999999', '2024-03-31T02:30:00.1'],
}; // prettier-ignore

const asSpark =
  'map("escape", QUOTE, "quote", QUOTE, "ignoreLeadingWhiteSpace", "false", "ignoreTrailingWhiteSpace", "false")';

/** Lines of a file as Save CSV and Save JSON write them on Sail, beside Spark's own. */
const savedLines: Case[] = Object.entries(savedValues).flatMap(([type, values]) => {
  const t: CaseInput = { schema: `id int, \`v "w"\` ${type}`, rows: values.map((value, id) => [id, value]) };
  const csv = (quote: '"' | "'"): Case =>
    plan(
      `${type} as a cell of CSV in ${quote}`,
      ({ t: rows, engine }) => {
        if (engine === 'spark')
          return rows.select(
            F.call(
              'concat',
              F.expr(`to_csv(struct(*), ${asSpark.replaceAll('QUOTE', quote === '"' ? `'"'` : `"'"`)})`),
              F.lit('\n'),
            ).alias('line'),
          );
        return needed(csvLines(rows, parseSchema(t.schema), { header: false, quote }));
      },
      { t, about },
    );
  const json = plan(
    `${type} as a member of JSON`,
    ({ t: rows, engine }) =>
      engine === 'spark'
        ? rows.select(F.call('concat', F.expr('to_json(struct(*))'), F.lit('\n')).alias('line'))
        : needed(jsonLines(rows, parseSchema(t.schema))),
    { t, about },
  );
  return [csv('"'), csv("'"), json];
});

function needed(lines: ReturnType<typeof jsonLines>): DataFrame {
  if (typeof lines === 'string') throw new Error(`not known: ${lines}`);
  return lines.rows;
}

export const units: Area = {
  name: 'units',
  cases: [
    ...casts,
    ...decimalUnits,
    ...textUnits,
    ...readers,
    ...casting,
    ...rimsToDecimals,
    ...asTexts,
    ...roundings,
    ...sorted,
    ...means,
    ...byPattern,
    ...lines,
    ...savedLines,
    ...cases,
    ...aggregates,
    ...places,
    ...byFormat,
    ...moments,
  ],
};
