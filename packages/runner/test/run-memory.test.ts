import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { testFolder } from '@millrace/testkit/shared';
import { loadCatalogue } from '@millrace/processors';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { prepareRun, runWorkflow } from '../src/index.ts';
import { csv, inARow, print, sql } from './drafts.ts';
import { until } from '@millrace/testkit/until';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a run that has ended leaves nothing in memory', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'people.csv'), 'name,age\nAda,36\n');
  const catalogue = await loadCatalogue();
  const workflow = inARow([
    csv('people.csv', 'name age', 'STRING INTEGER'),
    sql('select age + 1 as older from t'),
    print,
  ]);
  await using host = new EngineHost();
  const once = async (): Promise<WeakRef<object>> => {
    await using files = new LocalFiles(folder);
    const prepared = prepareRun({ workflow, catalogue, datasets: new Map() });
    assert.ok(prepared.ok, JSON.stringify(prepared));
    const services = { catalogue, datasets: new Map(), files, host, emit: () => undefined };
    const { status } = await runWorkflow(
      prepared.run,
      { engine: 'sail' },
      { ...services, signal: new AbortController().signal },
    );
    assert.equal(status, 'COMPLETED');
    return new WeakRef(files);
  };
  const run = await once();
  // its engine ends a moment later
  await until(() => host.processes.sail === 0);
  for (let turn = 0; run.deref() !== undefined && turn < 200; turn++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  assert.equal(run.deref(), undefined);
});
