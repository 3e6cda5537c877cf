import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EngineHost } from '@millrace/engines/host';
import { loadCatalogue, type ProcessorCatalogue } from '@millrace/processors';
import { sharing } from '@millrace/testkit/engines';
import { testFolder } from '@millrace/testkit/shared';
import type { Workflow } from '@millrace/workflow';
import { LocalFiles } from '@millrace/file-space';
import {
  NodeStore,
  prepareRun,
  runWorkflow,
  type Manifest,
  type RequestedEngine,
  type RunEvent,
} from '../src/index.ts';
import { explainWorkflow } from '../src/explain/explain.ts';
import { EditingSession } from '../src/preview/editing-session.ts';
import { graphColumns, previewNode } from '../src/preview/index.ts';
import { csv, inARow, sql, workflowOfDrafts, type Draft } from './drafts.ts';

const people = csv('people.csv', 'name age', 'STRING INTEGER');
const count = (variable: string): Draft => ({
  nodeClass: 'etl.NodeCount',
  type: 'shellcommand',
  fields: { variable, printCount: 'false' },
});
const pyspark = (body: string): Draft => ({
  nodeClass: 'etl.NodePySpark',
  type: 'pyspark',
  fields: {
    code: `def myfn(spark, workflowContext, id, inDF, cust_dict):\n${body.replaceAll(/^/gm, '    ')}\n    return inDF\n`,
  },
});
const scala = (code: string): Draft => ({ nodeClass: 'etl.NodeScala', type: 'scala', fields: { code } });
const shows = (expression: string): Draft => pyspark(`workflowContext.outStr(id, str((${expression})))`);

