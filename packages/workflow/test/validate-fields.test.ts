import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionOf } from '../src/index.ts';
import type { Json, Problem, ValidateOptions } from '../src/index.ts';
import { codes, edges, graph, node, only, problemsOf } from './support/build.ts';

/** The problems of one node after a reader. */
function check(
  nodeClass: string,
  fields: Readonly<Record<string, Json>>,
  options?: ValidateOptions,
): readonly Problem[] {
  const workflow = graph([node('1', 'a.Read', { dataset: 'u' }), node('2', nodeClass, fields)], edges('1>2'));
  return problemsOf(workflow, options);
}

test('a required field without a value is an error; null, "" and an empty list are no value', () => {
  const empty: readonly Readonly<Record<string, Json>>[] = [{}, { sql: null }, { sql: '' }];
  for (const fields of empty) {
    const problem = only(check('a.Need', fields), 'missing-field');
    assert.deepEqual([problem.nodeId, problem.field], ['2', 'sql']);
    assert.equal(problem.message, 'Node 2 "node 2" has no value in the required field "sql".');
  }
  assert.deepEqual(check('a.Need', { sql: 'select 1' }), [], 'a required field with a default may be left out');
});

test('whole numbers, numbers and booleans are checked by their text', () => {
  for (const n of ['5', ' 7 ', '-1', '+3', '5.0', '1e3', '9223372036854775807', '$n', '${n}', '', null, 5])
    assert.deepEqual(check('a.Pass', { n }), [], String(n));
  for (const n of ['5.5', '1e-3', '1e300', 'NaN', 'abc', '--1', '$1'])
    assert.deepEqual(codes(check('a.Pass', { n })), ['value-not-integer'], n);
  for (const share of ['.5', '1.', '1E-6', '-0.0', 'NaN', '-Infinity'])
    assert.deepEqual(check('a.Pass', { share }), [], share);
  for (const share of ['.', '1,5', '1e', '0x1'])
    assert.deepEqual(codes(check('a.Pass', { share })), ['value-not-number'], share);
  for (const header of ['true', 'FALSE', true]) assert.deepEqual(check('a.Pass', { header }), [], String(header));
  assert.deepEqual(codes(check('a.Pass', { header: 'yes' })), ['value-not-boolean']);
});

test('a value outside the options is an error that lists them and guesses', () => {
  const problem = only(check('a.Pass', { mode: 'Overwrit' }), 'value-not-an-option');
  assert.equal(
    problem.message,
    'Node 2 "node 2" has the invalid value "Overwrit" in field "mode": it must be one of its options.',
  );
  assert.equal(problem.remedy, 'Choose one of append, overwrite. Did you mean "overwrite"?');
  for (const mode of ['append', '1', '$mode', '']) assert.deepEqual(check('a.Pass', { mode }), [], mode);
});

test('an option is meant in any case of letters, and by its old spellings', () => {
  for (const mode of ['APPEND', ' overwrite ', 'Overwrite']) assert.deepEqual(check('a.Pass', { mode }), [], mode);
  const spec = { options: ['a', 'A', 'inner'], aliases: { Equi: 'inner' } };
  assert.deepEqual(
    ['A', 'a', 'INNER', 'equi', 'outer'].map((value) => optionOf(spec, value)),
    ['A', 'a', 'inner', 'inner', undefined],
  );
  assert.equal(optionOf({ options: null }, 'a'), undefined);
});

test('a type may be written out; a misspelt one is an error', () => {
  for (const to of ['INTEGER', 'integer', 'decimal(12,2)', 'ARRAY<int>', 'struct<a: int>', 'timestamp_ntz'])
    assert.deepEqual(check('a.Cast', { to }), [], to);
  for (const to of ['decimals(12,2)', 'integre', 'date_format', '12'])
    assert.deepEqual(codes(check('a.Cast', { to })), ['value-not-an-option'], to);
});

test('every node may have a storage level, out of those of the interface', () => {
  assert.deepEqual(check('a.Pass', { storageLevel: 'MEMORY_AND_DISK_SER_2' }), []);
  assert.deepEqual(codes(check('a.Pass', { storageLevel: 'RAM' })), ['value-not-an-option']);
});

test('fields that are layout only are not checked', () => {
  assert.deepEqual(check('a.Pass', {}), []);
});

test('a row that is used and misses what it needs is an error; other lists need not be of one length', () => {
  const problem = only(check('a.Rows', { names: '["a","b"]', expressions: '["1"]', keys: '["k"]' }), 'rows-incomplete');
  assert.match(
    problem.message,
    /field "names" has 2, field "expressions" has 1; each row needs a value in field "expressions"/,
  );
  assert.deepEqual([problem.severity, problem.field], ['error', 'expressions']);
  assert.deepEqual(check('a.Rows', { names: '["a","b"]', expressions: '["1",""]', keys: '["k"]' }), []);
  assert.deepEqual(check('a.Rows', { names: '["a","b"]', expressions: '[]' }), []);
  assert.deepEqual(check('a.Rows', { names: '["a","b"]', expressions: '$all' }), []);
  assert.deepEqual(check('a.Rows', { names: 'a', expressions: '1' }), [], 'plain text is a list of one');
});

