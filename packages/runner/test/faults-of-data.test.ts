import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { functions as F, parseRemote, SparkConnectClient, SparkError, SparkSession } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { eagerIn } from '../src/plan/eager.ts';
import { faultsOf } from '../src/faults/faults-of-data.ts';
import { isRefusedBySpark } from '../src/faults/refused-texts.ts';
import { csv, inARow, print, sql, type Draft } from './drafts.ts';
import { ready, runOn } from './support.ts';

/** Four rows; the third has no number in `s`, and nothing to divide by in `z`. */
const cells = 'k,z,s\n1,1,7\n2,2,8\n3,0,abc\n4,1,9\n';
const rows = csv('cells.csv', 'k z s', 'INTEGER INTEGER STRING');
const expression = (name: string, text: string): Draft => ({
  nodeClass: 'etl.NodeExpressions',
  fields: { outputCols: [name], expressions: [text] },
});
const filter = (condition: string): Draft => ({
  nodeClass: 'etl.NodeRowFilter',
  fields: { conditionExpr: condition },
});
const strict: Draft = {
  ...csv('cells.csv', 'k z s', 'INTEGER INTEGER INTEGER'),
  fields: { ...csv('cells.csv', 'k z s', 'INTEGER INTEGER INTEGER').fields, mode: 'FAILFAST' },
};
const total: Draft = {
  nodeClass: 'etl.NodeGroupBy',
  fields: { groupingCols: ['z'], aggregateCols: ['big'], aggregateOperations: ['sum'], outputColNames: ['total'] },
};

interface Fault {
  readonly name: string;
  readonly nodes: readonly Draft[];
  /** The node that fails, by its place. */
  readonly at: string;
  readonly says: RegExp;
}

const faults: readonly Fault[] = [
  { name: 'a cell that does not fit, where the reader is to fail fast', nodes: [strict, print], at: '1', says: /^column "s": "abc" is not a valid INT in "cells.csv", line 4$/ },
  { name: 'such a cell, met by a later node', nodes: [strict, filter('k > 1'), print], at: '1', says: /^column "s": "abc" is not a valid INT in "cells.csv", line 4$/ },
  { name: 'text that is no number', nodes: [rows, sql('select k, cast(s as int) as n from t'), print], at: '2', says: /^"abc" cannot be cast to (int|double)$/ },
  { name: 'text that is no number, behind a filter', nodes: [rows, filter('k > 1'), expression('n', 'cast(s as double)'), print], at: '3', says: /^"abc" cannot be cast to (int|double)$/ },
  { name: 'text that is no date', nodes: [rows, expression('d', 'cast(s as date)'), print], at: '2', says: /^"7" cannot be cast to date$/ },
  { name: 'text that is no truth value', nodes: [rows, expression('b', 'cast(s as boolean)'), print], at: '2', says: /^"7" cannot be cast to boolean$/ },
  { name: 'text that is no decimal', nodes: [rows, expression('c', 'cast(s as decimal(10,2))'), print], at: '2', says: /^"abc" cannot be cast to decimal$/ },
  { name: 'a division by zero', nodes: [rows, expression('q', 'k / z'), print], at: '2', says: /^Division by zero$/ },
  { name: 'a whole division by zero in SQL', nodes: [rows, sql('select k div z as q from t'), print], at: '2', says: /^Division by zero$/ },
  { name: 'a remainder of zero', nodes: [rows, sql('select k % z as q from t'), print], at: '2', says: /^Remainder by zero$/ },
  { name: 'an index behind an array', nodes: [rows, sql('select array(k, z)[2] as a from t'), print], at: '2', says: /^index 2 is outside an array of length 2$/ },
  { name: 'an assertion that does not hold', nodes: [rows, sql("select k from t where assert_true(k < 3, 'k is large') is null"), print], at: '2', says: /k is large/ },
  { name: 'an error that a query raises', nodes: [rows, sql("select if(k > 2, raise_error(concat('k is ', k)), k) as k from t"), print], at: '2', says: /k is 3/ },
  { name: 'a sum beyond its type', nodes: [rows, sql('select z, 9223372036854775807 as big from t'), total, print], at: '3', says: /overflow/i },
  { name: 'an element behind an array', nodes: [rows, sql('select element_at(array(k, z), 3) as a from t'), print], at: '2', says: /^element_at: the index is out of bounds$/ },
  { name: 'a number that is too large for its type', nodes: [rows, sql('select cast(k * 1000 as tinyint) as b from t'), print], at: '2', says: /^"1000" cannot be cast to tinyint: it is too large$/ },
  { name: 'a file that is not there', nodes: [csv('none.csv', 'k', 'INTEGER'), print], at: '1', says: /none\.csv/ },
  { name: 'a column that is not there, in SQL', nodes: [rows, sql('select k, amount from t'), print], at: '2', says: /unknown column "amount"/ },
  { name: 'a column that is not there, in an expression', nodes: [rows, expression('n', 'amount + 1'), print], at: '2', says: /unknown column "amount"/ },
  { name: 'a column that is not there, in a condition', nodes: [rows, filter('amount > 1'), print], at: '2', says: /unknown column "amount"/ },
  { name: 'a function that is not there', nodes: [rows, sql('select summe(k) as n from t'), print], at: '2', says: /summe/ },
]; // prettier-ignore

