import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldSpec } from '../../src/pages/editor/model/catalogue.ts';
import { declaredRows } from '../../src/pages/editor/panel/fields/declared-rows.ts';

test('declared columns keep what was said of them; the others get the types that the file shows', () => {
  const spec = (name: string, kind: string, widget: string) => ({ name, kind, widget }) as FieldSpec;
  const fields = [
    spec('outputColNames', 'text', 'schema_col_names'),
    spec('outputColTypes', 'type', 'schema_col_types'),
    spec('outputColFormats', 'format', 'schema_col_formats'),
  ];
  const fileColumns = ['INTEGER', 'INTEGER', 'DATE'].map((colType, i) => ({
    colName: `c${i}`,
    colType,
    colFormat: colType === 'DATE' ? 'dd/MM/yyyy' : '',
    colMLType: '',
  }));
  const columns = ['id', 'zip', 'day'].map((name) => ({ name, type: 'string' }));
  assert.deepEqual(
    declaredRows(fields, [...columns, { name: 'many', type: 'bigint' }], fileColumns, [['zip', 'STRING', '']]),
    [
      ['id', 'INTEGER', ''],
      ['zip', 'STRING', ''],
      ['day', 'DATE', 'dd/MM/yyyy'],
      ['many', 'LONG', ''],
    ],
  );
});
