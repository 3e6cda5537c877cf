import { TestService } from '../test/support.ts';
import { closeShared } from '@millrace/testkit/shared';
import { fill } from './fill.ts';

/** Times of every list with many records: `node packages/server/bench/lists.ts [sqlite|postgres] [records]`. */
const [kind = 'sqlite', records = '100000'] = process.argv.slice(2);
const count = Number(records);
const size = 50;
const last = Math.floor((count - 1) / size);

const executions = '/api/v1/workflow-executions';
const sorts = ['endTime', 'startTime', 'id', 'name', 'status'];
const lists: readonly string[] = [
  ...sorts.flatMap((by) => ['asc', 'desc'].map((order) => `${executions}?sortBy=${by}&sortOrder=${order}`)),
  `${executions}?filterBy=FAILED`,
  `${executions}?filterBy=COMPLETED`,
  `${executions}?filterBy=COMPLETED&sortBy=endTime`,
  `${executions}?fromDate=2020-10-01&toDate=2020-10-02`,
  `${executions}?fromDate=2020-10-01&sortBy=name`,
  `${executions}?filteredProjectList=PROJECT`,
  `${executions}?filteredProjectList=PROJECT&filterBy=COMPLETED&sortBy=name`,
  `${executions}?`,
  '/api/v1/workflows?',
  '/api/v1/workflows?projectId=PROJECT',
  '/api/v1/datasets?',
  '/api/v1/datasets?sortPara=asc',
  '/api/v1/datasets?sortPara=alphabetical',
  '/api/v1/datasets?projectId=PROJECT',
  '/api/v1/dashboards?',
  '/api/v1/dashboards?sortPara=asc',
  '/api/v1/dashboards?sortPara=alphabetical',
  '/api/v1/dashboards?projectId=PROJECT',
  '/api/v1/workflow-schedules?',
  '/api/v1/audit?',
  '/api/v1/audit?userId=7',
  '/api/v1/audit?action=workflows',
  '/api/v1/audit?from=2020-10-01&to=2020-10-02',
  '/api/v1/users?',
];
const alone: readonly string[] = [
  `${executions}/latest`,
  `${executions}/count`,
  `${executions}/summary`,
  `${executions}/status/FAILED`,
  '/api/v1/workflows/latest',
  '/api/v1/workflows/count',
  '/api/v1/datasets/latest',
  '/api/v1/datasets/count',
  '/api/v1/datasets/categories',
  '/api/v1/dashboards/categories',
];

if (kind === 'postgres') process.env['MILLRACE_TEST_STORE'] = 'postgres';
await using _server = { [Symbol.asyncDispose]: closeShared };
await using service = await TestService.start();
await fill(service.service.context.store, count);
const { db } = service.service.context;
const projects = await db.selectFrom('projects').select('id').where('uuid', 'like', 'p-%').orderBy('id').execute();
const member = await service.addUser('member', 'ADMIN');
await db
  .insertInto('projectMembers')
  .values({ projectId: projects[7]?.id ?? 0, userId: member.id, groupId: null, rights: 1 })
  .execute();

/** Median and worst of several answers, in milliseconds. */
async function time(client: { get(path: string): Promise<{ status: number; text: string }> }, path: string) {
  const times: number[] = [];
  for (let i = 0; i < 9; i++) {
    const begin = performance.now();
    const { status, text } = await client.get(path);
    if (i > 0) times.push(performance.now() - begin);
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  }
  times.sort((one, other) => one - other);
  return [times[4] ?? 0, times.at(-1) ?? 0] as const;
}

for (const [name, client] of [
  ['admin', await service.signedIn()],
  ['member', member],
] as const) {
  const project = name === 'admin' ? projects[0]?.id : projects[7]?.id;
  const pages = [
    ...lists.flatMap((path) => [0, 'last'].map((page) => `${path}&page=${page === 0 ? 0 : last}&size=${size}`)),
    ...alone,
  ];
  for (const path of pages.map((one) => one.replace('PROJECT', String(project)))) {
    const [median, worst] = await time(client, path);
    console.log(
      `${median > 30 ? '!' : ' '} ${median.toFixed(1).padStart(7)} ${worst.toFixed(1).padStart(7)}  ${name} ${path.replace('?&', '?')}`,
    );
  }
}
