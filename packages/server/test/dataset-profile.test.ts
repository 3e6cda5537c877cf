import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { principalOfUser } from '../src/access/principal.ts';
import { inspectionRequest } from '../src/datasets/inspection-request.ts';
import { profileOf } from '../src/datasets/profile.ts';
import { TestService, type Answer, type Client } from './support.ts';

interface ProfileAnswer {
  readonly rows: number;
  readonly complete: boolean;
  readonly rejected: number | null;
  readonly warnings: readonly string[];
  readonly columns: readonly Record<string, unknown>[];
}

const profileFacts = (answer: Answer): ProfileAnswer => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json as ProfileAnswer;
};

describe('the profile of a dataset', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await TestService.start();
    client = await service.signedIn();
    const lines = ['name,age,born,note', 'Ada,36,1815-12-10,', 'Eve,7,1991-01-01,', 'Ada,x,,', 'Bo,,2020-02-30,'];
    await writeFile(join(service.files, 'people.csv'), `${lines.join('\n')}\n`);
  });
  after(() => service[Symbol.asyncDispose]());

  const profile = (body: object): Promise<Answer> => client.post('/api/v1/datasets/profile', body);

  test('of files that are no dataset yet: what is not said is found out', async () => {
    const { columns, ...all } = profileFacts(await profile({ path: 'people.csv' }));
    assert.deepEqual(all, { rows: 4, complete: true, rejected: null, warnings: [] });
    assert.deepEqual(
      columns.map(({ name, type, nulls, distinct }) => [name, type, nulls, distinct]),
      [
        ['name', 'string', 0, 3],
        ['age', 'string', 1, 3],
        ['born', 'string', 1, 3],
        ['note', 'string', 4, 0],
      ],
    );
    assert.deepEqual(columns[0]?.['top'], [
      { value: 'Ada', count: 2 },
      { value: 'Bo', count: 1 },
      { value: 'Eve', count: 1 },
    ]);
  });

  test('of a saved dataset: cells that do not fit are absent, and their rows are counted', async () => {
    const datasetSchema = JSON.stringify({
      colNames: ['who', 'age', 'born', 'note'],
      colTypes: ['STRING', 'INTEGER', 'DATE', 'DOUBLE'],
    });
    const fields = { path: 'people.csv', datasetType: 'CSV', header: true, delimiter: ',' };
    const creation = await client.post('/api/v1/datasets', { name: 'People', ...fields, datasetSchema });
    const { columns, ...all } = profileFacts(
      await client.post(`/api/v1/datasets/${creation.headers.get('x-dataset-id')}/profile`),
    );
    assert.deepEqual([all.rows, all.complete, all.rejected], [4, true, 2]);
    assert.match(all.warnings.join(), /is named "name" in the header but declared as "who"/);
    assert.deepEqual(columns[1], {
      name: 'age',
      type: 'int',
      rows: 4,
      nulls: 2,
      nans: 0,
      distinct: 2,
      min: '7',
      max: '36',
      mean: 21.5,
      bins: { from: 7, to: 36, counts: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
      top: null,
    });
    assert.deepEqual(
      [columns[2]?.['min'], columns[2]?.['max'], columns[2]?.['nulls']],
      ['1815-12-10', '1991-01-01', 2],
    );
    assert.deepEqual([columns[3]?.['nulls'], columns[3]?.['bins']], [4, null]);
  });

  test('of files with a schema of their own, and of plain lines', async () => {
    await writeFile(join(service.files, 'some.jsonl'), '{"n":1,"x":{"y":[1,2]}}\n{"n":5,"x":null}\n');
    const json = profileFacts(await profile({ path: 'some.jsonl' }));
    assert.deepEqual(
      json.columns.map(({ name, nulls, distinct, max }) => [name, nulls, distinct, max]),
      [
        ['n', 0, 2, '5'],
        ['x', 1, null, null],
      ],
    );
    const lines = profileFacts(await profile({ path: 'people.csv', datasetType: 'TEXT' }));
    assert.deepEqual([lines.rows, lines.columns.length, lines.columns[0]?.['distinct']], [5, 1, 5]);
  });

  test('of many rows is one of the first, and says so', async () => {
    const lines = Array.from({ length: 100_100 }, (_, i) => `${i},${i % 2 === 0 ? '' : 'odd'}`);
    await writeFile(join(service.files, 'many.csv'), `id,odd\n${lines.join('\n')}\n`);
    const { rows, complete, columns } = profileFacts(await profile({ path: 'many.csv' }));
    assert.deepEqual([rows, complete], [100_000, false]);
    assert.deepEqual(
      columns.map(({ nulls, distinct, max }) => [nulls, distinct, max]),
      [
        [0, 100_000, '99999'],
        [50_000, 1, 'odd'],
      ],
    );
    assert.deepEqual(columns[0]?.['bins'], {
      from: 0,
      to: 99_999,
      counts: Array.from({ length: 16 }, () => 6_250),
    });
  });

  test('is refused by name for what cannot be read', async () => {
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ path: 'nowhere.csv' }, /nowhere\.csv/],
      [{ path: 'people.csv', datasetType: 'HIVE' }, /HIVE cannot be previewed/],
      [{ path: 'people.csv', datasetType: 'PARQUET' }, /people\.csv" cannot be read as PARQUET|PARQUET|Parquet/],
      [{ path: '../out.csv' }, /out\.csv/],
    ];
    for (const [body, says] of cases) {
      const answer = await profile(body);
      assert.equal(answer.status, 422, answer.text);
      assert.match((answer.json as { detail: string }).detail, says);
    }
    assert.equal((await profile({})).status, 400);
    assert.equal((await client.post('/api/v1/datasets/999999/profile')).status, 404);
  });

  test('ends with whoever asked for it, and its engine with it', async (t) => {
    const row = Array.from({ length: 40 }, (_, i) => `value ${i}`).join(',');
    const lines = Array.from({ length: 100_000 }, (_, i) => `${i},${row}`);
    await writeFile(join(service.files, 'wide.csv'), `${lines.join('\n')}\n`);
    const { context } = service.service;
    const who = await principalOfUser(context.db, 1);
    assert.ok(who !== undefined);
    const opened = Promise.withResolvers<void>();
    const open = context.host.open.bind(context.host);
    t.mock.method(context.host, 'open', (...args: Parameters<typeof open>) =>
      open(...args).finally(() => opened.resolve()),
    );
    const stop = new AbortController();
    const inspection = inspectionRequest({}, { path: 'wide.csv', header: false, delimiter: ',' });
    const work = profileOf(context, who, inspection, stop.signal);
    await opened.promise;
    stop.abort();
    await assert.rejects(work, /was canceled/);
    // one is made at a time
    assert.equal(profileFacts(await profile({ path: 'people.csv' })).rows, 4);
  });
});
