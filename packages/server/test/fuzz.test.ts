import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isLong, seedOf } from '@millrace/testkit/long';
import { fuzz } from './fuzz/fuzz.ts';
import type { Role } from './fuzz/seeded-service.ts';

/** Cases a route, and the least of their answers that are no refusals. */
const roles: Readonly<Record<Role, readonly [cases: number, served: number]>> = {
  ADMIN: [3, 100],
  ANALYST: [2, 40],
  VIEWER: [1, 15],
  none: [1, 4],
};

describe('no request makes the service fail, break its description or tell of its inside', () => {
  for (const [role, [cases, min]] of Object.entries(roles))
    test(`made up for ${role}`, async (t) => {
      const seed = seedOf(4);
      const caseCount = isLong ? 20 * cases : cases;
      const options = { role: role as Role, cases: caseCount, seed, thorough: isLong };
      const { requests, statuses, problems } = await fuzz(options);
      t.diagnostic(`seed ${seed}: ${requests} requests: ${JSON.stringify(statuses)}`);
      assert.ok(problems.length === 0, [`seed ${seed}`, ...problems.slice(0, 20)].join('\n\n'));
      assert.ok(requests > 100 * cases, `only ${requests} requests were made`);
      assert.ok((statuses[200] ?? 0) >= min, `hardly anything was served: ${JSON.stringify(statuses)}`);
    });
});
