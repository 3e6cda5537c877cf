import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow } from './graphs.ts';
import { passwordOf, TestService, type Client } from './support.ts';

type Json = Record<string, unknown>;

describe('calls that clients make beside the interface', () => {
  let clock = Date.UTC(2026, 4, 5, 12);
  let service: TestService;
  let admin: Client;
  let project: number;
  let workflow: number;
  before(async () => {
    service = await TestService.start({}, () => (clock += 1));
    admin = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'Ada\nBo\n');
    project = (
      (await admin.post('/api/v1/projects', { name: 'Sales 100%', description: 'Of the North' })).json as Json
    )['id'] as number;
    const graph = inARow('Monthly sales', [csv('people.csv', ['name'], ['STRING'])]);
    workflow = Number((await admin.post('/api/v1/workflows', { projectId: project, workflow: graph })).json);
  });
  after(() => service[Symbol.asyncDispose]());

  test('a search finds what a name or a description holds, in any case, of kinds that one may see', async () => {
    const names = async (client: Client, path: string): Promise<unknown[]> => {
      const answer = await client.get(`/api/v1/search/${path}`);
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as Json[]).map(({ type, name }) => `${String(type)} ${String(name)}`);
    };
    assert.deepEqual(await names(admin, 'all/SALES'), ['project Sales 100%', 'workflow Monthly sales']);
    assert.deepEqual(await names(admin, 'workflow/sales'), ['workflow Monthly sales']);
    assert.deepEqual(await names(admin, 'projects/north'), ['project Sales 100%']);
    assert.deepEqual(await names(admin, 'all/100%25'), ['project Sales 100%']);
    assert.deepEqual(await names(admin, 'all/_'), [], 'letters of patterns mean themselves');
    assert.equal((await admin.get('/api/v1/search/things/x')).status, 400);
    await service.makeUser('none');
    const none = await service.signedIn('none', passwordOf('none'));
    assert.deepEqual(await names(none, 'all/sales'), []);
    assert.equal((await none.get('/api/v1/search/workflows/sales')).status, 403);
  });

  test('settings are shown to who manages them, without secrets', async () => {
    const all = (await admin.get('/api/v1/configurations')).json as Json[];
    const password = all.find(({ name }) => name === 'MILLRACE_ADMIN_PASSWORD');
    assert.deepEqual([password?.['value'], password?.['isSecret']], ['', true]);
    assert.equal(all.find(({ name }) => name === 'MILLRACE_LOG_LEVEL')?.['value'], 'silent');
  });

  test('a list of projects names the groups that share each, and a project lists its groups', async () => {
    const made = await admin.post('/api/v1/groups', { name: 'north', users: [] });
    const groupId = Number(/ id (\d+)$/.exec(made.text)?.[1]);
    await admin.put(`/api/v1/projects/${project}/members`, [{ groupId, rights: ['VIEW', 'EXECUTE'] }]);
    for (const url of ['/api/v1/projects/users/logged-in', '/api/v1/project/info?sortBy=name']) {
      const projects = (await admin.get(url)).json as Json[];
      assert.deepEqual(
        projects.map(({ name, sharedGroups }) => [name, sharedGroups]),
        [
          ['Default', null],
          ['Sales 100%', [groupId]],
        ],
      );
    }
    assert.deepEqual((await admin.get(`/api/v1/groups/projects/${project}`)).json, [
      { id: groupId, name: 'north', rights: ['VIEW', 'EXECUTE'] },
    ]);
  });

  test('runs are counted by day, measured by node, and removed by project', async () => {
    const run = async (): Promise<number> => {
      const id = Number((await admin.post('/api/v1/workflow/execute', { workflowId: workflow })).json);
      assert.equal(await admin.ended(id), 'COMPLETED');
      return id;
    };
    const first = await run();
    clock += 86_400_000;
    admin = await service.signedIn();
    const second = await run();
    const days = async (query = '') => (await admin.get(`/api/v1/workflow-executions/summary/date${query}`)).json;
    const day = (date: string) => ({ date, total: 1, statuses: { COMPLETED: 1 } });
    assert.deepEqual(await days(), [day('2026-05-05'), day('2026-05-06')]);
    assert.deepEqual(await days('?fromDate=2026-05-06'), [day('2026-05-06')]);
    assert.deepEqual(await days('?toDate=2026-05-05'), [day('2026-05-05')]);
    assert.deepEqual(await days(`?projectId=${project + 1}`), []);
    assert.equal((await admin.get('/api/v1/workflow-executions/summary/date?fromDate=May')).status, 400);
    const all = (await admin.get('/api/v1/workflow-executions/summary/all')).json as Json;
    assert.deepEqual([all['COMPLETED'], all['FAILED']], [2, 0]);
    const metrics = (await admin.get(`/api/v1/workflow/metrics/${second}`)).json as Json;
    assert.equal(metrics['status'], 'COMPLETED');
    assert.ok(Number(metrics['ms']) > 0);
    assert.deepEqual(
      (metrics['nodes'] as Json[]).map((node) => [node['nodeId'], node['status']]),
      [['1', 'COMPLETED']],
    );
    const { id: other } = (await admin.post('/api/v1/projects', { name: 'Other' })).json as { id: number };
    const remove = (of: number, age: number) =>
      admin.delete(`/api/v1/workflow-executions/application/${of}/days/${age}`);
    const statusOf = async (id: number) => (await admin.get(`/api/v1/workflow-executions/${id}`)).status;
    assert.match((await remove(other, 0)).text, /^Workflow executions of application \d+ older than 0 days deleted/);
    assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200]);
    await remove(project, 1);
    assert.deepEqual([await statusOf(first), await statusOf(second)], [404, 200]);
    assert.equal((await remove(999_999, 0)).status, 404);
  });

  test('workflows are copied, named, and listed without their graphs', async () => {
    assert.equal((await admin.get(`/api/v1/workflows/wfName/${workflow}`)).text, 'Monthly sales');
    const copy = (await admin.post(`/api/v1/workflows/${workflow}/copy`)).json;
    assert.equal((await admin.get(`/api/v1/workflows/wfName/${String(copy)}`)).text, 'Monthly sales (copy)');
    for (const url of ['/api/v1/workflows/dashboard', '/api/v1/workflows/users/logged-in']) {
      const list = (await admin.get(`${url}?projectId=${project}`)).json as Json[];
      assert.deepEqual(
        list.map(({ id, content, workflow: graph }) => [id, content, graph]),
        [
          [copy, undefined, undefined],
          [workflow, undefined, undefined],
        ],
      );
    }
    await service.makeUser('ann', ['ANALYST']);
    const ann = await service.signedIn('ann', passwordOf('ann'));
    assert.deepEqual((await ann.get('/api/v1/workflows/users/logged-in')).json, []);
    assert.equal((await ann.get(`/api/v1/workflows/wfName/${workflow}`)).status, 404);
  });

  test('the second version of the list of processors is the first', async () => {
    assert.equal((await admin.get('/api/v2/nodes')).text, (await admin.get('/api/v1/nodes')).text);
  });
});
