import { cutLines, numberRows, positions, splitDuplicates, unionInOrder } from '@millrace/processors/units';
import { functions as F, parseType, Window, type StructType } from '@millrace/spark-connect';
import type { Case, CaseInput } from '../case.ts';
import { plan } from '../plan-case.ts';
import { N, about } from './tables.ts';

/** Rows by their positions: numbered, one table after another, the first of equal ones. */
const many: CaseInput = {
  schema: 'id int, k int, s string',
  rows: Array.from({ length: 200 }, (_, i) => [i, (i * 7) % 13, i % 5 === 0 ? N : `s${(i * 3) % 17}`]),
};
const parsedMany = parseType('struct<id:int,k:int,s:string>') as StructType;
export const positionCases: Case[] = [
  plan(
    'rows numbered in their order',
    ({ t, engine }) => {
      const { rows, position, restore } = numberRows(t, parsedMany, engine);
      const rowNumber = F.rowNumber().over(Window.orderBy(position));
      return restore(rows.filter(F.columnNamed('k').gt(2)).withColumn('place', rowNumber));
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

/** Cells of lines. */
export const lines: Case[] = [',', '\t', ';', '|', '||', '::', '.', ' '].map((delimiter) =>
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
