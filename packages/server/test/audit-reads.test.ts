import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow, print } from './graphs.ts';
import { passwordOf, TestService, type Client } from './support.ts';

interface Entry {
  readonly userName: string;
  readonly action: string;
  readonly target: string;
  readonly status: number;
}

describe('the audit log', () => {
  let service: TestService;
  let admin: Client;
  let vera: number;
  let workflow: number;
  before(async () => {
    service = await TestService.start();
    vera = await service.makeUser('vera', ['VIEWER']);
    admin = await service.signedIn();
    const graph = inARow('Kept', [csv('a.csv', ['a'], ['STRING']), print]);
    workflow = (await admin.post('/api/v1/workflows', { workflow: graph })).json as number;
    await writeFile(join(service.files, 'kept.csv'), 'a\n1\n');
  });
  after(() => service[Symbol.asyncDispose]());

  /** Reads and exports as two users, and returns what of it is in the log with this setting. */
  const entriesUnder = async (MILLRACE_AUDIT: string): Promise<readonly string[]> => {
    await service.restart({ MILLRACE_AUDIT });
    const { db } = service.service.context;
    await db.deleteFrom('audit').execute();
    admin = await service.signedIn();
    const viewer = await service.signedIn('vera', passwordOf('vera'));
    await admin.get(`/api/v1/workflows/${workflow}`);
    await admin.get(`/api/v1/workflows/export/${workflow}`);
    await viewer.get(`/api/v1/workflows/export/${workflow}`);
    await admin.get('/api/v1/hdfs/files/download?path=/kept.csv');
    await viewer.get('/api/v1/users');
    await viewer.get('/health/ready');
    await service.service.context.audit.flush();
    const entries: readonly Entry[] = await db.selectFrom('audit').selectAll().orderBy('id').execute();
    return entries.map(({ userName, action, target, status }) => `${userName} ${action} ${target} ${status}`);
  };
  const signIns = () => ['admin POST /login 1 200', `vera POST /login ${vera} 200`];
  const exportOf = (id: number) => [
    `admin GET /api/v1/workflows/export/:id ${id} 200`,
    `vera GET /api/v1/workflows/export/:id ${id} 404`,
    'admin GET /api/v1/hdfs/files/download /kept.csv 200',
  ];

  test('notes changes and sign-ins alone, when nothing else is set', async () => {
    assert.deepEqual(await entriesUnder(''), signIns());
  });

  test('notes what is taken away, by whom and with which answer, when exports are set', async () => {
    assert.deepEqual(await entriesUnder('exports'), [...signIns(), ...exportOf(workflow)]);
  });

  test('notes all that is read, refused or not, when reads are set', async () => {
    assert.deepEqual(await entriesUnder('reads'), [
      ...signIns(),
      `admin GET /api/v1/workflows/:id ${workflow} 200`,
      ...exportOf(workflow),
      'vera GET /api/v1/users  403',
    ]);
  });

  test('knows every call that takes something away', () => {
    const taking = service.service.app.allRoutes.filter(
      ({ url, method }) => /export|download|files\/open/.test(url) && [method].flat().includes('GET'),
    );
    assert.ok(taking.length >= 7);
    assert.deepEqual(
      taking.filter(({ config }) => config?.exports !== true).map(({ url }) => url),
      [],
    );
  });
});
