import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SparkError } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';

/** Views and the catalogue. */
export function views({ kind, session, open }: EngineFixture): void {
  test('is a view of its session alone', async () => {
    const [spark, other] = [await session(), await open()];
    await spark.range(3).createOrReplaceTempView('mine');
    assert.equal(await spark.table('mine').count(), 3);
    assert.deepEqual(await spark.sql('select max(id) as m from mine').collect(), [{ m: 2n }]);
    await assert.rejects(other.table('mine').count(), SparkError);
    assert.equal(await spark.catalog.dropTempView('mine'), true);
    await assert.rejects(spark.table('mine').count(), SparkError);
    if (kind === 'spark') assert.equal(await spark.catalog.dropTempView('mine'), false);
    else await assert.rejects(spark.catalog.dropTempView('mine'), /Temporary View not found: mine/);
  });

  test('is not made a view over another one unless told', async () => {
    const spark = await session();
    await spark.range(1).createTempView('once');
    await assert.rejects(spark.range(2).createTempView('once'), SparkError);
    await spark.range(2).createOrReplaceTempView('once');
    assert.equal(await spark.table('once').count(), 2);
  });

  test('is a view of all sessions when global', async () => {
    const [spark, other] = [await session(), await open()];
    await spark.range(3).createOrReplaceGlobalTempView('ours');
    if (kind === 'spark') assert.equal(await other.table('global_temp.ours').count(), 3);
    assert.equal(await spark.table('global_temp.ours').count(), 3);
    assert.equal(await spark.catalog.dropGlobalTempView('ours'), true);
  });

  test('is listed in the catalogue', async () => {
    const spark = await session();
    assert.equal(await spark.catalog.currentDatabase(), 'default');
    assert.ok((await spark.catalog.listDatabases()).includes('default'));
    await spark.range(1).createOrReplaceTempView('listed');
    // Sail lists no temporary views
    const view = (await spark.catalog.listTables(undefined, 'listed')).find((t) => t.name === 'listed');
    assert.equal(view?.isTemporary, kind === 'spark' ? true : undefined);
    assert.equal(await spark.catalog.tableExists('listed'), true);
    assert.equal(await spark.catalog.tableExists('unlisted'), false);
  });

  test('lives in the database that is current', async () => {
    const spark = await open();
    await spark.execute('create database if not exists elsewhere');
    assert.equal(await spark.catalog.databaseExists('elsewhere'), true);
    assert.equal(await spark.catalog.databaseExists('nowhere'), false);
    await spark.catalog.setCurrentDatabase('elsewhere');
    assert.equal(await spark.catalog.currentDatabase(), 'elsewhere');
    await spark.range(2).write.format('parquet').saveAsTable('there');
    if (kind === 'spark') await spark.catalog.refreshTable('there');
    else await assert.rejects(spark.catalog.refreshTable('there'), SparkError);
    // Sail's catalogue is the session's own
    const other = kind === 'spark' ? await open() : spark;
    assert.equal(await other.table('elsewhere.there').count(), 2);
    await spark.execute('drop table there');
    await spark.execute('drop database elsewhere');
  });

  test('is what a statement of SQL gives', async () => {
    const spark = await session();
    const statement = 'create or replace temporary view stated as select';
    if (kind === 'spark') await spark.execute(`${statement} :n as n`, { n: 7 });
    else {
      await assert.rejects(spark.execute(`${statement} :n as n`, { n: 7 }), /command with parameters/);
      await spark.execute(`${statement} 7 as n`);
    }
    assert.deepEqual(await (await spark.execute('select * from stated')).collect(), [{ n: 7 }]);
  });
}
