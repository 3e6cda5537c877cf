import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { checkExample } from '../src/examples.ts';
import { EngineHost, type EngineSession } from '../src/host.ts';

const catalogue = await loadCatalogue();

for (const kind of ['sail', 'spark'] as const) {
  describe(`every processor's examples hold on ${kind}`, { concurrency: 4 }, () => {
    const host = new EngineHost();
    let engine: EngineSession;
    before(async () => {
      engine = await host.open(kind);
    });
    after(() => host.close());
    for (const processor of catalogue) {
      // what is marked unproven runs on Spark alone
      if (kind === 'sail' && (processor.unproven !== undefined || processor.needs.length > 0)) continue;
      for (const example of processor.examples)
        test(`${processor.nodeClass}: ${example.name}`, async () => {
          assert.deepEqual(await checkExample(processor, example, engine.session, kind), []);
        });
    }
  });
}
