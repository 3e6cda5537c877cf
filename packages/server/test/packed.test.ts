import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServiceProcess } from './crash/process.ts';
import { csv, inARow, sql } from './graphs.ts';
import { adminPassword, Client } from './support.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = promisify(execFile);
const npm = (cwd: string, ...args: string[]): Promise<unknown> =>
  command('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline'], { cwd, maxBuffer: 1 << 26 });

describe('Millrace as one npm package, in an empty folder', { timeout: 540_000 }, () => {
  let folder: string;
  let project: string;
  let installed: string;
  let millrace: string;
  let node20: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-packed-'));
    project = join(folder, 'project');
    await mkdir(project);
    const { stdout } = await command(process.execPath, [join(root, 'packages/toolchain/pack/millrace.mjs'), folder]);
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true }));
    const older = `node20@npm:node-${process.platform}-${process.arch}@20.18.1`;
    await npm(project, 'install', stdout.trim(), older);
    installed = join(project, 'node_modules', 'millrace');
    millrace = join(installed, 'bin', 'millrace.mjs');
    node20 = join(project, 'node_modules', 'node20', 'bin', 'node');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const call = (node: string, ...args: string[]): Promise<{ readonly stdout: string; readonly stderr: string }> =>
    command(node, [millrace, ...args], { cwd: project, maxBuffer: 1 << 26 });

  test('names nothing of the repository that it was made in, and holds JavaScript alone', async () => {
    const files = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    assert.ok(files.length > 800, `${files.length} files`);
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name);
      assert.ok(!name.endsWith('.ts') && !name.endsWith('.pyc'), path);
      if (!/\.(m?js|json|py|sh)$/.test(name)) continue;
      const text = await readFile(path, 'utf8');
      assert.ok(!text.includes(root), path);
      if (!path.includes('/web/dist/')) assert.doesNotMatch(text, /(from|import\(|import) ?['"]@millrace\//, path);
    }
  });

  test('goes on under Node 24 where an older one starts it', async () => {
    const { stdout } = await call(node20, 'sample');
    assert.match(stdout, /completed: 14 of 14 nodes on sail/);
    const [, next = ''] = /npx millrace (run .*) --engine spark$/m.exec(stdout) ?? [];
    assert.match((await call(node20, ...next.split(' '))).stdout, /completed: 14 of 14/);
    const wrong = call(node20, 'run', 'none.json');
    await assert.rejects(wrong, ({ code, stderr }: { code: number; stderr: string }) => {
      assert.match(stderr, /none\.json/);
      return code === 2;
    });
  });

  test('ends the service once where an older Node has started it, whoever is told to end', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const environment = { MILLRACE_HOME: join(folder, signal), MILLRACE_PORT: '0', MILLRACE_LOG_LEVEL: 'silent' };
      const env = { ...process.env, ...environment, MILLRACE_FILES: folder };
      const launcher = spawn(node20, [millrace, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const exit = once(launcher, 'exit');
      for await (const line of createInterface({ input: launcher.stdout })) if (line.includes('serves')) break;
      launcher.stdout.resume();
      launcher.kill(signal);
      assert.deepEqual(await exit, [0, null], signal);
    }
  });

  test('runs all samples', async () => {
    const samples = join(installed, 'samples');
    const names = await readdir(join(samples, 'workflows'));
    assert.equal(names.length, 8);
    for (const name of names) {
      const path = join(samples, 'workflows', name);
      const { stdout } = await call(
        process.execPath,
        'run',
        path,
        '--datasets',
        join(samples, 'datasets'),
        '--files',
        samples,
      );
      assert.match(stdout, /completed: (\d+) of \1 nodes/, name);
    }
  });

  test('serves the page, runs, tables and pictures', async () => {
    const files = join(folder, 'files');
    await mkdir(files);
    await writeFile(join(files, 'numbers.csv'), `n\n${Array.from({ length: 2_000 }, (_, i) => `${i}\n`).join('')}`);
    const environment = {
      MILLRACE_HOME: join(folder, 'home'),
      MILLRACE_FILES: files,
      MILLRACE_ADMIN_PASSWORD: adminPassword,
    };
    const service = await ServiceProcess.start(environment, ':', millrace);
    try {
      const client = new Client(service.url);
      assert.equal((await client.signIn('admin', adminPassword)).status, 200);
      const page = await client.get('/', { accept: 'text/html' });
      assert.match(page.text, /<script type="module"[^>]* src="([^"]+)"/);
      const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text) ?? [];
      assert.equal((await client.get(script)).status, 200);
      const shows = { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '2000' } };
      const workflow = inARow('Packed', [
        csv('numbers.csv', ['n'], ['INTEGER']),
        sql('select n, -n as m from t'),
        shows,
      ]);
      const workflowId = Number((await client.post('/api/v1/workflows', { workflow })).text);
      const run = Number((await client.post('/api/v1/workflow/execute', { workflowId })).text);
      assert.equal(await client.waitForEnd(run), 'COMPLETED');
      const results = await client.get(`/api/v1/workflow-executions/${run}/results`);
      const [table] = (results.json as { type: string; outputId: number }[]).filter(({ type }) => type === 'table');
      const sorted = await client.get(
        `/api/v1/workflow-executions/${run}/results/${table?.outputId}/rows?sortBy=m&limit=2`,
      );
      assert.deepEqual((sorted.json as { rows: unknown }).rows, [
        [1999, -1999],
        [1998, -1998],
      ]);
      assert.equal((await client.post('/api/v1/workflows/beautify', workflow)).status, 200);
    } finally {
      assert.equal(await service.stop(), 0);
    }
    const chart = { nodeId: '1', type: 'chart', title: 'n', columns: [{ name: 'x', type: 'int' }, { name: 'y', type: 'int' }], rows: [[1, 2], [2, 3]], truncated: false, chart: { kind: 'bar', encodings: { x: 'x', y: ['y'] } } }; // prettier-ignore
    const code = `
      const { drawCharts } = await import(${JSON.stringify(join(installed, 'packages/server/src/charts/pictures.js'))});
      const [drawn] = await drawCharts([${JSON.stringify(chart)}]);
      console.log(drawn.png?.subarray(1, 4).toString() ?? drawn.error);`;
    const { stdout } = await command(process.execPath, ['--input-type=module', '-e', code], { cwd: project });
    assert.equal(stdout.trim(), 'PNG');
  });
});
