import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findSandbox } from '@millrace/engines';
import { wheelOf } from '@millrace/testkit/wheels';
import { pinsKey, toolchain } from '@millrace/toolchain';
import { events, manifestOf, TestFolder, workflow } from './support.ts';

const sandbox = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in sandbox ? sandbox.missing : false;

describe('libraries of a call', { skip: missing }, () => {
  /** A cache of our own, with the toolchain of all. */
  let cache: string;

  before(async () => {
    cache = await mkdtemp(join(tmpdir(), 'millrace-cli-cache-'));
    await symlink(toolchain().root, join(cache, pinsKey()));
  });
  after(() => rm(cache, { recursive: true, force: true }));

  const code = 'import greet\nresult = spark.createDataFrame([(greet.text,)], "text string")\n';
  const graph = workflow([
    { id: '1', nodeClass: 'fire.nodes.etl.NodeRunPythonCode', type: 'dataset', fields: { code } },
    { id: '2', nodeClass: 'fire.nodes.util.NodePrintFirstNRows', fields: { n: '5', title: 'Text' } },
  ]);
  const greet = wheelOf({ name: 'greet', files: { 'greet.py': 'text = "hello"\n' } });

  test('are imported by its code alone, and named in its log', async () => {
    await using folder = await TestFolder.make({});
    await mkdir(join(folder.files, 'libs'));
    await writeFile(join(folder.files, 'libs', greet.file), greet.bytes);
    const file = await folder.workflow(graph);
    const env = { MILLRACE_CACHE: cache };
    const path = `/libs/${greet.file}`;
    const done = await folder.runUnder({ env }, 'run', file, '--json', '--library', path);
    assert.equal(done.code, 0, done.stderr);
    const shown = manifestOf(done).outputs.find((one) => one.title === 'Text');
    assert.ok(shown?.type === 'table');
    assert.deepEqual(shown.rows, [['hello']]);
    const log = events(done).flatMap((one) => (one.event === 'log' ? [one.message] : []));
    assert.ok(log.includes(`libraries: greet 1.0 from ${path}`), log.join());
    const without = await folder.runUnder({ env }, 'run', file, '--json');
    assert.equal(without.code, 1);
    assert.match(String(manifestOf(without).nodes[0]?.error?.message), /No module named 'greet'/);
    const absent = await folder.runUnder({ env }, 'run', file, '--library', 'absent.whl');
    assert.equal(absent.code, 2);
    assert.match(absent.stderr, /--library: libraries: file not found: "absent\.whl": /);
  });
});
