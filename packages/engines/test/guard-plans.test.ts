import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { functions as F, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { sqlTransformer } from '@millrace/spark-connect/ml';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '../src/host/host.ts';
import type { EngineSession } from '../src/host/session.ts';

const host = new EngineHost(sharing());
let engine: EngineSession;
before(async () => {
  engine = await host.open('sail');
});
after(() => host.close());

const refused: Readonly<Record<string, (session: SparkSession) => DataFrame>> = {
  'a statement': (s) => s.sql('drop table x'),
  'a table that is no input': (s) => s.sql('select * from x', { inputs: { t: s.range(1) } }),
  'a path as a table': (s) => s.sql('select * from text.`/etc/passwd`'),
  'a path as a named table': (s) => s.read.table('text.`/etc/passwd`'),
  'a call into the JVM': (s) => s.range(1).select(F.expr("java_method('java.lang.System', 'exit', 0)")),
  'a call into the JVM as a plan': (s) => s.range(1).select(F.call('reflect', 'java.lang.System', 'exit')),
  'a path in the SQL of a stage': (s) =>
    sqlTransformer({ statement: 'select * from csv.`/etc/passwd`' }).transform(s.range(1)),
  'a call into the JVM in the SQL of a stage': (s) =>
    sqlTransformer({ statement: "select reflect('java.lang.System', 'exit') from __THIS__" }).transform(s.range(1)),
  'a statement in an expression': (s) => s.range(1).filter('exists (select 1 from x)'),
};

for (const [name, plan] of Object.entries(refused))
  test(`${name} is refused before it is sent, each time`, async () => {
    const df = plan(engine.session);
    for (const ask of [() => df.schema(), () => df.table(), () => df.schema(), () => df.write.parquet('/nowhere')])
      await assert.rejects(ask(), { name: 'RunError', code: 'UNSAFE_SQL' });
  });

test('what passed beside its input is refused without it', async () => {
  const { session } = engine;
  const input = session.range(3);
  const query = session.sql('select * from t', { inputs: { t: input } });
  assert.equal((await query.table()).rows.length, 3);
  await assert.rejects(session.sql('select * from t').table(), { code: 'UNSAFE_SQL' });
});
