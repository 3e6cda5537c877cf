import { csvLines, jsonLines } from '@millrace/processors/units';
import { functions as F, parseSchema, type DataFrame } from '@millrace/spark-connect';
import type { Case, CaseInput } from '../case.ts';
import { plan } from '../plan-case.ts';
import { N, about } from './tables.ts';

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

/** Lines of a file as Save CSV and Save JSON write them on Sail, compared with Spark's own. */
export const savedLines: Case[] = Object.entries(savedValues).flatMap(([type, values]) => {
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
        return requireLines(csvLines(rows, parseSchema(t.schema), { header: false, quote }));
      },
      { t, about },
    );
  const json = plan(
    `${type} as a member of JSON`,
    ({ t: rows, engine }) =>
      engine === 'spark'
        ? rows.select(F.call('concat', F.expr('to_json(struct(*))'), F.lit('\n')).alias('line'))
        : requireLines(jsonLines(rows, parseSchema(t.schema))),
    { t, about },
  );
  return [csv('"'), csv("'"), json];
});

function requireLines(lines: ReturnType<typeof jsonLines>): DataFrame {
  if (typeof lines === 'string') throw new Error(`not known: ${lines}`);
  return lines.rows;
}
