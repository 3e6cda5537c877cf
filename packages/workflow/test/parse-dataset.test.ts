import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delimiterText, parseDataset, serialiseDataset } from '../src/index.ts';
import type { Dataset } from '../src/index.ts';
import { codes } from './support/build.ts';

function dataset(input: unknown): Dataset {
  const parsed = parseDataset(input);
  assert.ok(parsed.ok, parsed.problems[0]?.message);
  return parsed.dataset;
}

const SCHEMA = `{colNames:["a","b c"],colTypes:['DOUBLE','STRING',],colFormats:["",""], colMLTypes:["NUMERIC","TEXT"]}`;

test('a schema text with unquoted keys, single quotes and trailing commas is read', () => {
  assert.deepEqual(dataset({ uuid: 'u', path: 'p', datasetSchema: SCHEMA }).columns, [
    { name: 'a', type: 'DOUBLE', format: '', mlType: 'NUMERIC' },
    { name: 'b c', type: 'STRING', format: '', mlType: 'TEXT' },
  ]);
});

test('the schema model counts where there is no schema text; formats may be missing', () => {
  const schemaModel = { schemaColList: [{ colName: 'x', colType: 'DATE' }] };
  const x = { name: 'x', type: 'DATE', format: '', mlType: '' };
  assert.deepEqual(dataset({ uuid: 'u', schemaModel }).columns, [x]);
  assert.deepEqual(dataset({ uuid: 'u', datasetSchema: '', schemaModel }).columns, [x]);
  assert.deepEqual(dataset({ uuid: 'u', datasetSchema: '{colNames:[],colTypes:[]}', schemaModel }).columns, [x]);
});

test('where schema text and schema model differ, the text counts and a warning says so', () => {
  const schemaModel = { schemaColList: [{ colName: 'x', colType: 'DATE' }] };
  const parsed = parseDataset({ uuid: 'u', datasetSchema: SCHEMA, schemaModel });
  assert.ok(parsed.ok);
  assert.equal(parsed.dataset.columns.length, 2);
  assert.deepEqual(codes(parsed.problems), ['schemas-differ']);
});

test('a header that is null or absent means false; true may be text', () => {
  assert.equal(dataset({ uuid: 'u', header: null }).header, false);
  assert.equal(dataset({ uuid: 'u' }).header, false);
  assert.equal(dataset({ uuid: 'u', header: 'true' }).header, true);
});

test('a delimiter is kept as stored; backslash t means a tab', () => {
  assert.equal(dataset({ uuid: 'u', delimiter: '\\t' }).delimiter, '\\t');
  assert.equal(delimiterText('\\t'), '\t');
  assert.equal(delimiterText('\t'), '\t');
  assert.equal(delimiterText('||'), '||');
  assert.equal(delimiterText('\\\\t'), '\\t');
});

test('a broken schema is refused with its place', () => {
  for (const [datasetSchema, what] of [
    ['{colNames:["a"', /line 1, column 15/],
    ['{colNames:["a","b"],colTypes:["STRING"]}', /colNames has 2 entries/],
    ['[1]', /not an object/],
  ] as const) {
    const parsed = parseDataset({ uuid: 'u', name: 'sales', datasetSchema });
    assert.equal(parsed.ok, false);
    assert.deepEqual(codes(parsed.problems), ['bad-schema']);
    assert.match(parsed.problems[0]?.message ?? '', what);
    assert.match(parsed.problems[0]?.message ?? '', /sales/);
  }
});

test('what is no dataset record is refused', () => {
  for (const input of ['', '{', '[]', '{}', '5', { name: 'x' }, null])
    assert.equal(parseDataset(input).ok, false, String(input));
});

test('changed columns are written as strict JSON text and as schema model', () => {
  const old = dataset({ uuid: 'u', own: 1, datasetSchema: SCHEMA, schemaModel: null });
  const out = serialiseDataset({
    ...old,
    columns: [{ name: 'é"', type: 'LONG', format: '', mlType: 'NUMERIC' }],
  });
  assert.equal(out['own'], 1);
  assert.equal(
    out['datasetSchema'],
    '{"colNames":["é\\""],"colTypes":["LONG"],"colFormats":[""],"colMLTypes":["NUMERIC"]}',
  );
  assert.deepEqual(dataset(out).columns[0]?.name, 'é"');
});
