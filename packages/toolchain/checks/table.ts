// Prints the recorded times of test files as a table for `docs/testing.md`: `node packages/toolchain/checks/table.ts`.
import { groups } from './groups.ts';
import { groupsOf } from './plan.ts';
import { readTimes, type Time } from './times.ts';

const times = Object.entries(readTimes());
const seconds = (some: readonly Time[], what: 'wall' | 'cpu'): string =>
  some.reduce((sum, time) => sum + time[what], 0).toFixed(0);
const startsOf = (some: readonly Time[]): string => {
  const sums = new Map<string, number>();
  for (const { starts } of some)
    for (const [kind, count] of Object.entries(starts)) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return ['spark', 'sail', 'service', 'server', 'browser', 'hdfs', 'postgres']
    .flatMap((kind) => (sums.has(kind) ? [`${sums.get(kind)} ${kind}`] : []))
    .join(', ');
};

console.log('| group | layer | files | seconds | CPU seconds | starts |\n|---|---|---|---|---|---|');
for (const group of groups) {
  const own = times.flatMap(([name, time]) => (groupsOf(name).includes(group) ? [time] : []));
  if (own.length > 0)
    console.log(
      `| ${group.name} | ${group.layer} | ${own.length} | ${seconds(own, 'wall')} | ${seconds(own, 'cpu')} | ${startsOf(own)} |`,
    );
}
