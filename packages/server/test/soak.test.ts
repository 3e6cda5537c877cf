import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLong } from '@millrace/testkit/long';
import { soak } from './soak/soak.ts';

test('runs, previews and sign-ins leave no file, process, thread or handle behind', async (t) => {
  const [before, after] = await soak(isLong ? [80, 400] : [8, 24]);
  assert.ok(before !== undefined && after !== undefined);
  t.diagnostic(JSON.stringify([before, after]));
  for (const name of ['openFiles', 'threads', 'handles', 'processes', 'temporaryFiles'] as const)
    assert.ok(
      after.figures[name] <= before.figures[name],
      `${name}: ${before.figures[name]}, then ${after.figures[name]}`,
    );
});
