import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasShortYear, loadCatalogue, type Outcome, type Processor } from '@millrace/processors';
import { sharing } from '@millrace/testkit/engines';
import { isLong } from '@millrace/testkit/long';
import { checkExample } from '../src/examples/check-example.ts';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { ExampleCode, hasCode, type Case } from './explain-examples.ts';

const catalogue = await loadCatalogue();

/**
 * Whose code is run: what PySpark learns takes as long as what we learn, so of a class that learns the first example with
 * code is enough for each commit, and the others are run at night.
 */
function isRunByPySpark({ processor, example }: Case): boolean {
  if (!hasCode({ processor, example })) return false;
  const first = processor.examples.find((one) => hasCode({ processor, example: one }));
  return isLong || !processor.needs.includes('ml') || example === first;
}

/** What is marked unverified runs on Spark alone. */
const runsOnSail = ({ unverified, needs }: Processor): boolean =>
  unverified === undefined && needs.every((need) => need === 'python');

/** The same processor, which must say what of the run its rows depend on: another run is not to take them then. */
const withDistinctRuns = (processor: Processor, { fields, datasets }: Processor['examples'][number]): Processor => ({
  ...processor,
  async compose(input) {
    const outcome = await processor.compose(input);
    const changes = { now: { now: '1999-12-31T23:59:58.000Z' }, seed: { seed: input.seed + 1n } };
    for (const what of ['now', 'seed'] as const) {
      const other = await processor.compose({ ...input, ...changes[what] });
      // years of two digits are told apart by their pattern
      const isStated =
        processor.varies(input.stored).includes(what) ||
        (what === 'now' && hasShortYear(JSON.stringify([fields, datasets])));
      if (textOf(other) !== textOf(outcome))
        assert.ok(isStated, `${processor.nodeClass} depends on ${what} and does not say so`);
    }
    return outcome;
  },
});

/** What was composed, without the numbers that each plan gets anew. */
function textOf({ outputs, results = [] }: Outcome): string {
  const plans = [...outputs, ...results.flatMap((result) => ('data' in result ? [result.data] : []))];
  const texts = results.flatMap((result) => (result.type === 'text' ? [result.text] : []));
  const numbers = new Map<unknown, number>();
  return JSON.stringify([texts, plans.map(({ relation }) => relation)], (key, value: unknown) => {
    // names that operators and models of machine learning, and variables of functions, get anew too
    const isNew = key === 'planId' || key === 'planIds' || key === 'uid' || key === 'nameParts';
    if (isNew || (key === 'id' && typeof value === 'string'))
      return numbers.get(String(value)) ?? numbers.set(String(value), numbers.size).size;
    // so do files with the rows that Scala code returns
    if (key === 'paths' && Array.isArray(value))
      return value.map((path) => String(path).replace(/scala-[^/]+$/, 'scala'));
    return typeof value === 'bigint' ? String(value) : value;
  });
}

for (const kind of ['sail', 'spark'] as const) {
  describe(`every processor's examples on ${kind}`, () => {
    const host = new EngineHost(sharing());
    let engine: EngineSession;
    let code: ExampleCode;
    before(async () => {
      engine = await host.open(kind);
      code = new ExampleCode(engine);
    });
    after(async () => {
      await code?.[Symbol.asyncDispose]();
      await engine?.[Symbol.asyncDispose]();
      await host.close();
    });

    describe('hold', { concurrency: 4 }, () => {
      for (const processor of catalogue) {
        if (kind === 'sail' && !runsOnSail(processor)) continue;
        // composing again for other clocks and seeds is the same on both engines, and dear on Spark
        const isFirst = kind === 'sail' || !runsOnSail(processor);
        for (const example of processor.examples)
          test(`${processor.nodeClass}: ${example.name}`, async () => {
            const one = { processor: isFirst ? withDistinctRuns(processor, example) : processor, example };
            // code is written for Spark; what it gives on Sail is looked at each night
            const watched = kind === 'spark' && isRunByPySpark(one) ? code.noting(one) : one.processor;
            assert.deepEqual(await checkExample(watched, example, engine, kind), []);
          });
      }
    });

    if (kind === 'spark')
      test('give the same when PySpark runs their code', async (t) => {
        t.diagnostic(`${code.count} examples`);
        assert.ok(code.count > (isLong ? 800 : 700), `only ${code.count} examples have code`);
        assert.deepEqual(
          (await code.differences()).map(({ problem }) => problem),
          [],
        );
      });
  });
}
