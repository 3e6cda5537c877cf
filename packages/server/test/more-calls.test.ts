import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { csv, inARow } from './graphs.ts';
import { Client, passwordOf, TestService } from './support.ts';

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

  test('a search finds nodes by their names and settings, and says where', async () => {
    const filter = {
      id: '2',
      name: 'Nur Größen',
      type: 'transform',
      nodeClass: 'fire.nodes.etl.NodeRowFilter',
      fields: { conditionExpr: 'ÄRA > 0 and "tide_height"\n  is not null and  fare >= 0.5 and fare < 200' },
    };
    const graph = inARow('Tides', [csv('tides.csv', ['tide_height'], ['DOUBLE']), filter]);
    const id = Number((await admin.post('/api/v1/workflows', { projectId: project, workflow: graph })).json);
    const nodes = async (text: string): Promise<unknown[]> => {
      const { json, status } = await admin.get(`/api/v1/search/nodes/${encodeURIComponent(text)}`);
      assert.equal(status, 200);
      return (json as Json[]).map((hit) => {
        assert.deepEqual([hit['type'], hit['id'], hit['projectId']], ['node', id, project]);
        return [hit['nodeId'], hit['name'], hit['description']];
      });
    };
    const hits = (where: string) => [['2', 'Nur Größen', where]];
    assert.deepEqual(await nodes('GRÖSS'), []);
    assert.deepEqual(await nodes('nur größen'), hits('Tides'));
    assert.deepEqual(await nodes('rowFILTER'), hits('Tides'));
    assert.deepEqual(await nodes('row filter'), hits('Tides'));
    assert.deepEqual(await nodes('ära'), hits('Tides · conditionExpr: ÄRA > 0 and "tide_height" is not null and…'));
    assert.deepEqual(
      await nodes('"Tide_Height"\n'),
      hits('Tides · conditionExpr: ÄRA > 0 and "tide_height" is not null and fare >= 0.5 and fare …'),
    );
    assert.deepEqual(
      await nodes('fare < 2'),
      hits('Tides · conditionExpr: …ght" is not null and fare >= 0.5 and fare < 200'),
    );
    assert.equal((await nodes('tide_height')).length, 2, 'the reader names it, too');
    assert.deepEqual(await nodes('tideXheight'), []);
    await service.makeUser('outsider', ['VIEWER']);
    const outsider = await service.signedIn('outsider', passwordOf('outsider'));
    assert.deepEqual((await outsider.get('/api/v1/search/nodes/tide_height')).json, []);
    await admin.delete(`/api/v1/workflows/${id}`);
  });

  test('settings are shown to who manages them, without secrets', async () => {
    const all = (await admin.get('/api/v1/configurations')).json as Json[];
    const password = all.find(({ name }) => name === 'MILLRACE_ADMIN_PASSWORD');
    assert.deepEqual([password?.['value'], password?.['isSecret']], ['', true]);
    assert.equal(all.find(({ name }) => name === 'MILLRACE_LOG_LEVEL')?.['value'], 'silent');
  });

  test('a list of projects names the groups that share each, and a project lists its groups', async () => {
    const creation = await admin.post('/api/v1/groups', { name: 'north', users: [] });
    const groupId = Number(/ id (\d+)$/.exec(creation.text)?.[1]);
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
      assert.equal(await admin.waitForEnd(id), 'COMPLETED');
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
    const since = async (moment: number): Promise<unknown> => {
      const counts = (await admin.get(`/api/v1/workflow-executions/summary?endedSince=${moment}`)).json as Json;
      return [counts['COMPLETED'], counts['FAILED'], counts['PENDING']];
    };
    assert.deepEqual(await since(clock - 3_600_000), [1, 0, 0]);
    assert.deepEqual(await since(clock - 90_000_000), [2, 0, 0]);
    assert.deepEqual(await since(clock + 3_600_000), [0, 0, 0]);
    assert.equal((await admin.get('/api/v1/workflow-executions/summary?endedSince=May')).status, 400);
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

  test('a workflow goes into the trash and comes back with its versions and its schedules, which stand still', async () => {
    const projectId = ((await admin.post('/api/v1/projects', { name: 'Trash' })).json as Json)['id'] as number;
    const graph = { ...inARow('Kept', [csv('people.csv', ['name'], ['STRING'])]), ownKey: { kept: [1] } };
    const make = async (): Promise<number> =>
      Number((await admin.post('/api/v1/workflows', { projectId, workflow: graph })).json);
    const [id, other] = [await make(), await make()];
    await admin.put('/api/v1/workflows', { analysisflowId: id, comment: 'second', workflow: graph });
    const daily = { analysisFlowId: id, name: 'Daily', fireEvery: 'DAILY', hour: 3 };
    const { id: schedule } = (await admin.post('/api/v1/workflow-schedules', daily)).json as Json;
    const before = (await admin.get(`/api/v1/workflows/${id}`)).json as Json;
    const versions = (await admin.get(`/api/v1/workflows/versions?workflowId=${id}`)).json;
    const idsIn = async (path: string): Promise<unknown[]> =>
      ((await admin.get(`/api/v1/workflows${path}?projectId=${projectId}`)).json as Json[]).map((one) => one['id']);

    const deletion = await admin.delete(`/api/v1/workflow/trash/${id}`);
    assert.deepEqual([deletion.status, deletion.text], [200, 'Workflow moved to trash successfully.']);
    assert.deepEqual([await idsIn(''), await idsIn('/trashed')], [[other], [id]]);
    for (const path of [
      `workflows/${id}`,
      `workflows/versions?workflowId=${id}`,
      `workflow-schedules/${String(schedule)}`,
    ])
      assert.equal((await admin.get(`/api/v1/${path}`)).status, 404, path);
    assert.equal((await admin.post('/api/v1/workflow/execute', { workflowId: id })).status, 404);
    assert.equal((await admin.delete(`/api/v1/workflow/trash/${id}`)).status, 404);
    const [entry] = (await admin.get(`/api/v1/workflows/trashed?projectId=${projectId}`)).json as Json[];
    assert.deepEqual(entry?.['workflow'], before['workflow']);
    assert.ok(Number(entry?.['trashedAt']) > 0);

    const back = await admin.put(`/api/v1/workflows/restore/${id}`);
    assert.match(back.text, /^Workflow restored successfully\. 1 schedule\(s\) stay inactive/);
    assert.deepEqual((await admin.get(`/api/v1/workflows/${id}`)).json, before);
    assert.deepEqual((await admin.get(`/api/v1/workflows/versions?workflowId=${id}`)).json, versions);
    const { isActive, nextFireTime } = (await admin.get(`/api/v1/workflow-schedules/${String(schedule)}`)).json as Json;
    assert.deepEqual([isActive, nextFireTime], [false, null]);
    await admin.put(`/api/v1/workflow-schedules/${String(schedule)}`, { ...daily, isActive: true });
    assert.notEqual(
      ((await admin.get(`/api/v1/workflow-schedules/${String(schedule)}`)).json as Json)['nextFireTime'],
      null,
    );
    assert.equal((await admin.put(`/api/v1/workflows/restore/${id}`)).status, 404);

    assert.equal((await admin.send('DELETE', '/api/v1/workflow/trash', [id, 999_999])).status, 404);
    assert.deepEqual(await idsIn('/trashed'), [], 'all or none');
    const both = await admin.send('DELETE', '/api/v1/workflow/trash', { ids: [id, other] });
    assert.equal(both.text, `Workflows with ids ${id}, ${other} moved to trash successfully.`);
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(before['workflow'])]), 'same.json');
    await admin.send('POST', `/api/v1/workflows/import?projectId=${projectId}`, form);
    const conflict = await admin.put('/api/v1/workflows/restore', [{ id: other }, { id }]);
    assert.deepEqual([conflict.status, (await idsIn('/trashed')).length], [409, 2], conflict.text);
    assert.equal((await admin.put('/api/v1/workflows/restore', [other])).status, 200);
    assert.equal((await admin.delete(`/api/v1/workflows/emptyTrash?projectId=${project}`)).text.includes(' 0 '), true);
    assert.deepEqual(await idsIn('/trashed'), [id], 'the trash of another project');
    assert.match((await admin.delete('/api/v1/workflows/emptyTrash')).text, /^Trash emptied successfully: 1 /);
    assert.deepEqual(await idsIn('/trashed'), []);
  });

  test('a project is shared with users and groups one by one', async () => {
    const { id: projectId } = (await admin.post('/api/v1/projects', { name: 'Shared' })).json as { id: number };
    const userId = await service.makeUser('guest', ['ANALYST']);
    const guest = await service.signedIn('guest', passwordOf('guest'));
    const url = '/api/v1/project-permissions';
    const permission = { projectId, userId, permissions: ['VIEW'] };
    assert.equal((await guest.get(`/api/v1/projects/${projectId}`)).status, 404);
    const shared = (await admin.post(url, permission)).json as Json;
    assert.deepEqual(shared, { id: shared['id'], groupId: null, name: 'guest', ...permission });
    const { id } = shared as { id: number };
    assert.equal((await guest.get(`/api/v1/projects/${projectId}`)).status, 200);
    assert.deepEqual((await guest.get(`${url}/${id}`)).json, shared);
    assert.equal((await guest.post(url, { ...permission, permissions: ['OWN'] })).status, 403);
    assert.equal((await guest.delete(`${url}/${id}`)).status, 403);
    const more = (await admin.post(url, { ...permission, permissions: ['EDIT', 'EXECUTE'] })).json as Json;
    assert.deepEqual([more['id'], more['permissions']], [id, ['EDIT', 'EXECUTE']]);
    const creation = await admin.post('/api/v1/groups', { name: 'south', users: [] });
    const groupId = Number(/ id (\d+)$/.exec(creation.text)?.[1]);
    const group = (await admin.post(url, { projectId, groupId, permissions: ['VIEW'] })).json as Json;
    assert.deepEqual((await guest.get(`${url}/projects/${projectId}/groups/${groupId}`)).json, group);
    assert.deepEqual((await guest.get(`${url}/projects/${projectId}`)).json, [more, group]);
    assert.equal((await admin.delete(`${url}/${id}`)).text, `Project permission with id ${id} deleted successfully.`);
    assert.equal((await guest.get(`${url}/projects/${projectId}`)).status, 404);
    for (const [body, status] of [
      [{ projectId, permissions: ['VIEW'] }, 422],
      [{ projectId, userId, groupId, permissions: ['VIEW'] }, 422],
      [{ projectId, userId: 999_999, permissions: ['VIEW'] }, 422],
      [{ projectId, userId, permissions: ['ALL'] }, 400],
      [{ projectId: 999_999, userId, permissions: ['VIEW'] }, 404],
    ] as const)
      assert.equal((await admin.post(url, body)).status, status, JSON.stringify(body));
  });

  test('locks and copies go by GET too, and a clone takes its name from the address', async () => {
    const lockedBy = async (): Promise<unknown> =>
      ((await admin.get(`/api/v1/workflows/${workflow}`)).json as Json)['lockedByUserId'];
    assert.deepEqual((await admin.get(`/api/v1/workflows/${workflow}/lock`)).json, { message: 'Workflow locked.' });
    assert.equal(await lockedBy(), 1);
    assert.deepEqual((await admin.get(`/api/v1/workflows/${workflow}/unlock`)).json, { message: 'Workflow unlocked.' });
    assert.equal(await lockedBy(), null);
    const clone = (await admin.post(`/api/v1/workflows/${workflow}/My%20clone/clone`)).json;
    assert.equal((await admin.get(`/api/v1/workflows/wfName/${String(clone)}`)).text, 'My clone');
    const copy = (await admin.get(`/api/v1/workflows/${workflow}/copy`)).json;
    assert.equal((await admin.get(`/api/v1/workflows/wfName/${String(copy)}`)).text, 'Monthly sales (copy)');
    assert.equal((await admin.send('HEAD', `/api/v1/workflows/${workflow}/copy`)).status, 405);
  });

  test('the state of several runs is asked for at once, and the last one says whose it was', async () => {
    const id = Number((await admin.post('/api/v1/workflow/execute', { workflowId: workflow })).json);
    await admin.waitForEnd(id);
    const url = '/api/v1/workflow-executions/update-status';
    const [run] = (await admin.post(url, [String(id)])).json as Json[];
    const single = (await admin.get(`/api/v1/workflow-executions/${id}`)).json as Json;
    // alone it says how it was asked for, too
    const { parameters, engineAsked, isConfigured, ...record } = single;
    assert.deepEqual([parameters, engineAsked, isConfigured], [{}, null, false]);
    assert.deepEqual(run, record);
    const last = (await admin.get(`/api/v1/last/workflow-execution/${workflow}`)).json;
    assert.deepEqual(last, { ...run, username: 'admin' });
    assert.equal((await admin.post(url, [id, 999_999])).status, 404);
  });

  test('a processor is found by its name without blanks, and by its class', async () => {
    const read = (await admin.get('/api/v1/nodes/names/Read%20CSV')).json as Json;
    assert.equal(read['nodeClass'], 'fire.nodes.dataset.NodeDatasetCSV');
    for (const name of ['ReadCSV', 'DatasetCSV'])
      assert.deepEqual((await admin.get(`/api/v1/nodes/names/${name}`)).json, read);
    assert.equal((await admin.get('/api/v1/nodes/names/ReadNothing')).status, 404);
  });

  test('JSON that curl calls a form is JSON', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const text = JSON.stringify({ name: 'Curled', description: 'a & b = c' });
    const creation = await admin.send('POST', '/api/v1/projects', text, form);
    assert.equal(creation.status, 201, creation.text);
    assert.equal((creation.json as Json)['description'], 'a & b = c');
    const broken = await admin.send('POST', '/api/v1/projects', '{"name":', form);
    assert.match(broken.text, /line 1, column 9/);
  });

  test('users take roles and groups as records too', async () => {
    const [role] = (await admin.get('/api/v1/roles')).json as { id: number; name: string }[];
    const id = await service.makeUser('recorded');
    const creation = await admin.post('/api/v1/users', { id, username: 'recorded', roles: [role], groups: [] });
    assert.equal(creation.status, 200, creation.text);
    const users = (await admin.get('/api/v1/users/details')).json as Json[];
    assert.deepEqual(users.find((one) => one['id'] === id)?.['roles'], [{ id: role?.id, name: role?.name }]);
  });

  test('a client may look at /login before it signs in', async () => {
    const answer = await new Client(service.url).get('/login');
    assert.deepEqual([answer.status, answer.json], [200, { password: true, oidc: false }]);
  });

  test('the description is where clients look for it', async () => {
    const anonymous = new Client(service.url);
    for (const [alias, own] of [
      ['/swagger-ui.html', '/docs'],
      ['/v2/api-docs?group=fire', '/docs/json'],
    ] as const) {
      const answer = await anonymous.get(alias);
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, own]);
      assert.equal((await anonymous.get(own)).status, 200);
    }
  });

  test('a dashboard goes into the project that it names, and is read with all keys of sheets and items', async () => {
    const board = { name: 'Bare', projectId: String(project), sheets: [{ items: [{ nodeId: 7, own: 'kept' }] }] };
    const creation = await admin.post('/api/v1/dashboards', board);
    assert.deepEqual([creation.status, typeof creation.json], [200, 'number'], creation.text);
    const read = (await admin.get(`/api/v1/dashboards/${creation.text}`)).json as Json;
    assert.equal(read['projectId'], project);
    const blank = { name: '', description: '', workflowId: '', workflowName: '', x: '0', y: '0', type: 'TABLE' };
    assert.deepEqual(read['sheets'], [
      { name: '', description: '', idx: '0', type: 'GRID', items: [{ ...blank, id: 1, nodeId: 7, own: 'kept' }] },
    ]);
    const text = await admin.send('PUT', `/api/v1/dashboards/${creation.text}`, JSON.stringify({ name: 'Text' }), {
      'content-type': 'text/plain',
      accept: 'text/plain',
    });
    assert.deepEqual([text.status, text.text], [200, creation.text]);
    assert.match(text.headers.get('content-type') ?? '', /^text\/plain/);
    const form = await admin.send('PUT', `/api/v1/dashboards/${creation.text}`, JSON.stringify({ name: 'Form' }), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.deepEqual([form.status, form.json], [200, Number(creation.text)]);
  });

  test('a dashboard keeps types of sheets and items that nobody here knows', async () => {
    const items = [
      { id: 1, name: 'Map', type: 'GEO_MAP', nodeId: '7', workflowId: '999999', x: '0', y: '0' },
      { id: 2, name: 'Note', type: 'html', nodeId: '', workflowId: '', x: '1', y: '0' },
    ];
    const board = { name: 'Kinds', projectId: project, sheets: [{ name: 'One', idx: '1', type: 'TABBED', items }] };
    const creation = await admin.post('/api/v1/dashboards', board);
    assert.equal(creation.status, 200, creation.text);
    const [sheet] = ((await admin.get(`/api/v1/dashboards/${creation.text}`)).json as { sheets: Json[] }).sheets;
    assert.equal(sheet?.['type'], 'TABBED');
    assert.partialDeepStrictEqual(sheet?.['items'], items);
    const results = await admin.get(`/api/v1/dashboards/results?dashboardId=${creation.text}&sheetId=1`);
    assert.deepEqual(
      (results.json as Json[]).map(({ type, state }) => [type, state]),
      [
        ['GEO_MAP', 'gone'],
        ['HTML', 'gone'],
      ],
      results.text,
    );
  });

  test('the nodes that cannot run are told with the reason', async () => {
    const graph = inARow('Broken', [csv('people.csv', ['name'], ['STRING']), { nodeClass: 'etl.NodeRowFilter' }]);
    for (const url of ['/api/v1/workflows/nodes/state/inconsistent', '/nodesInconsistentStateJSON']) {
      const nodes = (await admin.post(url, { workflow: graph })).json as { id: string; problems: Json[] }[];
      assert.deepEqual(
        nodes.map(({ id, problems }) => [id, problems.map(({ field }) => field)]),
        [['2', ['conditionExpr']]],
      );
    }
  });
});