describe('faults of data under auto', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-faults-'));
    await writeFile(join(folder, 'cells.csv'), cells);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(nodes: readonly Draft[]): Promise<{ manifest: Manifest; changed: readonly string[] }> {
    const events: RunEvent[] = [];
    const manifest = await runOn(host, 'auto', await ready(inARow(nodes), new Map(), folder), { events });
    return { manifest, changed: events.flatMap((e) => (e.event === 'engine.changed' ? [e.why] : [])) };
  }
  const resultsOf = ({ outputs }: Manifest): unknown =>
    outputs.map((output) => ('rows' in output ? output.rows : output));

  for (const { name, nodes, at, says } of faults)
    test(`${name} ends the run on Sail`, async (t) => {
      const { manifest, changed } = await run(nodes);
      assert.deepEqual([manifest.status, manifest.engine, changed], ['FAILED', 'sail', []], manifest.why);
      const failed = manifest.nodes.filter(({ status }) => status === 'FAILED');
      assert.deepEqual(failed.map(({ id }) => id), [at]); // prettier-ignore
      assert.match(failed[0]?.error?.message ?? '', says);
      assert.ok(failed[0]?.error?.remedy);
      t.diagnostic(`${failed[0]?.error?.message}: ${failed[0]?.error?.remedy}`);
    });

  test('the line of a cell that does not fit is named on both engines, and its file where there are several', async () => {
    await mkdir(join(folder, 'many'));
    await writeFile(join(folder, 'many', 'a.csv'), 'k,s\r\n1,2\r\n');
    await writeFile(join(folder, 'many', 'b.csv'), 'k,s\r\n3,"4"\r\n"n,a",5\r\n6,"n,a"\r\n');
    const { fields } = csv('many', 'k s', 'STRING INTEGER');
    const many = { ...csv('many', 'k s', 'STRING INTEGER'), fields: { ...fields, mode: 'FAILFAST' } };
    const graph = await ready(inARow([many, print]), new Map(), folder);
    for (const engine of ['sail', 'spark'] as const) {
      const { nodes } = await runOn(host, engine, graph);
      const messages = nodes.flatMap(({ error }) => error?.message ?? []);
      assert.deepEqual(messages, ['column "s": "n,a" is not a valid INT in "many", line 4 of b.csv'], engine);
    }
  });

  /** What Sail fails at and Spark does not moves to Spark; the engine is named where it is that which is tested. */
  const guarded: readonly (readonly [string, readonly Draft[], unknown, string?])[] = [
    ['a condition that guards another one', [rows, sql('select k from t where z <> 0 and k / z > 1'), print], [[[4]]], 'spark'],
    ['filters that guard one another', [rows, filter('z <> 0'), filter('k / z > 1'), print], [[[4, 1, '9']]], 'spark'],
    ['a case that guards a division', [rows, sql('select case when z <> 0 then k div z end as q from t'), print], [[[1], [1], [null], [4]]]],
    ['an error that no row raises', [rows, sql("select case when z = 9 then raise_error('z is 9') else k end as q from t"), print], [[[1], [2], [3], [4]]], 'sail'],
    ['a value that stands in for one that is not computed', [rows, sql('select coalesce(z, k / z) as q from t'), print], [[[1], [2], [0], [1]]]],
    ['an index that is a column', [rows, sql("select split(s, ',')[o] as x from (select s, k - k as o from t)"), print], [[['7'], ['8'], ['abc'], ['9']]]],
    ['a number with the letter of its type', [rows, sql("select cast(concat(k, 'd') as double) as x from t"), print], [[[1], [2], [3], [4]]], 'spark'],
    ['a decimal with an exponent', [rows, sql("select cast(concat(k, 'e1') as decimal(5,1)) as x from t"), print], [[['10.0'], ['20.0'], ['30.0'], ['40.0']]], 'spark'],
    ['a decimal in digits of another script', [rows, sql("select cast(concat(k, '٣') as decimal(5,1)) as x from t"), print], [[['13.0'], ['23.0'], ['33.0'], ['43.0']]], 'spark'],
    ['a decimal with an exponent that is tried', [rows, sql("select try_cast(s as decimal(5,1)) as x from (select concat(k, 'e1') as s from t)"), print], [[['10.0'], ['20.0'], ['30.0'], ['40.0']]], 'spark'],
    ['text that is tried as a decimal', [rows, sql("select try_cast(s as decimal(5,1)) as x from t"), print], [[['7.0'], ['8.0'], [null], ['9.0']]], 'sail'],
    ['a moment beyond the years that Sail writes as Spark does', [rows, sql('select k * 300000000000 as at from t'), { nodeClass: 'etl.NodeUnixTimeToString', fields: { inputColName: 'at', outputColName: 'time', outputColFormat: 'HH:mm' } }, sql('select time from t'), print], [[['05:20'], ['10:40'], ['16:00'], ['21:20']]], 'spark'],
  ]; // prettier-ignore
  for (const [name, nodes, result, engine] of guarded)
    test(`${name} is no fault, whatever Sail makes of it`, async (t) => {
      const { manifest, changed } = await run(nodes);
      assert.equal(manifest.status, 'COMPLETED', JSON.stringify(manifest.nodes));
      assert.deepEqual(resultsOf(manifest), result);
      if (engine !== undefined)
        assert.deepEqual([manifest.engine, changed.length], [engine, engine === 'spark' ? 1 : 0]);
      t.diagnostic(`${manifest.engine}: ${changed.join()}`);
    });
});

