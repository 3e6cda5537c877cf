import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EngineHost } from '@millrace/engines/host';
import { sharing } from '@millrace/testkit/engines';
import { testFolder } from '@millrace/testkit/shared';
import type { Workflow } from '@millrace/workflow';
import type { Manifest } from '../src/results/events.ts';
import { csv, inARow, print, sql, workflowOfDrafts, type Draft } from './drafts.ts';
import { ready, runOn } from './support.ts';

const people = csv('people.csv', 'name age', 'STRING INTEGER');
const udf = (code: string): Draft => ({ nodeClass: 'etl.NodeUDFScala', type: 'scala', fields: { code } });
const twice = udf('spark.udf.register("twice", (n: Int) => 2 * n)');
const shout = udf('val end = "!"\nsqlContext.udf.register("shout", (text: String) => text.toUpperCase + end)');

describe('functions in Scala for queries of later nodes', () => {
  const folder = testFolder();
  let host: EngineHost;
  before(() => {
    writeFileSync(join(folder, 'people.csv'), 'name,age\nAda,36\nBob,12\n');
    host = new EngineHost(sharing());
  });
  after(() => host.close());

  const run = async (workflow: Workflow): Promise<Manifest> =>
    runOn(host, 'auto', await ready(workflow, new Map(), folder));
  const rowsOf = ({ outputs, nodes }: Manifest): unknown => {
    const failed = nodes.flatMap(({ error }) => error?.message ?? []);
    const table = outputs.find((output) => output.type === 'table');
    return failed.length > 0 ? failed : table?.type === 'table' && table.rows;
  };

  test('a query calls them, also behind another node, and several of them', async () => {
    const query = sql('select shout(name) as name, twice(age) as age from t where twice(age) > 24');
    const manifest = await run(inARow([people, twice, sql('select * from t'), shout, query, print]));
    assert.deepEqual(rowsOf(manifest), [['ADA!', 72]]);
    assert.equal(manifest.engine, 'spark');
  });

  test('a query that calls none of them stays on Sail', async () => {
    const { engine, status } = await run(inARow([people, twice, sql('select name from t'), print]));
    assert.deepEqual([engine, status], ['sail', 'COMPLETED']);
  });

  test('nodes that are not behind do not see them', async () => {
    const manifest = await run(
      workflowOfDrafts(
        [people, twice, sql('select twice(age) as age from t')],
        [
          [1, 2],
          [1, 3],
        ],
      ),
    );
    assert.match(String(rowsOf(manifest)), /twice/);
  });

  test('an error names the node of the code and its line', async () => {
    const wrong = udf('val n = 1\nspark.udf.register("twice", (n: Int) => n * )');
    const manifest = await run(inARow([people, shout, wrong, sql('select shout(name), twice(age) from t'), print]));
    assert.match(String(rowsOf(manifest)), /^line 2 of the functions of node 3 "NodeUDFScala": /);
  });

  test('a value that a function cannot take fails the query', async () => {
    const fails = udf('spark.udf.register("part", (text: String) => text.substring(5))');
    const manifest = await run(inARow([people, fails, sql('select part(name) from t'), print]));
    assert.match(String(rowsOf(manifest)), /StringIndexOutOfBounds|FAILED_EXECUTE_UDF/);
  });
});
