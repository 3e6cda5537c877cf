import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parseType, types, type Value } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { compareTables } from '@millrace/parity/compare';
import { EngineHost, parquetTypes } from '@millrace/engines/host';

const values: Readonly<Record<string, readonly [ddl: string, ...Value[]]>> = {
  boolean: ['boolean', true, false],
  byte: ['tinyint', -128, 127],
  short: ['smallint', -32_768, 32_767],
  integer: ['int', -2_147_483_648, 2_147_483_647],
  long: ['bigint', -(2n ** 63n), 2n ** 63n - 1n],
  float: ['float', 1.5, Number.NaN, -0],
  double: ['double', 1e300, Number.NEGATIVE_INFINITY, -0],
  string: ['string', '', 'é日本', 'a\nb'],
  binary: ['binary', Uint8Array.of(0, 255), new Uint8Array()],
  date: ['date', '0001-01-01', '1969-12-31', '9999-12-31'],
  timestamp: ['timestamp', '1969-12-31T23:59:59.999999Z', '2024-02-29T10:11:12Z'],
  decimal: ['decimal(38,18)', '-0.000000000000000001', '12345678901234567890.5'],
};

describe('what Sail writes to Parquet, Spark reads as if it had written it itself', () => {
  const host = new EngineHost(sharing());
  after(() => host.close());

  test('every type that auto lets Sail write, with nulls', async () => {
    assert.deepEqual(Object.keys(values).toSorted(), [...parquetTypes].toSorted());
    const folder = await mkdtemp(join(tmpdir(), 'millrace-parquet-'));
    await using sail = await host.open('sail');
    await using spark = await host.open('spark');
    try {
      for (const [kind, [ddl, ...list]] of Object.entries(values)) {
        const schema = types.struct([types.field('v', parseType(ddl))]);
        const read = async (engine: typeof sail) => {
          const path = join(folder, `${kind}-${engine.kind}`);
          const rows = [...list, null].map((v) => [v]);
          await engine.session.createDataFrame(rows, schema).write.format('parquet').save(path);
          return spark.session.read.parquet(path).table();
        };
        assert.equal(compareTables(await read(spark), await read(sail)), undefined, kind);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