describe('what a processor refuses', () => {
  const session = new SparkSession(new SparkConnectClient(parseRemote('sc://127.0.0.1:1')));
  const input = session.createDataFrame([], 'value string');
  const value = F.columnNamed('value');
  const message = F.call('concat', 'column "value": "', F.coalesce(value, F.lit('null')), '" is no int');
  const checked = input.filter(F.call('assert_true', value.isNotNull(), message).isNull());
  const eager = eagerIn([checked.relation], [input.relation]);
  const isOfData = faultsOf([{ nodeId: '1', keys: [], noTies: new Map(), sorts: new Map(), eager }]);
  for (const [text, expected] of [
    ['column "value": "abc" is no int', true],
    ['assertion failed: column "value": "" is no int', true],
    ['the value null has no place in this array', false],
    ['"abc" is no int', false],
  ] as const)
    test(`${text}: ${expected}`, () => assert.equal(isOfData(new SparkError(text), ['1']), expected));
});

describe('what a query refuses', () => {
  const session = new SparkSession(new SparkConnectClient(parseRemote('sc://127.0.0.1:1')));
  const input = session.createDataFrame([], 'k int, s string');
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["assert_true(s <> 'null', 'bad kind')", 'bad kind', true],
    ["assert_true(s <> 'null', 'bad kind')", 'the value null has no place in this array', false],
    ["assert_true(s <> 'null')", 'the value null has no place in this array', false],
    ["raise_error(concat('k is ', k, ', which is odd'))", 'k is 3, which is odd', true],
    ["raise_error(concat('k is ', k, ', which is odd'))", 'k is not there', false],
    ["raise_error(concat(lower(s), ' is odd')), 'three'", 'three rows are too many', false],
    ["raise_error(concat(lower(s), ' is odd')), 'three'", 'abc is odd', true],
  ];
  for (const [text, message, expected] of cases)
    test(`${text}: ${message}: ${expected}`, () => {
      const df = session.sql(`select ${text} from t`, { inputs: { t: input } });
      const eager = eagerIn([df.relation], [input.relation]);
      const isOfData = faultsOf([{ nodeId: '1', keys: [], noTies: new Map(), sorts: new Map(), eager }]);
      assert.equal(isOfData(new SparkError(message), ['1']), expected);
    });
});

describe('texts that Spark refuses to cast', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['5\u0001', 'Int32', false], ['\u007f5', 'Int64', false], ['\u00005', 'Float64', false], ['abc', 'Int32', true], ['99999999999', 'Int32', true], ['99999999999', 'Int64', false], [' 12 ', 'Int32', false], ['1.5', 'Int64', true], ['-7', 'Int8', false],
    ['1d', 'Float64', false], ['1e3', 'Float64', false], ['inf', 'Float32', false], ['x1', 'Float64', true], ['', 'Float64', true],
    ['1e3', 'Decimal128', false], ['1,5', 'Decimal128', true], ['yes', 'Boolean', false], ['ja', 'Boolean', true],
    ['2024-2-9', 'Date32', false], ['09.02.2024', 'Date32', true], ['2024-02-09 x', 'Date32', false],
    ['12:30', 'Timestamp', false], ['noon', 'Timestamp', true], ['x', 'Utf8', false],
  ]; // prettier-ignore
  for (const [text, type, refused] of cases)
    test(`"${text}" as ${type}: ${refused}`, () => assert.equal(isRefusedBySpark(text, type), refused));
});
