import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { RunEvent } from '@millrace/runner';
import {
  csvNode,
  descendants,
  events,
  waitForExit,
  manifestOf,
  TestFolder,
  workflow,
  type NodeDraft,
} from './support.ts';

const index: NodeDraft = {
  id: '2',
  nodeClass: 'fire.nodes.ml.NodeStringIndexer',
  type: 'ml-transformer',
  fields: { inputCols: ['name'], outputCols: ['place'] },
};
const people = 'name,age\nAda,36\nBob,17\n';

/** Command lines of the engines below a run, once it has chosen one. */
async function enginesOf(child: ChildProcess): Promise<readonly string[]> {
  assert.ok(child.stdout);
  for await (const line of createInterface({ input: child.stdout }))
    if ((JSON.parse(line) as RunEvent).event === 'engine.chosen') break;
  const commands = descendants(child.pid ?? 0).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return commands.filter((command) => /^[^\0]*(java|python[\d.]*)\0/.test(command));
}

const isLight = (command: string): boolean => command.includes('-XX:TieredStopAtLevel=1\0');

/** Engines, and the end, of a run of a graph that trains a model. */
async function startTraining(document: object, files: Readonly<Record<string, string>>, ...args: string[]) {
  await using folder = await TestFolder.make(files);
  const child = folder.start('run', await folder.workflow(document), '--json', ...args);
  const done = waitForExit(child);
  const engines = await enginesOf(child);
  const result = await done;
  assert.deepEqual(await folder.leftovers(), []);
  return { engines, ended: result };
}

/** `MILLRACE_SPARK_QUICK` in the environment of the tests would decide otherwise. */
delete process.env['MILLRACE_SPARK_QUICK'];

test('Spark comes up for a graph that learns, lightly compiled for little data, and no Sail beside it', async () => {
  const { engines, ended: result } = await startTraining(workflow([csvNode('people.csv'), index]), {
    'people.csv': people,
  });
  assert.equal(manifestOf(result).status, 'COMPLETED');
  assert.deepEqual(
    engines.map((command) => [command.includes('SparkServer'), isLight(command)]),
    [[true, true]],
  );
});

test('how it compiles goes by what is read, also where a parameter names it', async () => {
  const large = people + 'Cyd,40\n'.repeat(400_000);
  const { engines, ended: result } = await startTraining(workflow([csvNode('large.csv'), index]), {
    'large.csv': large,
  });
  assert.equal(manifestOf(result).status, 'COMPLETED');
  assert.deepEqual(engines.map(isLight), [false]);
  const byName = workflow([csvNode('$file'), index]);
  const again = await startTraining(byName, { 'people.csv': people }, '--param', 'file=people.csv');
  assert.equal(manifestOf(again.ended).status, 'COMPLETED');
  assert.deepEqual(again.engines.map(isLight), [true]);
});

test('a graph that learns and cannot run is refused, and the Spark that was coming up for it is gone', async () => {
  await using folder = await TestFolder.make({ 'people.csv': people });
  const broken = workflow([csvNode('people.csv'), { ...index, fields: { ...index.fields, handleInvalid: 'maybe' } }]);
  const result = await folder.run('run', await folder.workflow(broken), '--json');
  assert.equal(result.code, 2);
  assert.equal((events(result)[0] as { readonly event: string }).event, 'run.refused');
  assert.deepEqual(await folder.leftovers(), []);
});