describe('variables that nodes set for later nodes', () => {
  const folder = testFolder();
  let host: EngineHost;
  let catalogue: ProcessorCatalogue;
  let store: NodeStore;

  before(async () => {
    mkdirSync(join(folder, 'files'), { recursive: true });
    writeFileSync(join(folder, 'files', 'people.csv'), 'name,age\nAda,36\nBob,12\nCy,2\n');
    host = new EngineHost(sharing());
    catalogue = await loadCatalogue();
    store = new NodeStore(join(folder, 'store'), 1 << 30);
  });
  after(() => host[Symbol.asyncDispose]());

  async function run(
    workflow: Workflow,
    { engine = 'auto', parameters = {} }: { engine?: RequestedEngine; parameters?: Record<string, string> } = {},
  ): Promise<{ manifest: Manifest; warnings: string[] }> {
    const prepared = prepareRun({
      ...{ workflow, catalogue, datasets: new Map() },
      parameters: new Map(Object.entries(parameters)),
    });
    assert.ok(prepared.ok, JSON.stringify(prepared));
    const events: RunEvent[] = [];
    const manifest = await runWorkflow(
      prepared.run,
      { engine },
      {
        ...{ catalogue, datasets: new Map(), host, files: new LocalFiles(join(folder, 'files')) },
        ...{ reuse: { store, scope: 'test' }, emit: (event) => events.push(event) },
      },
    );
    return { manifest, warnings: prepared.run.warnings.map(({ message }) => message) };
  }

  const texts = ({ outputs }: Manifest): string[] =>
    outputs.flatMap((output) => (output.type === 'text' ? [output.text] : []));
  const rows = ({ nodes }: Manifest): (number | null)[] => nodes.map((node) => node.rows);

  for (const engine of ['auto', 'spark'] as const)
    test(`the number of rows stands in the field of a later node (${engine})`, async () => {
      const workflow = inARow([people, count('n'), sql('select * from t where age > $n')]);
      const { manifest, warnings } = await run(workflow, { engine });
      assert.deepEqual([manifest.status, rows(manifest), warnings], ['COMPLETED', [3, 3, 2], []]);
      assert.equal(manifest.engine, 'spark');
      if (engine === 'auto') assert.match(manifest.why, /the run computes the variable "n"/);
    });

  test('what code sets is a parameter of later code, and stands in later fields', async () => {
    const set = `workflowContext.setParameters("limit", 10)
cust_dict["who"] = "Ada"
workflowContext.setParameters({"several": ["a", "b"], "yes": True, "none": None})`;
    const { manifest, warnings } = await run(
      inARow([
        people,
        pyspark(set),
        shows(`[workflowContext.getParameters(n) for n in ("limit", "several", "yes", "none")]`),
        sql(`select *, '\${who}' as who from t where age > $limit`),
        shows(`inDF.filter("who = 'Ada'").count(), cust_dict["limit"]`),
      ]),
    );
    assert.equal(manifest.status, 'COMPLETED', JSON.stringify(manifest.nodes.map(({ error }) => error)));
    assert.deepEqual(texts(manifest), [`['10', 'a,b', 'true', '']`, `(2, '10')`]);
    assert.doesNotMatch(warnings.join(), /limit|who/);
  });

  test('a plan with values that code sets runs on Sail where it is verified', async () => {
    const workflow = inARow([
      people,
      pyspark('workflowContext.setParameter("limit", 10)'),
      sql('select * from t where age > $limit'),
    ]);
    const { manifest } = await run(workflow);
    assert.deepEqual([manifest.engine, rows(manifest)], ['sail', [3, 3, 2]]);
  });

  test('code in Scala sets and reads them', async () => {
    const set = `workflowContext.setParameters("limit", inDF.count() * 4)
inDF.createOrReplaceTempView("outDF")`;
    const filter = `inDF.filter(s"age > \${workflowContext.getParameters("limit")}").createOrReplaceTempView("outDF")`;
    const { manifest } = await run(
      inARow([people, scala(set), scala(filter), sql('select * from t where age < 3 * $limit')]),
    );
    assert.equal(manifest.status, 'COMPLETED', JSON.stringify(manifest.nodes.map(({ error }) => error)));
    assert.deepEqual(rows(manifest), [3, 3, 1, 0]);
  });

  test('of several values for a name, that of the later node counts; parameters of the run come first', async () => {
    const workflow = inARow([
      people,
      pyspark('workflowContext.setParameters({"a": 1, "b": 1})'),
      pyspark('workflowContext.setParameters("a", 2)'),
      shows('cust_dict["a"], cust_dict["b"]'),
    ]);
    assert.deepEqual(texts((await run(workflow)).manifest), ["('2', '1')"]);
    assert.deepEqual(texts((await run(workflow, { parameters: { b: 'given' } })).manifest), ["('2', 'given')"]);
  });

  test('only nodes behind see it: others have the name, and a warning', async () => {
    const workflow = workflowOfDrafts(
      [
        people,
        pyspark('workflowContext.setParameters("x", 1)'),
        shows('cust_dict.get("x")'),
        sql(`select '$x' as x from t`),
      ],
      [
        [1, 2],
        [1, 3],
        [1, 4],
      ],
    );
    const { manifest, warnings } = await run(workflow);
    assert.deepEqual(texts(manifest), ['None']);
    assert.match(warnings.join(), /x/);
  });

  test('work of an earlier run is not taken for other values', async () => {
    const workflow = inARow([people, shows('cust_dict["city"]')]);
    assert.deepEqual(texts((await run(workflow, { parameters: { city: 'Rome' } })).manifest), ['Rome']);
    assert.deepEqual(texts((await run(workflow, { parameters: { city: 'Bonn' } })).manifest), ['Bonn']);
    const set = (value: string) => inARow([people, pyspark(`cust_dict["x"] = "${value}"`), shows('cust_dict["x"]')]);
    assert.deepEqual(texts((await run(set('1'))).manifest), ['1']);
    assert.deepEqual(texts((await run(set('2'))).manifest), ['2']);
  });

  describe('in previews', () => {
    const edited = (workflow: Workflow) => ({
      ...{ workflow, catalogue, datasets: new Map(), sampleRows: 2, signal: new AbortController().signal },
      files: new LocalFiles(join(folder, 'files')),
      variables: { project: new Map([['city', 'Rome']]) },
    });

    test('they are computed on the sample, and columns are known', async () => {
      await using session = new EditingSession(host, { owner: 'test' });
      const options = edited(
        inARow([people, count('n'), sql('select *, $n as n from t'), shows('inDF.first().n, cust_dict["city"]')]),
      );
      const { outputs } = await previewNode(session, options, '3', { rows: 5 });
      assert.deepEqual(outputs[0]?.rows, [
        ['Ada', 36, 2],
        ['Bob', 12, 2],
      ]);
      const { results } = await previewNode(session, options, '4', { rows: 5 });
      assert.match(JSON.stringify(results), /\(2, 'Rome'\)/);
      const { nodes } = await graphColumns(session, options);
      const columns = nodes.map((node) => node.outputs?.[0]?.columns.map(({ name }) => name).join());
      assert.deepEqual(columns, ['name,age', 'name,age', 'name,age,n', 'name,age,n']);
    });

    test('another value shows other rows', async () => {
      await using session = new EditingSession(host, { owner: 'test' });
      for (const value of [1, 2]) {
        const workflow = inARow([people, pyspark(`cust_dict["x"] = ${value}`), sql('select $x as x from t')]);
        const { outputs } = await previewNode(session, edited(workflow), '3', { rows: 1 });
        assert.deepEqual(outputs[0]?.rows, [[value]]);
      }
    });
  });

  test('an explanation names a value that only the run computes', async () => {
    const workflow = inARow([people, count('n'), sql('select * from t where age > $n')]);
    const prepared = prepareRun({ workflow, catalogue, datasets: new Map() });
    assert.ok(prepared.ok);
    const services = { catalogue, datasets: new Map(), files: new LocalFiles(join(folder, 'files')) };
    const { nodes } = await explainWorkflow({ host, engine: 'auto', ...services }, prepared.run);
    assert.match(JSON.stringify(nodes[2]), /VARIABLE_NOT_COMPUTED.*computes the variable \\"n\\" only in a run/);
  });

  for (const [what, body, message] of [
    ['a name with a dash', 'workflowContext.setParameters("a-b", 1)', /sets the variable "a-b"/],
    ['too many', 'workflowContext.setParameters({f"x{i}": i for i in range(201)})', /sets 201 variables/],
    ['too long a value', 'workflowContext.setParameters("x", "y" * 1_000_001)', /have 1000001 characters/],
  ] as const)
    test(`${what} is refused`, async () => {
      const { manifest } = await run(inARow([people, pyspark(body)]));
      assert.match(manifest.nodes[1]?.error?.message ?? '', message);
    });
});
