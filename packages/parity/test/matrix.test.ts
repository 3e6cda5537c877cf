import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SparkSession } from '@millrace/spark-connect';
import { sharedEngine } from '@millrace/testkit/engines';
import type { Engine } from '@millrace/engines';
import type { Case } from '../src/cases/case.ts';
import { areas } from '../src/cases/index.ts';
import { decide, readMatrix } from '../src/index.ts';
import { verify } from '../src/verify.ts';
import { mergeVerdicts, summarise, type KeyVerdict } from '../src/summary.ts';
import { whyUnverifiable } from '../src/unverifiable.ts';
import { subjectsOf, type Verdict } from '../src/verdict.ts';
import { sessionConfig } from '@millrace/engines/host';

const table = readMatrix();
const cases = areas.flatMap((area) => area.cases);
/** The share of cases that this test runs: all of them take minutes (`make-matrix.ts`). Statements cost more than expressions. */
const sample = (own: Case[]): Case[] => own.filter((c, i) => i % (c.expression && !c.fails ? 6 : 24) === 0);

describe('the committed compatibility matrix', () => {
  it('speaks of every construct that the cases are about', () => {
    const keys = new Set(cases.filter((c) => c.tolerated === undefined).flatMap(subjectsOf));
    const absent = [...keys].filter(
      (key) => !table.keys.has(key) && whyUnverifiable(key) === undefined && !key.startsWith('name:'),
    );
    assert.deepEqual(absent, [], 'run make-matrix.ts');
  });
  it('rests on cases that are each about something', () => {
    for (const c of cases) assert.ok(subjectsOf(c).length > 0, c.sql);
  });
  it('loses no proof when some areas are run anew', () => {
    const verified = (cases: number) => ({ verified: true, cases }) as const;
    const not = (reason: string) => ({ verified: false, reason }) as const;
    const besideVerdict = not('tested only together with constructs that differ');
    const before = new Map<string, KeyVerdict>([['many', verified(9)], ['alone', verified(1)], ['refuted', not('differs')], ['beside', besideVerdict], ['doubted', verified(2)], ['known', not('differs')]]); // prettier-ignore
    const now = new Map<string, KeyVerdict>([['many', verified(1)], ['alone', besideVerdict], ['refuted', verified(3)], ['beside', verified(1)], ['doubted', not('differs')], ['known', not('differs in another case')], ['new', verified(1)]]); // prettier-ignore
    assert.deepEqual(Object.fromEntries(mergeVerdicts(before, now)), {
      many: verified(9),
      alone: verified(1),
      refuted: not('differs'),
      beside: verified(1),
      doubted: not('differs'),
      known: not('differs'),
      new: verified(1),
    });
  });
  it('blames a difference on what another area refutes', () => {
    const of = (outcome: Verdict['outcome'], ...keys: string[]): Verdict => ({
      case: { sql: keys.join(' '), inputs: {} },
      keys,
      outcome,
      hasNames: false,
    });
    const verdicts = [of('same', 'inner'), of('same', 'outer'), of('differs', 'inner', 'outer')];
    const refuted = new Map<string, KeyVerdict>([['inner', { verified: false, reason: 'differs' }]]);
    const others = new Map<string, KeyVerdict>([
      ['inner', { verified: false, reason: 'tested only together with constructs that differ' }],
    ]);
    const verifiedBy = (before?: ReadonlyMap<string, KeyVerdict>): string[] =>
      [...summarise(verdicts, before)].filter(([, v]) => v.verified).map(([key]) => key);
    assert.deepEqual(verifiedBy(), []);
    assert.deepEqual(verifiedBy(others), []);
    assert.deepEqual(verifiedBy(refuted), ['inner', 'outer']);
    assert.equal(mergeVerdicts(refuted, summarise(verdicts, refuted)).get('inner')?.verified, false);
  });
  it('covers at least 250 functions and 60 other constructs', () => {
    const verified = [...table.keys].filter(([, v]) => v.verified).map(([key]) => key);
    const names = (keys: string[]): Set<string> =>
      new Set(keys.map((key) => /^(?:fn|agg|window|generator):(\w+)/.exec(key)?.[1] ?? ''));
    assert.ok(names([...table.keys.keys()]).size >= 250, `${names([...table.keys.keys()]).size} functions have cases`);
    assert.ok(
      verified.filter((key) => !/^(fn|agg|window|generator|op|cast|try_cast|name|format):/.test(key)).length >= 60,
    );
  });
  it('says why there is no proof', () => {
    for (const [key, verdict] of table.keys) if (!verdict.verified) assert.ok(verdict.reason.length > 5, key);
  });
});

describe('the compatibility matrix on the engines', () => {
  let sail: Engine;
  let spark: Engine;
  before(async () => {
    [sail, spark] = await Promise.all([sharedEngine('sail'), sharedEngine('spark')]);
  });

  it('was made on these engines', () => assert.deepEqual([table.sail, table.spark], [sail.version, spark.version]));

  for (const { name, cases: own } of areas) {
    it(`holds no proof that a case of ${name} speaks against`, async () => {
      await using onSail = await SparkSession.connect(sail.url, sessionConfig);
      await using onSpark = await SparkSession.connect(spark.url, sessionConfig);
      const verdicts = await verify(sample(own), onSail, onSpark); // prettier-ignore
      for (const { case: c, keys, outcome, reason, inference } of verdicts) {
        assert.notEqual(outcome, 'invalid', `${c.sql}: ${reason}`);
        assert.equal(inference, undefined, c.sql);
        if (outcome === 'same' || c.tolerated === 'integer overflow' || (c.tolerated && outcome === 'error')) continue;
        assert.equal(
          decide([{ nodeId: '1', keys: keys.filter((key) => !key.startsWith('name:')) }], table.keys).engine,
          'spark',
          `${c.sql}: ${reason}`,
        );
      }
    });
  }
});
