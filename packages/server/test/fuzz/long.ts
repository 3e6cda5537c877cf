import { fuzz } from './fuzz.ts';
import type { Role } from './seeded-service.ts';

/** `npm run fuzz [-- CASES [SEED]]`: the long form of the fuzz test. */
const [cases = '60', seed = String(Date.now() % 1e6)] = process.argv.slice(2);
console.log(`${cases} cases a route, seed ${seed}`);
const roles: readonly Role[] = ['ADMIN', 'ANALYST', 'VIEWER', 'none'];
for (const role of roles) {
  const { requests, statuses, problems } = await fuzz({
    role,
    cases: Number(cases),
    seed: Number(seed),
    thorough: true,
  });
  console.log(`${role}: ${requests} requests, ${JSON.stringify(statuses)}`);
  for (const problem of problems) console.log(`\n${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
