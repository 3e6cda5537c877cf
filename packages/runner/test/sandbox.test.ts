import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@millrace/testkit/shared';
import { SparkSession } from '@millrace/spark-connect';
import { loadCatalogue } from '@millrace/processors';
import {
  findSandbox,
  startSail,
  startSpark,
  type SandboxConfig,
  type Engine,
  type EngineKind,
} from '@millrace/engines';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { prepareRun, runWorkflow } from '../src/index.ts';
import { servePages } from '../src/examples/serve-pages.ts';
import { inARow, print } from './drafts.ts';
import { newScratch, untilRemoved } from '../../engines/test/support/folders.ts';
import { processesIn, statusIn } from '../../engines/test/support/processes.ts';
import { until } from '@millrace/testkit/until';

const sandbox = await findSandbox();
const missing = 'missing' in sandbox ? sandbox.missing : false;

test('this system has a sandbox', { skip: process.env['CI'] === 'true' ? false : missing }, () =>
  assert.equal(missing, false),
);

const start: Readonly<Record<EngineKind, (box?: SandboxConfig) => Promise<Engine>>> = {
  sail: (box) => startSail({ scratch: newScratch(), ...(box && { box }) }),
  spark: (box) => startSpark({ scratch: newScratch(), memory: '512m', quick: true, ...(box && { box }) }),
};

/** A file space with a link that leads out of it and with the state of a service in it, and what lies beside it. */
function newFolders() {
  const folder = testFolder();
  const [files, outside] = [join(folder, 'files'), join(folder, 'outside')];
  const state = join(files, 'state');
  for (const one of [files, outside, state]) mkdirSync(one);
  writeFileSync(join(files, 'a.csv'), 'x\n1\n');
  writeFileSync(join(outside, 'secret.csv'), 'x\n2\n');
  writeFileSync(join(state, 'key.csv'), 'x\n3\n');
  symlinkSync(join(outside, 'secret.csv'), join(files, 'link.csv'));
  symlinkSync(join(files, 'a.csv'), join(files, 'inside.csv'));
  return { folder, files, outside, state };
}

const configOf = ({ files, state }: ReturnType<typeof newFolders>, readable: readonly string[] = []): SandboxConfig => {
  if ('missing' in sandbox) throw new Error(sandbox.missing);
  return { sandbox, files: [{ how: 'writable', folder: files }], readable, hidden: [state] };
};

/** File spaces over the network that the engines know without settings. */
const remote = { sail: 'hdfs', spark: 'ftp' } as const;

/** The lines of a file as a session reads them, or nothing where it fails or finds nothing. */
const linesOf = (session: SparkSession, path: string): Promise<readonly string[]> =>
  session.read
    .format('text')
    .load(path)
    .collect()
    .then(
      (rows) => rows.flatMap((row) => Object.values(row).map(String)),
      () => [],
    );

