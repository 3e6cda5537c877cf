import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { isOnPostgres } from '@millrace/testkit/postgres';
import { statuses } from '../src/executions/status.ts';
import { fill } from '../bench/fill.ts';
import { TestService, type Client } from './support.ts';

const executions = '/api/v1/workflow-executions';
const sorts = ['endTime', 'startTime', 'id', 'name', 'status'];
const orders = ['asc', 'desc'];

/** Every list, with each filter and each order. */
const lists = (project: number): readonly string[] => [
  ...sorts.flatMap((by) =>
    [
      '',
      '&filterBy=FAILED',
      '&filterBy=live',
      '&fromDate=2020-09-13',
      `&filteredProjectList=${project}`,
      '&userId=1',
      '&workflowId=1',
      '&search=workflow 9',
      `&userId=1&filterBy=FAILED&filteredProjectList=${project}`,
    ].flatMap((filter) => orders.map((order) => `${executions}?sortBy=${by}&sortOrder=${order}${filter}`)),
  ),
  executions,
  `${executions}/latest`,
  `${executions}/status/FAILED`,
  `${executions}/projects/${project}`,
  ...['', `?projectId=${project}`].map((filter) => `/api/v1/workflows${filter}`),
  ...['asc', 'desc', 'alphabetical'].flatMap((order) => [
    `/api/v1/datasets?sortPara=${order}`,
    `/api/v1/datasets?sortPara=${order}&projectId=${project}`,
    `/api/v1/dashboards?sortPara=${order}`,
    `/api/v1/dashboards?sortPara=${order}&projectId=${project}`,
  ]),
  '/api/v1/datasets/users',
  '/api/v1/workflows/dashboard',
  '/api/v1/workflow-schedules',
  ...['', '?userId=7', '?action=workflow', '?from=2020-09-13', '?userId=7&action=workflow'].map(
    (filter) => `/api/v1/audit${filter}`,
  ),
  '/api/v1/users',
  '/api/v1/users/details',
  '/api/v1/users/basicInfo',
];

const tables = ['executions', 'workflows', 'datasets', 'schedules', 'dashboards', 'audit', 'users'];

interface Step {
  readonly parent: number;
  readonly detail: string;
}

/** What is slow in a plan of SQLite's: a table that is read to its end in spite of its indexes, or sorted. */
function slow(plan: readonly Step[]): readonly string[] {
  const scans = (detail: string): boolean =>
    tables.some((table) => new RegExp(`^(SCAN|SEARCH) ${table}\\b`).test(detail));
  return plan.flatMap(({ parent, detail }) => {
    // users are listed by their primary key, in whose order the table lies
    if (/^SCAN/.test(detail) && scans(detail) && !/USING (COVERING )?INDEX/.test(detail) && detail !== 'SCAN users')
      return [detail];
    if (!detail.startsWith('USE TEMP B-TREE FOR')) return [];
    // a page's own rows may be sorted: they are found by their ids
    const steps = plan.filter((step) => step.parent === parent && scans(step.detail)).map((step) => step.detail);
    return steps.every((one) => one.includes('USING INTEGER PRIMARY KEY (rowid=?)')) ? [] : [detail, ...steps];
  });
}

