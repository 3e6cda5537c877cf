import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sharedEngine } from '@millrace/testkit/engines';
import { SparkSession } from '../src/index.ts';

describe('SQL over named inputs', () => {
  let session: SparkSession;
  before(async () => {
    session = await SparkSession.connect((await sharedEngine('open spark')).url);
  });
  after(async () => {
    await session.stop();
  });

  test('many queries at once, all with the same input name, each see their own input', async () => {
    const queries = Array.from({ length: 8 }, async (_, i) => {
      const input = session.createDataFrame([[i]], 'n int');
      const query = session.sql('select n, count(*) as c from t group by n', { inputs: { t: input } });
      const [rows, schema, checkpoint] = await Promise.all([query.collect(), query.schema(), query.checkpoint()]);
      assert.deepEqual(rows, [{ n: i, c: 1n }]);
      assert.equal(schema.fields.length, 2);
      assert.deepEqual(await checkpoint.collect(), rows);
    });
    await Promise.all(queries);
  });

  test('leave the tables of the catalogue to be listed, and views to be made and dropped, at the same time', async () => {
    const input = session.range(2);
    const rounds = Array.from({ length: 30 }, async (_, i) => {
      const query = session.sql('select count(*) as c from t', { inputs: { t: input } });
      const [rows, tables] = await Promise.all([
        query.collect(),
        session.catalog.listTables(),
        input.createOrReplaceTempView(`view_${i}`).then(() => session.catalog.dropTempView(`view_${i}`)),
      ]);
      assert.deepEqual(rows, [{ c: 2n }]);
      assert.ok(tables.every(({ name }) => name.startsWith('view_')));
    });
    await Promise.all(rounds);
  });
});
