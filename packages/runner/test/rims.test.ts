import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue, type Example, type ExampleTable, type Processor } from '@millrace/processors';
import { sharing } from '@millrace/testkit/engines';
import { isLong } from '@millrace/testkit/long';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost } from '@millrace/engines/host';
import { onBoth, onParts, type Both } from './rims/on-both.ts';
import { withOtherFields } from './rims/other-fields.ts';
import { rimTable, variants, type Variant } from './rims/rim-rows.ts';

const catalogue = await loadCatalogue();

/** What may run on Sail at all. */
const mayBeOnSail = ({ unverified, needs }: Processor): boolean => unverified === undefined && needs.length === 0;

/** The tables that an example reads, where it reads nothing else; none where it is about a refusal. */
function tablesOf(example: Example): readonly ExampleTable[] {
  const { input, error, unverified, after: behind, files, pages, datasets } = example;
  const others = [error, unverified, behind, files, pages, datasets];
  if (input === undefined || others.some((other) => other !== undefined)) return [];
  return Array.isArray(input) ? (input as readonly ExampleTable[]) : [input as ExampleTable];
}

/** All values at once with each commit; the other tables, and rows apart from those that are refused, each night. */
const trials: readonly Variant[] = isLong ? variants : ['all'];
const compare = isLong ? onParts : onBoth;

/** A processor's examples with other values of fields: of the first one that Sail runs, each night. */
function* examplesOf(
  { examples, fields }: Processor,
  isOnSail: (example: Example) => boolean,
): Generator<readonly [Example, readonly Variant[]]> {
  for (const example of examples) if (tablesOf(example).length > 0) yield [example, trials];
  const first = isLong ? examples.find(isOnSail) : undefined;
  if (first !== undefined) for (const other of withOtherFields({ examples, fields }, first)) yield [other, ['all']];
}

describe(
  'every processor gives the same rows on both engines for values at the rims of types',
  { concurrency: 4 },
  () => {
    const host = new EngineHost(sharing());
    const onSail = { processors: new Set<string>(), fields: new Set<string>() };
    const kinds = new Map<string, number>();
    let both: Both;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'millrace-rims-'));
      const [sail, spark] = await Promise.all([host.open('sail'), host.open('spark')]);
      both = { sail, spark, catalogue, files: new LocalFiles(folder) };
    });
    after(async () => {
      await both?.files[Symbol.asyncDispose]();
      await Promise.all([both?.sail, both?.spark].map((engine) => engine?.[Symbol.asyncDispose]()));
      await host.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** What differs for an example; counts what becomes of it. */
    async function differencesOf(processor: Processor, example: Example, list: readonly Variant[]): Promise<string[]> {
      const differing: string[] = [];
      for (const variant of list) {
        const rims = tablesOf(example).map((table) => rimTable(table, variant));
        const differences = [await compare(processor, example, rims, both)].flat();
        for (const { kind } of differences) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if (differences.some(({ kind }) => kind !== 'on Spark')) noteOnSail(processor, example);
        differing.push(
          ...differences.flatMap(({ kind, what }) =>
            kind === 'differs' ? [`${example.name}, ${variant}: ${what}`] : [],
          ),
        );
      }
      return differing;
    }

    const ranOnSail = new Set<Example>();
    function noteOnSail({ nodeClass }: Processor, example: Example): void {
      ranOnSail.add(example);
      onSail.processors.add(nodeClass);
      for (const name of Object.keys(example.fields ?? {})) onSail.fields.add(`${nodeClass}.${name}`);
    }

    for (const processor of catalogue) {
      if (!mayBeOnSail(processor) || processor.examples.every((example) => tablesOf(example).length === 0)) continue;
      test(processor.nodeClass, async () => {
        const differing: string[] = [];
        for (const [example, list] of examplesOf(processor, (one) => ranOnSail.has(one)))
          differing.push(...(await differencesOf(processor, example, list)));
        assert.deepEqual(differing, []);
      });
    }

    test('most processors that may run on Sail do', (t) => {
      const { processors, fields } = onSail;
      t.diagnostic(`${processors.size} processors with ${fields.size} fields on Sail: ${JSON.stringify([...kinds])}`);
      assert.ok(processors.size > 120, `only ${processors.size} processors ran on Sail`);
    });
  },
);