describe('a list', () => {
  let service: TestService;
  let projects: readonly number[];
  const clients = new Map<string, Client>();
  before(async () => {
    // records of years past stay, however long it takes to read them all
    service = await TestService.start({ MILLRACE_KEEP_RUNS_DAYS: '0', MILLRACE_KEEP_AUDIT_DAYS: '0' });
    const { store, db } = service.service.context;
    await fill(store, 200);
    const rows = await db.selectFrom('projects').select('id').where('uuid', 'like', 'p-%').orderBy('id').execute();
    projects = rows.map(({ id }) => id);
    clients.set('admin', await service.signedIn());
    for (const [name, some] of [
      ['of one project', projects.slice(7, 8)],
      ['of three projects', [0, 3, 9].map((at) => projects[at] ?? 0)],
    ] as const) {
      const member = await service.addUser(`member ${name}`, 'ADMIN');
      for (const projectId of some)
        await db
          .insertInto('projectMembers')
          .values({ projectId, userId: member.id, groupId: null, rights: 1 })
          .execute();
      clients.set(`member ${name}`, member);
    }
  });
  after(() => service[Symbol.asyncDispose]());

  test('finds its page by an index, whoever asks, however it is sorted and filtered', async (t) => {
    if (isOnPostgres()) return t.skip('plans are SQLite’s');
    const { prepare } = DatabaseSync.prototype;
    const database = new DatabaseSync(join(service.folder, 'home', 'millrace.db'), { readOnly: true });
    const wrong: string[] = [];
    const statements = new Set<string>();
    let path = '';
    // sees each statement as it is prepared, once
    t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
      if (/^\s*(select|with)\b/i.test(text) && !statements.has(text)) {
        statements.add(text);
        const plan = prepare.call(database, `explain query plan ${text}`).all() as unknown as Step[];
        for (const step of slow(plan)) wrong.push(`${path}: ${step}\n${text}`);
      }
      return prepare.call(this, text);
    });
    for (const [name, client] of clients)
      for (path of lists(projects[7] ?? 0)) {
        const { status, text } = await client.get(path);
        assert.equal(status, 200, `${name} ${path}: ${text}`);
      }
    database.close();
    assert.ok(statements.size > 60, `only ${statements.size} statements were seen`);
    assert.deepEqual(wrong, []);
  });

  test('gives every record once over its pages, in its order', async () => {
    const paths = lists(projects[0] ?? 0).filter((path) => !/\/(latest|status|projects|datasets\/users)\b/.test(path));
    for (const [name, client] of clients)
      for (const path of paths) {
        const ask = async (page: number, size: number): Promise<readonly number[]> => {
          const { json } = await client.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&size=${size}`);
          const list = json as { id: number }[] | [{ id: number }[]] | Record<string, { id: number }[]>;
          const rows = Array.isArray(list)
            ? Array.isArray(list[0])
              ? list[0]
              : (list as { id: number }[])
            : (list['executions'] ?? list['entries'] ?? []);
          return rows.map(({ id }) => id);
        };
        const whole = await ask(0, 1_000);
        const pages: number[] = [];
        for (let page = 0; page * 37 <= whole.length; page++) pages.push(...(await ask(page, 37)));
        assert.deepEqual(pages, whole, `${name} ${path}`);
        assert.equal(new Set(whole).size, whole.length);
        assert.deepEqual(await ask(50, 37), [], `${name} ${path}`);
      }
  });

  test('holds what a member may see, and no other', async () => {
    const read = async (name: string, path: string): Promise<unknown> => (await clients.get(name)!.get(path)).json;
    const ids = async (name: string, path: string): Promise<Set<number>> =>
      new Set(((await read(name, path)) as { projectId: number }[]).map((row) => row.projectId));
    for (const path of [`${executions}?size=1000`, '/api/v1/workflows', '/api/v1/datasets', '/api/v1/dashboards']) {
      assert.deepEqual([...(await ids('member of one project', path))], [projects[7]], path);
      assert.deepEqual(
        [...(await ids('member of three projects', path))].toSorted((one, other) => one - other),
        [0, 3, 9].map((at) => projects[at]),
        path,
      );
    }
    const path = `${executions}?filteredProjectList=${projects[3]},${projects[7]}`;
    const answer = await read('member of three projects', path);
    const { executions: rows } = answer as { executions: { projectId: number }[] };
    assert.deepEqual([...new Set(rows.map((row) => row.projectId))], [projects[3]]);
    // two lists of projects: those in both
    const inBoth = async (one: string, other: string): Promise<number[]> => {
      const page = await read(
        'member of three projects',
        `${executions}?filteredProjectList=${one}&applicationId=${other}&size=1000`,
      );
      const { executions: some } = page as { executions: { projectId: number }[] };
      return [...new Set(some.map((row) => row.projectId))];
    };
    const [a, b] = [projects[3]!, projects[9]!];
    assert.deepEqual(await inBoth(`${a},${b}`, String(b)), [b]);
    assert.deepEqual(await inBoth(String(a), String(b)), []);
    assert.deepEqual(await inBoth('', String(b)), [b]);
  });

  test('of runs in the order of a time has it as its records show it, with those that wait and those at work', async () => {
    const { db } = service.service.context;
    const ids = (await db.selectFrom('executions').select('id').orderBy('id').limit(3).execute()).map(({ id }) => id);
    const [waiting = 0, handedBack = 0, atWork = 0] = ids;
    const hour = 3_600_000;
    const now = Date.now();
    // of one lane, which is busy: nothing here begins them
    const live = { lane: 'a lane of this test', endedAt: null, startedAt: null };
    const other = { owner: 'another process', leaseUntil: now + 100 * hour };
    for (const [id, set] of [
      [atWork, { ...other, status: statuses.RUNNING, queuedAt: now - 3 * hour, startedAt: now, heartbeatAt: now }],
      // in the middle of those that have ended
      [waiting, { status: statuses.PENDING, queuedAt: 1_600_006_000_000, heartbeatAt: 1_600_006_000_000 }],
      [handedBack, { status: statuses.PENDING, queuedAt: now - 2 * hour, heartbeatAt: now - hour }],
    ] as const)
      await db
        .updateTable('executions')
        .set({ ...live, ...set })
        .where('id', '=', id)
        .execute();
    const admin = clients.get('admin')!;
    for (const key of ['endTime', 'startTime'] as const)
      for (const [word, sign] of [
        ['asc', 1],
        ['dsc', -1],
      ] as const) {
        const path = `${executions}?sortBy=${key}&sortOrder=${word}&size=1000`;
        const { executions: rows } = (await admin.get(path)).json as {
          executions: { id: number; startTime: number; endTime: number }[];
        };
        const sorted = rows.toSorted((one, two) => sign * (one[key] - two[key] || one.id - two.id));
        assert.equal(rows.length, 200);
        assert.deepEqual(
          rows.map(({ id }) => id),
          sorted.map(({ id }) => id),
          path,
        );
        const last = rows.at(word === 'asc' ? -1 : 0)?.id;
        assert.equal(last, atWork, path);
      }
  });

  test('of records by name has it as people read names, whatever the record', async () => {
    const admin = clients.get('admin')!;
    const names = ['zebra', 'Yak', 'apes', 'Bees'];
    const creation = await admin.post('/api/v1/projects', { name: 'By name' });
    const { id: projectId } = creation.json as { id: number };
    for (const name of names) {
      const dataset = await admin.post('/dataset/save', { name, projectId, path: 'x.csv', datasetType: 'CSV' });
      assert.equal(dataset.status, 200, dataset.text);
      const board = await admin.post('/api/v1/dashboards', { name, projectId, sheets: [] });
      assert.equal(board.status, 200, board.text);
    }
    for (const kind of ['datasets', 'dashboards']) {
      const { json } = await admin.get(`/api/v1/${kind}?sortPara=alphabetical&projectId=${projectId}`);
      assert.deepEqual(
        (json as { name: string }[]).map(({ name }) => name),
        ['apes', 'Bees', 'Yak', 'zebra'],
        kind,
      );
    }
  });

  test('of runs holds those of a user, a workflow, a name and a stretch of time, with how many they are', async () => {
    const { db } = service.service.context;
    const admin = clients.get('admin')!;
    const ids = (await db.selectFrom('executions').select('id').orderBy('id').limit(4).execute()).map(({ id }) => id);
    const { id: userId } = await service.addUser('somebody else');
    const noon = Date.parse('2026-11-21T12:00:00Z');
    for (const [at, id] of ids.entries())
      await db
        .updateTable('executions')
        .set({
          userId,
          workflowId: at === 0 ? 70_000 : 70_001,
          name: ['100 % Äpfel', '100 Pears', 'pears_and more', 'x'][at] ?? '',
          queuedAt: noon + at * 3_600_000,
        })
        .where('id', '=', id)
        .execute();
    const [first, second, third, fourth] = ids;
    for (const [query, expectedIds] of [
      [`userId=${userId}`, [fourth, third, second, first]],
      [`userId=${userId}&sortBy=name&sortOrder=asc`, [first, second, third, fourth]],
      [`userId=${userId}&workflowId=70001`, [fourth, third, second]],
      ['workflowId=70000', [first]],
      [`userId=${userId}&search=PEARS`, [third, second]],
      [`userId=${userId}&search=pears 100`, [second]],
      [`userId=${userId}&search=%25`, [first]],
      [`userId=${userId}&search=_`, [third]],
      [`userId=${userId}&search=${encodeURIComponent('Äpf')}`, [first]],
      [`userId=${userId}&search=${fourth}&sortBy=name`, [fourth]],
      ['fromDate=2026-11-21T13:00:00Z&toDate=2026-11-21T15:00:00%2B01:00', [second]],
      ['fromDate=2026-11-21T13:00:00.000Z', [fourth, third, second]],
      ['fromDate=2026-11-21&toDate=2026-11-21', [fourth, third, second, first]],
      ['fromDate=2026-11-22', []],
    ] as const) {
      const { executions: rows, totalElements } = (await admin.get(`${executions}?${query}`)).json as {
        executions: { id: number }[];
        totalElements: number;
      };
      assert.deepEqual([rows.map(({ id }) => id), totalElements], [expectedIds, expectedIds.length], query);
    }
    assert.equal((await admin.get(`${executions}?fromDate=2026-11-21T25:00:00Z`)).status, 400);
  });
});

test('a list of clients that name no page is whole, and has pages for those that name one', async () => {
  await using service = await TestService.start();
  const { store, db } = service.service.context;
  await fill(store, 1_050);
  const { id: workflow } = await db.selectFrom('workflows').select('id').orderBy('id').executeTakeFirstOrThrow();
  const admin = await service.signedIn();
  for (const [path, count] of [
    [`${executions}/workflows/${workflow}`, 1_050],
    [`${executions}/status/COMPLETED`, 1_040],
    ['/api/v1/datasets/users', 1_050],
    ['/dashboardsJSON', 1_050],
    [`/api/v1/workflow-schedules-list/${workflow}`, 1_050],
  ] as const) {
    const ids = async (page: string): Promise<number[]> => {
      const { status, text, json } = await admin.get(`${path}${page}`);
      assert.equal(status, 200, text);
      return (json as { id: number }[]).map(({ id }) => id);
    };
    const all = await ids('');
    assert.equal(all.length, count, path);
    assert.equal(new Set(all).size, count, path);
    assert.deepEqual(await ids('?page=2&size=500'), all.slice(1_000), path);
    assert.deepEqual(await ids('?page=3&size=500'), [], path);
  }
});
