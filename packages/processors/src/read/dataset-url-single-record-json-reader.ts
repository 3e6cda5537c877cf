import { functions as F, types } from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import { url } from '../kit/fields.ts';
import { NoRecord, readRecord, schemaOfRecord, textOf, valueIn } from './_json-record.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { schemaTab } from './_reader-fields.ts';
import { unverifiedPattern } from '../kit/text-value.ts';
import { castCells } from '../kit/typed-cells.ts';

const remedy = 'enter the URL of a single JSON record, such as {"name": "value"}, on one or more lines';

export const datasetUrlSingleRecordJsonReader = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetURLSingleRecordJsonReader',
  name: 'URL Single Record JSON Reader',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads the JSON document at an http or https URL: one record, on one or more lines, becomes one row. A list, several records in sequence or any other JSON value fails the run. Without a declared schema, the columns are the keys in alphabetical order, with types as Spark infers them from JSON. With a declared schema, columns are matched by name and cast: a missing key is null, other keys are ignored, and a value that does not fit its type becomes null and its row is added to the rejected rows. The document may have up to 16 MB. The URL is fetched once per run.',
  fields: { URL: url({ title: 'URL', description: 'For example https://example.org/record.json' }), ...schemaTab },
  examples: [
    {
      name: 'reads a multi-line record with sorted keys, nested records and lists; nulls are text',
      fields: { URL: 'http://localhost/a.json' },
      pages: {
        '/a.json':
          '{\n  "id": 9007199254740993, "näme": "ü\\n",\n  "at": {"y": [1, 2.5], "x": {}},\n  "none": null,\n  "ok": true\n}\n',
      },
      output: table('at struct<y:array<double>>, id bigint, none string, `näme` string, ok boolean', [
        [{ y: [1, 2.5] }, 9007199254740993n, null, 'ü\n', true],
      ]),
    },
    {
      name: 'lists of mixed values become text; a long whole number becomes a decimal',
      fields: { URL: 'http://localhost/a.json' },
      pages: { '/a.json': '{"m": [1, "t", {"q": 1.50}, null], "big": 123456789012345678901, "l": []}' },
      output: table('big decimal(21,0), l array<string>, m array<string>', [
        ['123456789012345678901', [], ['1', 't', '{"q":1.50}', null]],
      ]),
    },
    {
      name: 'matches declared columns by name and format; a value that does not fit is null and its row is rejected',
      fields: {
        URL: 'http://localhost/a.json',
        outputColNames: ['day', 'n', 'x', 'gone', 'all'],
        outputColTypes: ['DATE', 'INTEGER', 'DOUBLE', 'LONG', 'STRING'],
        outputColFormats: ['dd.MM.yyyy', '', '', '', ''],
      },
      pages: { '/a.json': '{"n": "seven", "day": "29.02.2024", "x": 2, "left": 1, "all": {"a": [1]}}' },
      output: table('day date, n int, x double, gone bigint, all string', [['2024-02-29', null, 2, null, '{"a":[1]}']]),
      rejected: table('_rejected array<string>, day string, n string, x string, gone string, all string', [
        [['n'], '29.02.2024', 'seven', '2', null, '{"a":[1]}'],
      ]),
    },
    {
      name: 'rejects a list of records',
      fields: { URL: 'http://localhost/a.json' },
      pages: { '/a.json': '[{"a": 1}, {"a": 2}]' },
      error: '/a.json" is a list of 2 JSON values',
    },
    {
      name: 'rejects one record per line',
      fields: { URL: 'http://localhost/a.json' },
      pages: { '/a.json': '{"a": 1}\n{"a": 2}\n' },
      error: '/a.json" has more text after its first JSON value at position 9 (line 2 column 1)',
    },
    {
      name: 'rejects text that is not valid JSON',
      fields: { URL: 'http://localhost/a.json' },
      pages: { '/a.json': '<html>' },
      error: '/a.json" is not valid JSON',
    },
    {
      name: 'rejects an empty document',
      fields: { URL: 'http://localhost/a.json' },
      pages: { '/a.json': '' },
      error: '/a.json" is empty',
    },
  ],
  async run({ fields: { URL: address, outputColumns: declaredColumns }, ...context }) {
    const { session, files } = context;
    const { text, shown, warnings } = await files.urlText(address, 'URL');
    const record = ofUrl(shown, () => readRecord(text));
    if (declaredColumns.length === 0) {
      const schema = ofUrl(shown, () => schemaOfRecord(record));
      const row = schema.fields.map(({ name, type }) => valueIn(record, name, type));
      return { outputs: [session.createDataFrame([row], schema)], warnings };
    }
    const names = declaredColumns.map((_, i) => `_c${i}`);
    const texts = declaredColumns.map(({ name }) => {
      const value = Object.hasOwn(record, name) ? record[name] : undefined;
      return value === undefined || value === null ? null : textOf(value);
    });
    const rows = session.createDataFrame([texts], types.struct(names.map((name) => types.field(name, types.string))));
    const cells = declaredColumns.map((column, i) => ({ ...column, text: F.columnNamed(names[i] ?? '') }));
    const unverified = declaredColumns.flatMap(({ format }) =>
      format === undefined ? [] : (unverifiedPattern(format) ?? []),
    );
    return {
      ...castCells({ rows, cells, mode: 'PERMISSIVE', context, field: 'outputColTypes' }),
      ...(unverified.length === 0 ? {} : { unverified: unverified.join(', ') }),
      warnings,
    };
  },
});

function ofUrl<T>(url: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NoRecord)) throw error;
    throw new FieldError('URL', `the document at URL "${url}" ${error.message}`, remedy);
  }
}