for (const kind of ['sail', 'spark'] as const)
  describe(`an engine in a sandbox, by a session that nobody guards (${kind})`, { skip: missing }, () => {
    const folders = newFolders();
    let [boxed, plain]: (Engine | undefined)[] = [];
    let [inside, outside]: (SparkSession | undefined)[] = [];
    before(async () => {
      [boxed, plain] = [await start[kind](configOf(folders)), await start[kind]()];
      [inside, outside] = [await SparkSession.connect(boxed.url), await SparkSession.connect(plain.url)];
    });
    after(async () => {
      for (const session of [inside, outside]) session?.client.close();
      for (const engine of [boxed, plain]) engine?.kill();
      await Promise.all([boxed?.exited, plain?.exited]);
    });
    const both = (): readonly [SparkSession, SparkSession] => {
      assert.ok(inside !== undefined && outside !== undefined);
      return [inside, outside];
    };

    test('reads and writes the file space', async () => {
      const [session] = both();
      for (const name of ['a.csv', 'inside.csv'])
        assert.deepEqual(await linesOf(session, join(folders.files, name)), ['x', '1']);
      const target = join(folders.files, 'out');
      await session.range(3).write.parquet(target);
      assert.equal(await session.read.parquet(target).count(), 3);
      assert.ok(readdirSync(target).some((name) => name.endsWith('.parquet')));
    });

    test('reads no file beside it, none behind a link, and no state of the service in it', async () => {
      const [session, free] = both();
      const paths = [
        join(folders.outside, 'secret.csv'),
        join(folders.files, 'link.csv'),
        join(folders.state, 'key.csv'),
        fileURLToPath(import.meta.url),
        '/etc/hostname',
      ];
      for (const path of paths) {
        assert.deepEqual(await linesOf(session, path), [], path);
        if (existsSync(path)) assert.notDeepEqual(await linesOf(free, path), [], `${path} without a sandbox`);
      }
      const users = await linesOf(session, '/etc/passwd');
      assert.doesNotMatch(users.join('\n'), /root/);
      assert.match((await linesOf(free, '/etc/passwd')).join('\n'), /root/);
    });

    test('sees the scratch folder of no other engine', async () => {
      const [session] = both();
      const file = join(plain?.scratch ?? '', 'kept.csv');
      writeFileSync(file, 'x\n4\n');
      assert.deepEqual(await linesOf(session, file), []);
    });

    test('writes nowhere else', async () => {
      const [session] = both();
      const targets = [folders.outside, '/usr', '/', fileURLToPath(new URL('../src', import.meta.url))];
      for (const folder of targets) {
        const target = join(folder, 'millrace-written');
        await session
          .range(3)
          .write.parquet(target)
          .catch(() => undefined);
        assert.equal(existsSync(target), false, target);
      }
    });

    test('filters the system calls of all that it is made of', () => {
      const inside = processesIn(boxed?.scratch ?? '')
        .map(statusIn)
        .filter(({ isInside }) => isInside);
      assert.ok(inside.length >= 2, JSON.stringify(inside));
      assert.deepEqual(
        inside.filter(({ isFiltered }) => !isFiltered),
        [],
      );
    });

    test('reaches no port of this machine', async (t) => {
      const [session, free] = both();
      let connections = 0;
      const server = createServer((socket) => {
        connections++;
        socket.destroy();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      t.after(() => server.close());
      const { port } = server.address() as AddressInfo;
      const url = `${remote[kind]}://127.0.0.1:${port}/a.txt`;
      assert.deepEqual(await linesOf(session, url), []);
      assert.equal(connections, 0);
      const asking = once(server, 'connection');
      await Promise.race([asking, linesOf(free, url)]);
      assert.ok(connections > 0, 'without a sandbox it does');
    });
  });

test('a run reads a URL in a sandbox, and no engine can list what others have fetched', { skip: missing }, async () => {
  const folders = newFolders();
  const fetched = join(folders.folder, 'fetched');
  mkdirSync(fetched);
  chmodSync(fetched, 0o311);
  await using host = new EngineHost({ box: configOf(folders, [fetched]) });
  await using server = await servePages({ '/a': 'one\ntwo\n' });
  const reader = { nodeClass: 'dataset.NodeDatasetUrlTextFileReader', fields: { url: `${server.origin}a` } };
  const workflow = inARow([reader, print]);
  await using files = new LocalFiles(folders.files, server.policy, undefined, fetched);
  const catalogue = await loadCatalogue();
  const prepared = prepareRun({ workflow, catalogue, datasets: new Map() });
  assert.ok(prepared.ok);
  const services = { catalogue, datasets: new Map(), files, host, emit: () => undefined };
  const { status, outputs } = await runWorkflow(prepared.run, { engine: 'sail' }, services);
  assert.equal(status, 'COMPLETED');
  assert.deepEqual(
    outputs.flatMap((output) => (output.type === 'table' ? output.rows : [])),
    [['one'], ['two']],
  );
  const { paths } = await files.url(`${server.origin}a`, 'url').then((text) => text.location);
  const engine = await startSail({ scratch: newScratch(), box: configOf(folders, [fetched]) });
  await using session = await SparkSession.connect(engine.url);
  assert.deepEqual(await linesOf(session, paths[0] ?? ''), ['one', 'two']);
  assert.deepEqual(await linesOf(session, `${fetched}/*/*.txt`), []);
  session.client.close();
  engine.kill();
  await engine.exited;
  chmodSync(fetched, 0o700);
});

test('an engine in a sandbox whose scratch folder has a long path is reached', { skip: missing }, async () => {
  const scratch = join(newScratch(), 'long'.repeat(30));
  mkdirSync(join(scratch, '..'), { recursive: true });
  await using engine = await startSail({ scratch, box: configOf(newFolders()) });
  await using session = await SparkSession.connect(engine.url);
  assert.deepEqual(await session.sql('select 1 as one').collect(), [{ one: 1 }]);
});

test('kill -9 of the process that started an engine in a sandbox ends all of it', { skip: missing }, async () => {
  const scratch = newScratch();
  const script = fileURLToPath(new URL('../../engines/test/support/owner.ts', import.meta.url));
  const owner = spawn(process.execPath, [script, scratch, newFolders().files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  assert.ok(processesIn(scratch).length > 1);
  owner.kill('SIGKILL');
  await untilRemoved(scratch);
  await until(() => processesIn(scratch).length === 0);
});

test('an engine in a sandbox that is killed leaves nothing', { skip: missing }, async () => {
  const scratch = newScratch();
  const engine = await startSail({ scratch, box: configOf(newFolders()) });
  engine.kill();
  assert.equal((await engine.exited).signal, 'SIGKILL');
  assert.deepEqual(processesIn(scratch), []);
  assert.equal(existsSync(scratch), false);
});