test('elements that have a default or belong to rows that are not used may be missing, with a warning', () => {
  const short: readonly Readonly<Record<string, Json>>[] = [
    { names: '["a","b"]', expressions: '["1","2"]', notes: '["x"]' },
    { names: '["a",""," "]', expressions: '["1"]' },
    { names: '["a"]', expressions: '["1","2"]' },
  ];
  for (const fields of short) {
    const problem = only(check('a.Rows', fields), 'rows-differ');
    assert.equal(problem.severity, 'warning');
    assert.match(problem.message, /missing values count as blank/);
  }
});

test('a list that is broken JSON is a warning', () => {
  const problem = only(check('a.Rows', { keys: '["a",' }), 'list-not-json');
  assert.deepEqual([problem.severity, problem.field], ['warning', 'keys']);
});

test('a dataset that does not exist is an error when the datasets are known', () => {
  assert.deepEqual(check('a.Pass', {}, { datasets: new Set(['u']) }), []);
  const problem = only(check('a.Pass', {}, { datasets: new Set(['other']) }), 'dataset-not-found');
  assert.deepEqual([problem.nodeId, problem.field], ['1', 'dataset']);
  assert.match(problem.message, /"u"/);
  const own = graph([node('1', 'a.Read', { dataset: 'u' })], [], {
    dataSetDetails: [{ uuid: 'u', path: 'p' }],
  });
  assert.deepEqual(problemsOf(own, { datasets: new Set() }), []);
});

const schema = (...names: readonly string[]) => names.map((name) => ({ name, type: 'STRING' }));

test('a column that the input does not have is an error with a guess', () => {
  const schemas = new Map([['2', [schema('passenger_count', 'vendor_id', 'a b')]]]);
  const problem = only(check('a.Pass', { column: 'pasenger_count' }, { schemas }), 'column-not-found');
  assert.deepEqual([problem.nodeId, problem.field, problem.severity], ['2', 'column', 'error']);
  assert.equal(problem.remedy, 'The input has passenger_count, vendor_id, a b. Did you mean "passenger_count"?');
  const far = only(check('a.Pass', { column: 'zzz' }, { schemas }), 'column-not-found');
  assert.doesNotMatch(far.remedy, /Did you mean/);
});

test('columns match in any case, in backticks, as paths into structs; empty and parameters are left out', () => {
  const schemas = new Map([['2', [schema('Vendor_ID', 'a.b', 'person')]]]);
  for (const column of ['vendor_id', '`Vendor_ID`', 'person.name.first', 'a.b', '*', '', '$col']) {
    assert.deepEqual(check('a.Pass', { column }, { schemas }), [], column);
  }
  const many = check('a.Pass', { columns: '["vendor_id","","nope","x"]' }, { schemas });
  assert.deepEqual(codes(many), ['column-not-found', 'column-not-found']);
});

test('a column field looks at the input that it picks from', () => {
  const workflow = graph(
    [node('1', 'a.Read', { dataset: 'u' }), node('2', 'a.Join', { right: 'r' })],
    edges('1>2', '1>2'),
  );
  const schemas = (second: string) => new Map([['2', [schema('l'), schema(second)]]]);
  assert.deepEqual(problemsOf(workflow, { schemas: schemas('r') }), []);
  assert.deepEqual(codes(problemsOf(workflow, { schemas: schemas('q') })), ['column-not-found']);
  assert.deepEqual(problemsOf(workflow, { schemas: new Map([['2', [schema('l')]]]) }), []);
});

test('an input without columns has none of those named', () => {
  const problem = only(check('a.Pass', { column: 'a' }, { schemas: new Map([['2', [[]]]]) }), 'column-not-found');
  assert.equal(problem.remedy, 'The input has no columns.');
});

test('a field that is there twice is a warning; the first one counts', () => {
  const doubled = {
    fields: [
      { name: 'n', value: '5' },
      { name: 'n', value: 'x' },
    ],
  };
  const workflow = graph([node('1', 'a.Read', { dataset: 'u' }), node('2', 'a.Pass', {}, doubled)], edges('1>2'));
  assert.deepEqual(codes(problemsOf(workflow)), ['duplicate-field']);
});

test('a field that is there twice with one value is no problem: forms of older versions have some twice', () => {
  const doubled = {
    fields: [
      { name: 'n', value: '5' },
      { name: 'n', value: '5' },
    ],
  };
  const workflow = graph([node('1', 'a.Read', { dataset: 'u' }), node('2', 'a.Pass', {}, doubled)], edges('1>2'));
  assert.deepEqual(codes(problemsOf(workflow)), []);
});

test('messages name a field by its label; the problem has its stored name', () => {
  const problem = only(check('a.Pass', { share: 'x' }), 'value-not-number');
  assert.equal(problem.field, 'share');
  assert.equal(
    problem.message,
    'Node 2 "node 2" has the invalid value "x" in field "Share of rows": it must be a number.',
  );
  assert.equal(problem.remedy, 'Set field "Share of rows" to a number such as 0.5 or 1e-6.');
});

test('messages are one line, whatever the value', () => {
  const problem = only(check('a.Pass', { n: `a\nb\r"${'x'.repeat(10_000)}` }), 'value-not-integer');
  assert.doesNotMatch(problem.message, /[\n\r]/);
  assert.ok(problem.message.length < 300);
});
