import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { backUp, restore } from '../src/backup/index.ts';
import { statuses } from '../src/executions/status.ts';
import { readSettings, startService } from '../src/index.ts';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { adminPassword, Client, TestService, sharingSpark } from './support.ts';
import { until } from '@millrace/testkit/until';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const printAll: NodeDraft = { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '50000', title: 'All of "them"' } };
/** Sorted rows whose values are hard to keep, in the order of `id`. */
const many = (rows: number): NodeDraft =>
  sql(`select id, cast(id as decimal(38,18)) / 7 as x, if(id % 10 = 0, null, concat('a, "b" ', id)) as text,
    id + 9007199254740993 as large, array(id, null) as list from range(${rows}) order by id desc`);

interface Output {
  readonly outputId: number;
  readonly type: string;
  readonly rows: readonly (readonly unknown[])[];
  readonly truncated: boolean;
  readonly kept?: { rows: number; bytes: number; truncated: boolean; total: number | null };
}

interface Page {
  readonly columns: readonly { name: string; type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  readonly offset: number;
  readonly next: number | null;
  readonly rowCount: number;
  readonly found: number;
  readonly truncated: boolean;
  readonly total: number | null;
}

const engine = { MILLRACE_ENGINE: 'sail' };

describe('a large table of a run', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start(engine, Date.now, sharingSpark());
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,7\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const save = async (nodes: readonly NodeDraft[], projectId?: number): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { workflow: inARow('Large', nodes), projectId });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const execute = async (workflowId: number, sparkConfig = ''): Promise<number> => {
    const run = Number((await client.post('/api/v1/workflow/execute', { workflowId, sparkConfig })).text);
    assert.equal(await client.waitForEnd(run), 'COMPLETED');
    return run;
  };
  const large = async (rows = 12_000, projectId?: number): Promise<number> =>
    execute(await save([people, many(rows), printAll], projectId), 'millrace.reuse=off');
  const outputOf = async (run: number): Promise<Output> => {
    const { json } = await client.get(`/api/v1/workflow-executions/${run}/results`);
    return (json as Output[]).find(({ type }) => type === 'table') ?? assert.fail('no table');
  };
  const addressOf = async (run: number): Promise<string> =>
    `/api/v1/workflow-executions/${run}/results/${(await outputOf(run)).outputId}`;
  const page = async (address: string, query = ''): Promise<Page> => {
    const answer = await client.get(`${address}/rows${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Page;
  };
  const allOf = async (address: string): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (let next: number | null = 0; next !== null;) {
      const { rows: some, next: following }: Page = await page(address, `?offset=${next}&limit=5000`);
      rows.push(...some);
      next = following;
    }
    return rows;
  };
  const row = (id: number): unknown[] => {
    const sevenths = `${BigInt(id) * 10n ** 6n}`;
    return [
      id,
      `${(BigInt(sevenths) * 10n + 35n) / 70n}`,
      id % 10 === 0 ? null : `a, "b" ${id}`,
      String(BigInt(id) + 9_007_199_254_740_993n),
      [id, null],
    ];
  };
  const filesOf = async (run: number): Promise<string[]> => {
    const root = join(service.folder, 'home', 'tables');
    const lines: string[] = [];
    for (const month of await readdir(root))
      lines.push(
        ...(await readdir(join(root, month, String(run))).catch(() => [])).map((name) =>
          join(root, month, String(run), name),
        ),
      );
    return lines;
  };

  test('is shown by its first rows, and read whole page by page in its order', async () => {
    const run = await large();
    const output = await outputOf(run);
    assert.equal(output.rows.length, 1_000);
    assert.equal(output.truncated, true);
    const [file, ...others] = await filesOf(run);
    assert.deepEqual(others, []);
    const { size, mode } = await stat(file ?? '');
    assert.equal(mode & 0o777, 0o600);
    assert.deepEqual(output.kept, { rows: 12_000, bytes: size, truncated: false, total: 12_000 });
    const address = await addressOf(run);
    const rows = await allOf(address);
    assert.equal(rows.length, 12_000);
    assert.deepEqual(rows.slice(0, 1_000), output.rows);
    for (const [at, one] of (rows as unknown[][]).entries()) {
      const id = 11_999 - at;
      const [, , text, big, list] = row(id);
      assert.deepEqual([one[0], ...one.slice(2)], [id, text, big, list]);
      assert.match(String(one[1]), /^\d+\.\d{6,}$/);
    }
    const last = await page(address, '?offset=11999&limit=10');
    assert.deepEqual(
      [last.rows.length, last.offset, last.next, last.rowCount, last.total],
      [1, 11_999, null, 12_000, 12_000],
    );
    assert.deepEqual((await page(address, '?offset=12000')).rows, []);
    const middle = await page(address, '?offset=4090&limit=10');
    assert.deepEqual([middle.rows, middle.next], [rows.slice(4_090, 4_100), 4_100]);
    for (const wrong of ['offset=-1', 'limit=0', 'limit=10001', 'offset=1e99', 'limit=x'])
      assert.equal((await client.get(`${address}/rows?${wrong}`)).status, 400, wrong);
  });

  test('whose rows are very large is read by pages of fewer rows', async () => {
    const wide = sql(`select id, if(id < 1050, 'é', repeat(concat('"', id % 10), 500000)) as text from range(1100)`);
    const address = await addressOf(await execute(await save([people, wide, printAll]), 'millrace.reuse=off'));
    const lengths: number[] = [];
    const ids: unknown[] = [];
    for (let next: number | null = 1_040; next !== null;) {
      const { rows, next: following, offset }: Page = await page(address, `?offset=${next}&limit=60`);
      assert.equal(offset, next);
      for (const [id, text] of rows) {
        ids.push(id);
        assert.equal(text, Number(id) < 1_050 ? 'é' : `"${Number(id) % 10}`.repeat(500_000));
      }
      lengths.push(rows.length);
      next = following;
    }
    assert.deepEqual(
      ids,
      Array.from({ length: 60 }, (_, i) => 1_040 + i),
    );
    // a row of a million characters, half of them quotes, is 1.5 million of JSON
    assert.deepEqual(lengths, [21, 11, 11, 11, 6]);
  });

  /** An address's query of some parameters, each of which may stand there several times. */
  const query = (...parameters: readonly (readonly [string, unknown])[]): string =>
    `?${new URLSearchParams(parameters.map(([name, value]) => [name, textOf(value)] as [string, string]))}`;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const idsOf = ({ rows }: Page): unknown[] => rows.map(([id]) => id);

  test('is sorted and filtered, all of it, page by page', async () => {
    const address = await addressOf(await large());
    const byX = await page(address, query(['sortBy', 'x'], ['limit', 3]));
    assert.deepEqual([idsOf(byX), byX.offset, byX.next, byX.found, byX.rowCount], [[0, 1, 2], 0, 3, 12_000, 12_000]);
    const further = await page(address, query(['sortBy', 'x'], ['offset', 11_998], ['limit', 3]));
    assert.deepEqual([idsOf(further), further.next], [[11_998, 11_999], null]);
    assert.deepEqual(further.rows[1]?.[4], [11_999, null]);
    // null first; a text is sorted by its letters
    const texts = await page(address, query(['sortBy', 'text'], ['sortBy', 'id'], ['offset', 1_199], ['limit', 3]));
    assert.deepEqual(idsOf(texts), [11_990, 1, 10_001]);
    const down = query(
      ['sortBy', 'text'],
      ['sortOrder', 'desc'],
      ['sortBy', 'large'],
      ['sortOrder', 'DSC'],
      ['limit', 2],
    );
    assert.deepEqual(idsOf(await page(address, down)), [9_999, 9_998]);
    const nulls = query(['sortBy', 'text'], ['sortOrder', 'desc nulls first'], ['limit', 1]);
    assert.deepEqual(idsOf(await page(address, nulls)), [11_990]);

    const some = query(['filterBy', ['id', '<', 100]], ['filterBy', ['text', 'contains', '"B" 9']], ['sortBy', 'id']);
    const lines = await page(address, some);
    assert.deepEqual(idsOf(lines), [9, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
    assert.deepEqual([lines.found, lines.rowCount, lines.total, lines.next], [10, 12_000, 12_000, null]);
    // a number that is longer than a double
    const exact = await page(address, query(['filterBy', '["large","=",9007199254741093]']));
    assert.deepEqual(idsOf(exact), [100]);
    const absent = await page(address, query(['filterBy', ['text', 'is null']], ['limit', 2]));
    assert.deepEqual([idsOf(absent), absent.found, absent.next], [[11_990, 11_980], 1_200, 2]);
    const none = await page(address, query(['filterBy', ['id', '>', '1e9']]));
    assert.deepEqual([none.rows, none.found, none.next], [[], 0, null]);
    const parts = [];
    for (let next: number | null = 0; next !== null;) {
      const part: Page = await page(
        address,
        query(['filterBy', ['text', 'is not null']], ['sortBy', 'id'], ['offset', next], ['limit', 4_000]),
      );
      parts.push(...idsOf(part));
      next = part.next;
    }
    assert.deepEqual(
      parts,
      Array.from({ length: 12_000 }, (_, id) => id).filter((id) => id % 10 !== 0),
    );
    // what clients send that use none
    assert.deepEqual(idsOf(await page(address, '?sortBy=&sortOrder=&filterBy=&limit=1')), [11_999]);
  });

  test('that is small is sorted and filtered by the same words', async () => {
    const address = await addressOf(await execute(await save([people, many(40), printAll])));
    assert.deepEqual(idsOf(await page(address, query(['sortBy', 'x'], ['limit', 2], ['offset', 38]))), [38, 39]);
    const filters = query(['filterBy', ['x', '<=', 1]], ['filterBy', ['text', 'is not null']], ['sortBy', 'large']);
    const some = await page(address, filters);
    assert.deepEqual([idsOf(some), some.found, some.rowCount], [[1, 2, 3, 4, 5, 6, 7], 7, 40]);
  });

  test('says what it cannot be sorted or filtered by, and what to do', async () => {
    const large = await addressOf(await execute(await save([people, many(1_200), printAll])));
    const small = await addressOf(await execute(await save([people, many(3), printAll])));
    const wrong: readonly (readonly [readonly (readonly [string, unknown])[], string, RegExp])[] = [
      [
        [['sortBy', 'nothing']],
        'sortBy',
        /no column "nothing": choose one of these columns: id, x, text, large, list$/,
      ],
      [[['sortBy', 'list']], 'sortBy', /column "list" has type array<bigint>, which has no order/],
      [
        [
          ['sortBy', 'id'],
          ['sortOrder', 'up'],
        ],
        'sortOrder',
        /unknown order "up": write asc, desc/,
      ],
      [[['sortOrder', 'asc']], 'sortOrder', /has no column to sort by/],
      [
        Array.from({ length: 9 }, () => ['sortBy', 'id'] as const),
        'sortBy',
        /too many columns to sort by: 9: name at most 8/,
      ],
      [Array.from({ length: 17 }, () => ['filterBy', ['id', '=', 1]] as const), 'filterBy', /too many filters: 17/],
      [[['filterBy', 'id = 1']], 'filterBy', /invalid filter "id = 1": write column, operator and value as JSON/],
      [[['filterBy', ['id']]], 'filterBy', /invalid filter/],
      [[['filterBy', ['id', 'like', 'x']]], 'filterBy', /unknown operator "like": use one of =, !=,/],
      [
        [['filterBy', ['id', '<', 'many']]],
        'filterBy',
        /invalid value "many" for column "id": must be of type bigint: enter a value such as 12/,
      ],
      [[['filterBy', ['id', '=', [1]]]], 'filterBy', /is not a text, number or boolean/],
      [[['filterBy', ['id', '=', null]]], 'filterBy', /operator "=" needs a value .* or use "is null"/],
      [[['filterBy', ['list', '=', '[]']]], 'filterBy', /cannot be compared with operator "=": use "contains"/],
    ];
    for (const address of [large, small])
      for (const [parameters, field, says] of wrong) {
        const answer = await client.get(`${address}/rows${query(...parameters)}`);
        assert.equal(answer.status, 400, JSON.stringify(parameters));
        const { detail, errors } = answer.json as { detail: string; errors: { field: string }[] };
        assert.match(detail, says);
        assert.equal(errors[0]?.field, field, detail);
      }
    assert.equal((await client.get(`${large}/rows?sortBy=${'x'.repeat(3_000)}`)).status, 400);
  });

  test('is given to the older calls as before: its first rows', async () => {
    const run = await large(2_000);
    const first = (await outputOf(run)).rows;
    const byType = await client.get(`/api/v1/execution-results/workflow-executions/${run}/resultType/3`);
    assert.deepEqual((byType.json as Output[])[0]?.rows, first);
    const older = (await client.get(`/viewExecutionResult/${run}/0`)).json as { result: Output }[];
    assert.deepEqual(older[0]?.result.rows, first);
    assert.ok(!byType.text.includes('.parquet'), 'it names the file');
  });

  test('is downloaded as CSV and as Parquet', async () => {
    const run = await large();
    const address = await addressOf(run);
    const text = await client.get(`${address}/download`);
    assert.match(text.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(text.headers.get('content-disposition') ?? '', /filename\*=UTF-8''All%20of%20%22them%22\.csv$/);
    const lines = text.text.split('\n');
    assert.equal(lines.length, 12_002);
    assert.equal(lines[0], 'id,x,text,large,list');
    const [first] = (await outputOf(run)).rows;
    assert.equal(lines[1], `11999,${String(first?.[1])},"a, ""b"" 11999",9007199254752992,"[11999,null]"`);
    assert.match(lines[10] ?? '', /^11990,[\d.]+,,9007199254752983,/);

    // read by an engine, it is the table again
    const parquet = await client.open(`${address}/download?format=parquet`);
    const bytes = new Uint8Array(await parquet.arrayBuffer());
    assert.equal(parquet.headers.get('content-length'), String(bytes.length));
    await writeFile(join(service.files, 'again.parquet'), bytes);
    const source = { nodeClass: 'dataset.NodeDatasetParquet', type: 'dataset', fields: { path: 'again.parquet' } };
    const again = await execute(await save([source, sql('select * from t order by id desc'), printAll]));
    assert.deepEqual(await allOf(await addressOf(again)), await allOf(address));
    assert.equal((await client.send('HEAD', `${address}/download`)).status, 200);
    assert.equal((await client.get(`${address}/download?format=xls`)).status, 400);
  });

  test('that is small is paged and downloaded too, and what has no rows says so', async () => {
    const run = await execute(await save([people, print]));
    const address = await addressOf(run);
    assert.deepEqual(await filesOf(run), []);
    const { columns, ...rest } = await page(address, '?offset=1');
    assert.deepEqual(rest, {
      rows: [['Bo', 7]],
      offset: 1,
      next: null,
      rowCount: 2,
      found: 2,
      truncated: false,
      total: 2,
    });
    assert.deepEqual(
      columns.map(({ type }) => type),
      ['string', 'int'],
    );
    assert.equal((await client.get(`${address}/download?format=csv`)).text, 'name,age\nAda,36\nBo,7\n');
    const bytes = await (await client.open(`${address}/download?format=parquet`)).arrayBuffer();
    assert.equal(Buffer.from(bytes).subarray(0, 4).toString(), 'PAR1');
    const elsewhere = await large(1_500);
    for (const id of [(await outputOf(elsewhere)).outputId, 999_999, -1])
      assert.equal((await client.get(`/api/v1/workflow-executions/${run}/results/${id}/rows`)).status, 404);
    const { db } = service.service.context;
    const text = { executionId: run, nodeId: '1', seq: 99, type: 'text', title: 'T', body: '{}', kept: null };
    const { id } = await db.insertInto('executionOutputs').values(text).returning('id').executeTakeFirstOrThrow();
    const answer = await client.get(`/api/v1/workflow-executions/${run}/results/${id}/rows`);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /has no rows: it is a text, not a table or chart/);
  });

  test('is given again by a run that reuses the work, with a file of its own', async () => {
    const workflow = await save([people, many(3_000), printAll]);
    const [first, second] = [await execute(workflow), await execute(workflow)];
    const log = (await client.get(`/api/v1/workflow-executions/${second}/logs/view`)).text;
    assert.match(log, /3 of 3 nodes were reused from earlier runs/);
    const rows = await allOf(await addressOf(first));
    assert.equal(rows.length, 3_000);
    assert.equal((await client.send('DELETE', '/api/v1/workflow-executions', { ids: [first] })).status, 200);
    assert.deepEqual(await filesOf(first), []);
    assert.deepEqual(await allOf(await addressOf(second)), rows);
    // and where the kept work has lost the file, it is computed again
    const reuse = join(service.folder, 'home', 'reuse');
    for (const name of await readdir(reuse, { recursive: true }))
      if (name.endsWith('.parquet') && name.includes('tables')) await rm(join(reuse, name));
    assert.deepEqual(await allOf(await addressOf(await execute(workflow))), rows);
  });

  test('is cut off at the limits, and says so', async () => {
    await service.restart({ ...engine, MILLRACE_TABLE_ROWS: '5000' });
    client = await service.signedIn();
    const run = await large();
    assert.deepEqual(await outputOf(run).then(({ kept }) => [kept?.rows, kept?.truncated, kept?.total]), [
      5_000,
      true,
      12_000,
    ]);
    const last = await page(await addressOf(run), '?offset=4999');
    assert.deepEqual([last.rows[0]?.[0], last.next, last.truncated, last.total], [7_000, null, true, 12_000]);
    await service.restart({ ...engine, MILLRACE_TABLE_ROWS: '0' });
    client = await service.signedIn();
    const none = await outputOf(await large());
    assert.deepEqual([none.rows.length, none.truncated, none.kept], [1_000, true, undefined]);
    await service.restart(engine);
    client = await service.signedIn();
  });

  test('goes with its run when that is deleted, purged, or its project is deleted', async () => {
    const one = await large(1_500);
    assert.equal((await filesOf(one)).length, 1);
    const storage = (await client.get('/api/v1/storage')).json as { tables: { files: number; bytes: number } };
    assert.ok(storage.tables.files > 0 && storage.tables.bytes > 0);
    assert.equal((await client.send('DELETE', '/api/v1/workflow-executions', { ids: [one] })).status, 200);
    assert.deepEqual(await filesOf(one), []);

    const { id: project } = (await client.post('/api/v1/projects', { name: 'Short-lived' })).json as { id: number };
    const its = await large(1_500, project);
    const workflows = (await client.get(`/api/v1/workflows?projectId=${project}`)).json as { id: number }[];
    for (const { id } of workflows) await client.delete(`/api/v1/workflows/${id}`);
    assert.equal((await client.delete(`/api/v1/projects/${project}`)).status, 200);
    assert.deepEqual(await filesOf(its), []);

    const old = await large(1_500);
    assert.equal((await client.delete('/api/v1/workflow-executions/days/0')).status, 200);
    assert.deepEqual(await filesOf(old), []);
  });

  test('is swept at the start where its run is gone, or was cut off before it named the file', async () => {
    const [absent, left] = [await large(1_500), await large(1_500)];
    const [file = ''] = await filesOf(left);
    await writeFile(join(file, '..', 'half.parquet'), 'PAR1');
    const { db } = service.service.context;
    await db.deleteFrom('executions').where('id', '=', absent).execute();
    await service.restart(engine);
    client = await service.signedIn();
    await until(async () => (await filesOf(absent)).length === 0 && (await filesOf(left)).length <= 1);
    assert.deepEqual(await filesOf(left), [file]);
    assert.equal((await allOf(await addressOf(left))).length, 1_500);

    // as a process that was killed leaves it: the run begins again, and nothing of the first attempt is left
    const state = { status: statuses.RUNNING, crashes: 0, leaseUntil: 0 };
    await service.service.context.db.updateTable('executions').set(state).where('id', '=', left).execute();
    await service.restart(engine);
    client = await service.signedIn();
    assert.equal(await client.waitForEnd(left), 'COMPLETED');
    const again = await filesOf(left);
    assert.equal(again.length, 1);
    assert.notEqual(again[0], file);
    assert.equal((await allOf(await addressOf(left))).length, 1_500);
  });

  test('that finds no room on the disk fails its node, says why, and leaves nothing behind', async (t) => {
    const folder = join(service.folder, 'home', 'tables');
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      return t.skip('no small disk can be mounted here');
    }
    try {
      const random = sql('select id, sha2(cast(id as string), 512) as text from range(40000)');
      const workflowId = await save([people, random, printAll]);
      const run = Number((await client.post('/api/v1/workflow/execute', { workflowId })).text);
      assert.equal(await client.waitForEnd(run), 'FAILED');
      const { message } = (await client.get(`/api/v1/workflow-executions/${run}`)).json as { message: string };
      assert.match(
        message,
        /^node 3 NodePrintFirstNRows: the disk of the state folder has no space left for the whole table/,
      );
      const log = (await client.get(`/api/v1/workflow-executions/${run}/logs/view?level=error`)).text;
      assert.match(log, /ERROR 3 to try: free space on that disk, or show fewer rows/);
      assert.deepEqual(await filesOf(run), []);
    } finally {
      execFileSync('umount', [folder]);
    }
  });

  test('is there once where the run began again on Spark', async () => {
    await service.restart({ MILLRACE_ENGINE: 'auto' });
    client = await service.signedIn();
    const numbers = Array.from({ length: 3_000 }, (_, i) => `${i % 7},${i}\n`);
    await writeFile(join(service.files, 'ties.csv'), `k,n\n${numbers.join('')}`);
    const sort = { nodeClass: 'etl.NodeSortBy', fields: { sortByColNames: ['k'], ascDesc: ['ASC'] } };
    const source = csv('ties.csv', ['k', 'n'], ['INTEGER', 'INTEGER']);
    const run = await execute(await save([source, printAll, sort, print]));
    assert.match(
      (await client.get(`/api/v1/workflow-executions/${run}/logs/view`)).text,
      /from sail to spark: rows tie/,
    );
    const { json } = await client.get(`/api/v1/workflow-executions/${run}/results`);
    const nodeIds = (json as { nodeId: string }[]).map(({ nodeId }) => nodeId);
    assert.deepEqual(nodeIds, ['2', '4', '']);
    assert.equal((await filesOf(run)).length, 1);
    assert.equal((await allOf(await addressOf(run))).length, 3_000);
    await service.restart(engine);
    client = await service.signedIn();
  });

  test('whose file is lost says so', async () => {
    const run = await large(1_500);
    const address = await addressOf(run);
    for (const file of await filesOf(run)) await rm(file);
    for (const way of ['rows', 'rows?sortBy=id', 'download', 'download?format=parquet']) {
      const answer = await client.get(`${address}/${way}`);
      assert.equal(answer.status, 404, way);
      assert.match(answer.text, /is missing from the state folder: run the workflow again/);
    }
  });

  test('of another process says where it is', async (t) => {
    const { MILLRACE_DATABASE_URL: database } = service.service.context.settings;
    if (database === undefined) {
      t.skip('two processes need PostgreSQL');
      return;
    }
    const address = await addressOf(await large(1_500));
    const home = await mkdtemp(join(tmpdir(), 'millrace-other-'));
    try {
      const settings = { MILLRACE_HOME: home, MILLRACE_DATABASE_URL: database, MILLRACE_PORT: '0' };
      await using other = await startService({ settings: readSettings({ ...settings, MILLRACE_LOG_LEVEL: 'silent' }) });
      const there = new Client(other.url);
      await there.signIn('admin', adminPassword);
      const answer = await there.get(`${address}/rows`);
      assert.equal(answer.status, 409);
      assert.match(
        answer.text,
        /are in the state folder of another process of the service: send the request to that process/,
      );
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  test('is in a backup, and there again when that is restored', async () => {
    const address = await addressOf(await large(1_500));
    const rows = await allOf(address);
    const folder = await mkdtemp(join(tmpdir(), 'millrace-backup-'));
    try {
      const path = join(folder, 'backup.tar.gz');
      await backUp({ settings: service.service.context.settings, path, withKey: true, withFiles: false });
      const home = join(folder, 'home');
      await mkdir(home);
      const settings = readSettings({
        ...service.storeEnvironment,
        MILLRACE_HOME: home,
        MILLRACE_PORT: '0',
        MILLRACE_LOG_LEVEL: 'silent',
      });
      await restore(settings, path, false);
      await using other = await startService({ settings });
      const there = new Client(other.url);
      await there.signIn('admin', adminPassword);
      assert.deepEqual(((await there.get(`${address}/rows?limit=10000`)).json as Page).rows, rows);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
