import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { parseWorkflow } from '@millrace/workflow';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { runWorkflow } from '../src/execute/run.ts';
import { ready } from './support.ts';

const host = new EngineHost({ memory: '512m', sparks: 2 });
after(() => host.close());

/** An archive without entries. */
const jar = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');

const fields = [
  { name: 'outputColNames', value: '["a"]' },
  { name: 'outputColTypes', value: '["STRING"]' },
];
const document = {
  name: 'jars',
  nodes: [
    {
      id: '1',
      name: 'CSV',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [{ name: 'path', value: 'a.csv' }, ...fields],
    },
  ],
  edges: [],
  dataSetDetails: [],
};

/** Names of jars in the folder of a session's engine. */
const jarsOf = ({ scratch = '' }: EngineSession): readonly string[] =>
  readdirSync(dirname(scratch), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jar'));

test('a run has its jars in a Spark of its own, and others of its owner do not', async () => {
  const root = testFolder();
  writeFileSync(join(root, 'a.csv'), 'a\nx\n');
  writeFileSync(join(root, 'some.jar'), jar);
  // of the libraries of a project
  const ownJar = join(testFolder(), 'own.jar');
  writeFileSync(ownJar, jar);
  const parsed = parseWorkflow(JSON.stringify(document));
  if (!parsed.ok) assert.fail(parsed.problems[0]?.message);
  const { prepared, ...rest } = await ready(parsed.workflow, new Map(), root);
  let own: EngineSession | undefined;
  let listed: readonly string[] = [];
  const services = {
    ...rest,
    host,
    emit: () => undefined,
    onOpen: (session: EngineSession) => void (own = session),
    inspect: async () => {
      listed = jarsOf(own ?? assert.fail('no session'));
    },
  };
  const run = (jars: readonly string[], localJars: readonly string[] = []) => {
    const spark = { config: new Map(), jars, localJars };
    return runWorkflow(prepared, { engine: 'spark', owner: 'project 1', spark }, services);
  };
  assert.equal((await run(['*.jar'], [ownJar])).status, 'COMPLETED');
  assert.match(listed.join(), /some\.jar/);
  assert.match(listed.join(), /own\.jar/);
  const { pid } = own ?? assert.fail();
  assert.equal((await run([])).status, 'COMPLETED');
  assert.doesNotMatch(listed.join(), /some\.jar/);
  assert.notEqual(own?.pid, pid);
  await assert.rejects(run(['absent.jar']), /^RunError: libJars: file not found: "absent\.jar"$/);
});
