import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { statuses } from '../src/executions/status.ts';
import { readSettings, startService } from '../src/index.ts';
import { csv, endless, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { adminPassword, Client, TestService, type Answer } from './support.ts';
import { until } from '@millrace/testkit/until';

const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);

describe('the log of a run', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    const settings = { MILLRACE_ENGINE: 'sail', MILLRACE_SPARK_REMOTE: 'sc://127.0.0.1:9' };
    service = await TestService.start(settings);
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\nBo,seven\nCy,41\n');
  });
  after(() => service[Symbol.asyncDispose]());

  const startRun = async (
    name: string,
    projectId: number | undefined,
    ...nodes: readonly NodeDraft[]
  ): Promise<number> => {
    const creation = await client.post('/api/v1/workflows', {
      workflow: inARow(name, nodes),
      ...(projectId === undefined ? {} : { projectId }),
    });
    assert.equal(creation.status, 200, creation.text);
    const answer = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const runToEnd = async (name: string, ...nodes: readonly NodeDraft[]): Promise<number> => {
    const run = await startRun(name, undefined, ...nodes);
    await client.waitForEnd(run);
    return run;
  };
  const logOf = (run: number, query = ''): Promise<Answer> =>
    client.get(`/api/v1/workflow-executions/${run}/logs/view${query}`);
  const recordOf = async (run: number): Promise<{ logs: string; logView: string }> =>
    (await client.get(`/api/v1/workflow-executions/${run}`)).json as { logs: string; logView: string };
  const fileOf = async (run: number): Promise<string> => {
    const { logs } = await recordOf(run);
    assert.match(logs, new RegExp(`^logs/\\d{4}-\\d\\d/${run}\\.log$`));
    return join(service.folder, 'home', logs);
  };
  const isThere = (file: string): Promise<boolean> =>
    stat(file).then(
      () => true,
      () => false,
    );
  /** Resolves when a run is at work on its nodes. */
  const atWork = async (run: number): Promise<void> => {
    await until(async () => (await logOf(run)).text.includes(') started\n'));
  };

  test('lies in a file that the record names, for its user alone, and the view gives the same', async () => {
    const run = await runToEnd('Logged', people, print);
    const file = await fileOf(run);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const text = await readFile(file, 'utf8');
    const lines = text.split('\n').slice(0, -1);
    for (const line of lines) assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]{12}Z (INFO|WARNING|ERROR) \S+ ./);
    const texts = lines.map((line) => line.slice(25).replaceAll(/\d+ ms/g, 'N ms'));
    assert.equal(texts[0], 'INFO - "Logged" started: 2 nodes, engine sail');
    assert.match(texts[1] ?? '', /^INFO - on sail \(up in N ms\): /);
    for (const line of [
      'INFO 1 "NodeDatasetCSV" (fire.nodes.dataset.NodeDatasetCSV) started',
      'INFO 1 "NodeDatasetCSV" COMPLETED in N ms, 3 rows',
      'WARNING 1 1 rows have a cell that does not match the type of its column',
    ])
      assert.ok(texts.includes(line), text);
    assert.equal(texts.at(-1), 'INFO - COMPLETED on sail in N ms');
    const { logView } = await recordOf(run);
    const view = await client.get(logView);
    assert.equal(view.text, text);
    assert.match(view.headers.get('content-type') ?? '', /^text\/plain/);
  });

  test('is searched, filtered by level, and read page by page', async () => {
    const run = await runToEnd('Paged', people, print);
    const file = await fileOf(run);
    const more = Array.from({ length: 30_000 }, (_, i) => `2026-01-01T00:00:00.000Z INFO - line ${i}\n`);
    await appendFile(file, more.join(''));
    const whole = await readFile(file, 'utf8');
    assert.equal((await logOf(run)).text, whole);
    let [text, next]: [string, string | null] = ['', '0'];
    for (; next !== null;) {
      const page: Answer = await logOf(run, `?from=${next}&lines=9999`);
      assert.equal(page.status, 200, page.text);
      text += page.text;
      next = page.headers.get('x-next-line');
    }
    assert.ok(text === whole, 'the pages are not the whole');
    assert.equal((await logOf(run, '?level=warning')).text, whole.match(/^\S+ WARNING .*\n/gm)?.join(''));
    assert.equal((await logOf(run, '?search=LINE%2029999')).text, more.at(-1));
    const first = await logOf(run, '?search=line%201234&lines=2');
    assert.equal(first.text, `${more[1234]}${more[12_340]}`);
    const rest = await logOf(run, `?search=line%201234&from=${first.headers.get('x-next-line')}`);
    assert.equal(rest.text, more.slice(12_341, 12_350).join(''));
    for (const wrong of ['level=loud', 'lines=0', 'lines=10001', 'from=-1'])
      assert.equal((await logOf(run, `?${wrong}`)).status, 400, wrong);
  });

  test('tells, as the records and the kept work do, what it takes of the disk', async () => {
    type Storage = { database: number; logs: { files: number; bytes: number }; reuse: { bytes: number }; free: number };
    const read = async (): Promise<Storage> => (await client.get('/api/v1/storage')).json as Storage;
    const before = await read();
    const run = await runToEnd('Measured', people, print);
    const after = await read();
    assert.equal(after.logs.files, before.logs.files + 1);
    assert.equal(after.logs.bytes, before.logs.bytes + (await stat(await fileOf(run))).size);
    assert.ok(after.database > 0 && after.free > 0 && after.reuse.bytes > 0, JSON.stringify(after));
    const analyst = await service.addUser('ada');
    assert.equal((await analyst.get('/api/v1/storage')).status, 403);
  });

  test('of one that failed tells why and what to try', async () => {
    const run = await runToEnd('Failing', csv('nowhere.csv', ['a'], ['STRING']), print);
    const errors = (await logOf(run, '?level=error')).text;
    assert.match(errors, /^\S+ ERROR 1 "NodeDatasetCSV" FAILED in \d+ ms: \S+: .*nowhere\.csv/);
    assert.match(errors, /ERROR 1 to try: /);
    assert.match(errors, /ERROR - FAILED on sail/);
    assert.match((await logOf(run, '?level=warning')).text, /WARNING 2 "NodePrintFirstNRows" SKIPPED: node 1 failed/);
  });

  test('holds the last words of an engine that has died', async () => {
    const type = `${'array<'.repeat(20_000)}int${'>'.repeat(20_000)}`;
    const run = await runToEnd('Too deep', people, sql(`select from_json('1', '${type}') as one from t`), print);
    const errors = (await logOf(run, '?level=error')).text;
    assert.match(errors, /ERROR - sail ended: /);
    assert.match((await logOf(run, '?search=sail:')).text, /^\S+ INFO - sail: .*Starting the Spark Connect server/);
    assert.equal(await readFile(await fileOf(run), 'utf8'), (await logOf(run)).text);
  });

  test('tells that an engine did not come up', async () => {
    const creation = await client.post('/api/v1/workflows', { workflow: inARow('On Spark', [people, print]) });
    const runRequest = { workflowId: Number(creation.text), sparkConfig: 'millrace.engine=spark' };
    const run = Number((await client.post('/api/v1/workflow/execute', runRequest)).text);
    assert.equal(await client.waitForEnd(run), 'FAILED');
    const errors = (await logOf(run, '?level=error')).text;
    assert.match(errors, /^\S+ ERROR - spark ended: it did not start\n\S+ ERROR - spark cannot be used: /);
  });

  test('is whole when a run that was cut off begins again, and says so', async () => {
    const run = await startRun('Endless', undefined, people, endless);
    await atWork(run);
    const file = await fileOf(run);
    await service.service.close();
    const before = await readFile(file, 'utf8');
    // as a process that is killed may leave it
    await truncate(file, 40);
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    await until(async () => (await logOf(run)).text.slice(before.length).includes(') started\n'));
    const text = await readFile(file, 'utf8');
    assert.ok(text.startsWith(before), text);
    assert.match(text.slice(before.length), /^\S+ WARNING - the run starts again: it was interrupted\n/);
    assert.equal(text.match(/ INFO - "Endless" started/g)?.length, 2, text);
    await client.post(`/api/v1/workflow-execution/${run}/kill`);
  });

  test('tells the end of a run that was cut off too often', async () => {
    const run = await runToEnd('Cut off', people, print);
    const file = await fileOf(run);
    const before = await readFile(file, 'utf8');
    // as a process that was killed leaves it
    const state = { status: statuses.RUNNING, crashes: 2, leaseUntil: 0 };
    await service.service.context.db.updateTable('executions').set(state).where('id', '=', run).execute();
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    const text = await readFile(file, 'utf8');
    assert.match(text.slice(before.length), /^\S+ ERROR - the service ended while it ran, several times: .*\n$/);
    assert.equal((await logOf(run)).text, text);
  });

  test('is answered from the stored events where its file is lost, or cannot be written any more', async () => {
    const run = await runToEnd('Lost', people, print);
    const { text } = await logOf(run);
    const file = await fileOf(run);
    await rm(file);
    assert.equal((await logOf(run)).text, text);

    const cut = await startRun('Taken away', undefined, people, endless);
    await atWork(cut);
    await rm(await fileOf(cut));
    await client.post(`/api/v1/workflow-execution/${cut}/stop`);
    assert.equal(await client.waitForEnd(cut), 'STOPPED');
    assert.match(
      (await logOf(cut)).text,
      /started: 2 nodes[\s\S]*WARNING - a user requested to stop the run\n[\s\S]*WARNING - STOPPED on sail/,
    );
    assert.equal((await recordOf(cut)).logs, '');
  });

  test('of another process is answered from the stored events', async (t) => {
    const run = await runToEnd('Elsewhere', people, print);
    const { text } = await logOf(run);
    const { MILLRACE_DATABASE_URL: database } = service.service.context.settings;
    if (database === undefined) {
      t.skip('two processes need PostgreSQL');
      return;
    }
    const home = await mkdtemp(join(tmpdir(), 'millrace-other-'));
    try {
      await using other = await startService({
        settings: readSettings({
          MILLRACE_HOME: home,
          MILLRACE_DATABASE_URL: database,
          MILLRACE_PORT: '0',
          MILLRACE_LOG_LEVEL: 'silent',
        }),
      });
      const there = new Client(other.url);
      await there.signIn('admin', adminPassword);
      assert.equal((await there.get(`/api/v1/workflow-executions/${run}/logs/view`)).text, text);
      assert.ok(await isThere(await fileOf(run)));
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  test('goes with the run when that is deleted, purged, or its project is deleted', async () => {
    const one = await runToEnd('One', people, print);
    const file = await fileOf(one);
    assert.ok(await isThere(file));
    assert.equal((await client.send('DELETE', '/api/v1/workflow-executions', { ids: [one] })).status, 200);
    assert.ok(!(await isThere(file)));

    const { id: project } = (await client.post('/api/v1/projects', { name: 'Short-lived' })).json as { id: number };
    const its = await startRun('Its', project, people, print);
    await client.waitForEnd(its);
    const itsFile = await fileOf(its);
    const workflows = (await client.get(`/api/v1/workflows?projectId=${project}`)).json as { id: number }[];
    for (const { id } of workflows) await client.delete(`/api/v1/workflows/${id}`);
    assert.equal((await client.delete(`/api/v1/projects/${project}`)).status, 200);
    assert.ok(!(await isThere(itsFile)));

    const [old, working] = [
      await runToEnd('Old', people, print),
      await startRun('Working', undefined, people, endless),
    ];
    await atWork(working);
    const files = [await fileOf(old), await fileOf(working)] as const;
    assert.equal((await client.delete('/api/v1/workflow-executions/days/0')).status, 200);
    assert.deepEqual(await Promise.all(files.map(isThere)), [false, true]);
    await client.post(`/api/v1/workflow-execution/${working}/kill`);
  });

  test('is swept at the start where its run is gone, unless the store is another one', async () => {
    const [orphan, other] = [await runToEnd('Gone', people, print), await runToEnd('Left', people, print)];
    const files = [await fileOf(orphan), await fileOf(other)] as const;
    const { db } = service.service.context;
    await db.deleteFrom('executions').where('id', '=', orphan).execute();
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
    await until(async () => !(await isThere(files[0])));
    assert.ok(await isThere(files[1]));

    await service.service.context.db.deleteFrom('executions').execute();
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    await service.service.close();
    assert.ok(await isThere(files[1]));
    await service.restart({ MILLRACE_ENGINE: 'sail' });
    client = await service.signedIn();
  });
});
