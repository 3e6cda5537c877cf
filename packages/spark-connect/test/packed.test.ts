import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharedEngine } from '@millrace/testkit/engines';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const libraries = ['spark-connect', 'spark-sql'] as const;
const oldest = '20.18.1';
const command = promisify(execFile);
const npm = (cwd: string, ...args: string[]): Promise<unknown> =>
  command('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline'], { cwd });

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

describe('the libraries as npm packs them, in an empty project', () => {
  let folder: string;
  let copy: string;
  let project: string;
  let node20: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-packed-'));
    copy = join(folder, 'copy');
    // packing changes package.json for a moment: of a copy
    for (const name of [
      'LICENSE',
      'tsconfig.json',
      ...[...libraries, 'toolchain/pack'].map((one) => `packages/${one}`),
    ])
      await cp(join(root, name), join(copy, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const name of libraries) await npm(join(copy, 'packages', name), 'pack', '--pack-destination', folder);
    project = join(folder, 'project');
    await mkdir(project);
    const { devDependencies = {} } = await manifestIn(root);
    const node = `node-${process.platform}-${process.arch}`;
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
    await npm(
      project,
      'install',
      ...libraries.map((name) => join(folder, `millrace-${name}-0.1.0.tgz`)),
      ...[`${node}@${oldest}`, `typescript@${devDependencies['typescript']}`, '@types/node@20.19.0'],
    );
    node20 = join(project, 'node_modules', node, 'bin', 'node');
    assert.equal((await command(node20, ['--version'])).stdout.trim(), `v${oldest}`);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const run = async (node: string, file: string): Promise<string> =>
    (await command(node, [join(project, file)], { cwd: project })).stdout.trim();

  test('leave package.json as it was, after a packing that was interrupted too', async () => {
    for (const name of libraries) {
      const [ours, packedFolder] = [root, copy].map((folder) => join(folder, 'packages', name)) as [string, string];
      const manifest = await readFile(join(ours, 'package.json'), 'utf8');
      assert.equal(await readFile(join(packedFolder, 'package.json'), 'utf8'), manifest);
      const script = join(copy, 'packages/toolchain/pack/library.mjs');
      await command(process.execPath, [script], { cwd: packedFolder });
      assert.notEqual(await readFile(join(packedFolder, 'package.json'), 'utf8'), manifest);
      await npm(packedFolder, 'pack', '--pack-destination', folder);
      assert.equal(await readFile(join(packedFolder, 'package.json'), 'utf8'), manifest);
    }
  });

  test('have all their entries, on Node 20 and on this one', async () => {
    const entries = await Promise.all(
      libraries.map(async (name) =>
        Object.keys((await manifestIn(join(root, 'packages', name))).exports).map(
          (entry) => `@millrace/${name}${entry.slice(1)}`,
        ),
      ),
    );
    const code = entries
      .flat()
      .map((entry) => `console.log('${entry}', Object.keys(await import('${entry}')).length);`);
    await writeFile(join(project, 'entries.mjs'), code.join('\n'));
    const [older, newer] = [await run(node20, 'entries.mjs'), await run(process.execPath, 'entries.mjs')];
    assert.equal(older, newer);
    assert.equal(older.split('\n').length, entries.flat().length);
    assert.doesNotMatch(older, / 0$/m);
  });

  test('run what the README of the client shows, with TypeScript and without', async () => {
    const readme = await readFile(join(root, 'packages/spark-connect/README.md'), 'utf8');
    const [, example = ''] = /```ts\n([^`]+)```/.exec(readme) ?? [];
    const [, output] = /prints `([^`]+)`/.exec(readme) ?? [];
    const { url } = await sharedEngine('sail');
    const code = example.replace('sc://localhost:15002', url);
    assert.notEqual(code, example);
    await writeFile(join(project, 'plain.mjs'), code);
    assert.equal(await run(node20, 'plain.mjs'), output);
    assert.equal(await run(process.execPath, 'plain.mjs'), output);
    await writeFile(join(project, 'typed.ts'), code);
    await compile('typed.ts');
    assert.equal(await run(node20, 'typed.js'), output);
  });

  test('know what the README of Spark SQL shows, with its types', async () => {
    const readme = await readFile(join(root, 'packages/spark-sql/README.md'), 'utf8');
    const [, example = ''] = /```ts\n([^`]+)```/.exec(readme) ?? [];
    const printing = example.replace(/^(checkSql|inferQuery|rewriteForSail)(.*);/gm, 'console.log($1$2);');
    await writeFile(join(project, 'sql.ts'), printing);
    await compile('sql.ts');
    const output = await run(node20, 'sql.js');
    assert.match(output, /^\[\]\n\[\n {2}\{ name: 'id', type: \{ kind: 'integer' \} \},\n {2}\{\n? *name: 'twice'/);
    assert.match(output, /select .*avg\(/);
    await writeFile(join(project, 'wrong.ts'), "import { checkSql } from '@millrace/spark-sql';\ncheckSql(1, []);\n");
    await assert.rejects(compile('wrong.ts'), /TS2345/);
  });

  /** What the compiler says of a file that it refuses. */
  const compile = async (file: string): Promise<void> => {
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--skipLibCheck'];
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    await command(process.execPath, [tsc, ...options, file], { cwd: project }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(stdout + stderr),
    );
  };
});
