import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRequire } from 'node:module';
import { operations } from '../src/http/operations.ts';
import { sharingSpark, TestService, type Client } from './support.ts';
import { pythonEnvironment } from '../../toolchain/checks/python-environment.ts';
import { generator } from './generated-clients/pins.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const clients = fileURLToPath(new URL('./generated-clients/', import.meta.url));
/** Where the page's own generator of types and its client are. */
const ofPage = createRequire(join(root, 'packages/web/package.json'));
const command = promisify(execFile);

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >;
}
type Json = Readonly<Record<string, unknown>>;
interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

describe('the description of the interface', () => {
  let service: TestService;
  let client: Client;
  let folder: string;
  let description: Description;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-description-'));
    service = await TestService.start({ MILLRACE_ENGINE: 'sail' }, Date.now, sharingSpark());
    client = await service.signedIn();
    description = (await client.get('/docs/json')).json as Description;
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const all = (): [call: string, Operation][] =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]): [string, Operation] => [`${method.toUpperCase()} ${path}`, one]),
    );
  const token = async (): Promise<string> => {
    const answer = await client.post('/api/v1/tokens', { expiredDuration: 1 });
    assert.equal(answer.status, 201, answer.text);
    return (answer.json as { accessToken: string }).accessToken;
  };

  test('names every call once, and says what it does', () => {
    const without = all().filter(([, { operationId, summary }]) => operationId === undefined || !summary);
    assert.deepEqual(
      without.map(([call]) => call),
      [],
      'calls without a name in operations.ts',
    );
    const names = all().map(([, { operationId }]) => operationId);
    assert.equal(new Set(names).size, names.length);
    const calls = new Set(all().map(([call]) => call));
    assert.deepEqual(
      Object.keys(operations).filter((call) => !calls.has(call)),
      [],
      'names in operations.ts of calls that are gone',
    );
  });

  test('holds what many calls speak of once, by its name', () => {
    const { schemas } = description.components;
    for (const name of [
      'Problem',
      'Workflow',
      'Graph',
      'Node',
      'Edge',
      'Execution',
      'Output',
      'Dataset',
      'Schedule',
      'Model',
    ])
      assert.equal(schemas[name]?.['type'], 'object', name);
    const text = JSON.stringify(description);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    assert.deepEqual([...used].toSorted(), Object.keys(schemas).toSorted());
    assert.doesNotMatch(text, /"items":false/);
    for (const [call, { requestBody, responses }] of all()) {
      const form = requestBody?.content['multipart/form-data'];
      if (form !== undefined) assert.equal(form.schema['type'], 'object', call);
      const refusal = responses['default']?.content?.['application/problem+json'];
      assert.deepEqual(refusal?.schema, { $ref: '#/components/schemas/Problem' }, call);
    }
  });

  const linesOf = (where: string, name: string): string[] => [
    `/${where}.csv`,
    'People,Show',
    '[["Ada",36],["Bo",7]]',
    name,
  ];

  test('makes a client in TypeScript that uploads, saves, runs and reads results', async () => {
    const path = join(folder, 'typescript');
    await mkdir(path);
    await mkdir(join(path, 'node_modules'));
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
      await symlink(dirname(ofPage.resolve(`${name}/package.json`)), join(path, 'node_modules', name));
    await symlink(join(root, 'node_modules/@types'), join(path, 'node_modules/@types'));
    await copyFile(join(clients, 'first-run.ts'), join(path, 'first-run.ts'));
    await writeFile(join(path, 'openapi.json'), JSON.stringify(description));
    const generate = join(dirname(ofPage.resolve('openapi-typescript/package.json')), 'bin/cli.js');
    const defaults = '--default-non-nullable=false';
    await command(process.execPath, [generate, 'openapi.json', '--output', 'schema.d.ts', defaults], { cwd: path });
    await writeFile(join(path, 'package.json'), '{ "type": "module" }');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const allowed = ['--allowImportingTsExtensions', '--skipLibCheck'];
    await command(join(root, 'node_modules/.bin/tsc'), [...options, ...allowed, 'first-run.ts'], { cwd: path }).catch(
      ({ stdout }: { stdout: string }) => assert.fail(stdout),
    );
    const { stdout } = await command(process.execPath, ['first-run.ts', service.url, await token()], { cwd: path });
    assert.deepEqual(stdout.trim().split('\n'), linesOf('typescript', 'NOT_FOUND'));
  });

  test('makes a client in Python that does the same', async () => {
    const programs = await pythonEnvironment('api-clients', generator, {});
    const python = join(programs, 'python');
    const path = join(folder, 'python');
    await mkdir(path);
    await writeFile(join(path, 'openapi.json'), JSON.stringify(description));
    const options = ['--path', 'openapi.json', '--meta', 'none', '--output-path', 'millrace_client'];
    const generate = ['-m', 'openapi_python_client', 'generate', ...options];
    const { stdout: output } = await command(python, generate, { cwd: path });
    assert.doesNotMatch(output, /Unable to process schema|ERROR/);
    await copyFile(join(clients, 'first_run.py'), join(path, 'first_run.py'));
    const { stdout } = await command(python, ['first_run.py', service.url, await token()], { cwd: path });
    assert.deepEqual(stdout.trim().split('\n'), linesOf('python', 'NOT_FOUND'));
  });
});
