import { momentOfSeconds, textValue } from '@millrace/processors/units';
import { functions as F, parseType } from '@millrace/spark-connect';
import type { Case } from '../case.ts';
import { plan } from '../plan-case.ts';
import { N, about, now } from './tables.ts';

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

export const byPattern: Case[] = patterns.flatMap(([format, list]) =>
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

/** Numbers as they are written with groups, or with a comma. */
const numberTexts = [
  ...[N, '', ' ', 'x', '1', '-1', '+1', '1,5', '1.5', '1.234', '1,234', '1.234,5', '1,234.5', '1.234.567,25'],
  ...["1'234.5", '1,2,3', '1.2.3', '1,23', '12.34,5', ',5', '5,', '.5', ' 1.234,5 ', '1e3', '1,5e2', '１', '-'],
];

export const byFormat: Case[] = ['#.##0,##', '#,##0.##', "#'##0.##"].flatMap((format) =>
  ['double', 'int', 'decimal(10,2)'].map((to) => byFormatOf(to, format, numberTexts)),
);

/** Seconds since 1970 as moments, to the ends of the years that both engines write in the same way. */
export const moments: Case[] = [
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
