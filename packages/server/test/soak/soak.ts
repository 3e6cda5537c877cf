import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerUntil, until } from '@millrace/testkit/until';
import { ServiceProcess } from '../crash/process.ts';
import { csv, inARow, print, sql } from '../graphs.ts';
import { adminPassword, Client } from '../support.ts';
import { figuresOf, type Figures } from './figures.ts';
import { inspectable, Inspector } from './inspector.ts';

/** How many are at work at once, and engines that wait for runs. */
const [lanes, waiting] = [4, 3];
/** So often a service may show more handles than at the mark before. */
const maxPreviews = 100;

export interface Mark {
  /** Light runs, previews and sign-ins until then, of each. */
  readonly times: number;
  readonly figures: Figures;
}

/**
 * Lets a service in a process of its own do light runs, previews and sign-ins over HTTP, as many of each as the last of `marks`
 * says, and looks at what it holds when each mark is reached and all engines wait. `report` is called at each, with the inspector.
 */
export async function soak(
  marks: readonly number[],
  report: (mark: Mark, inspector: Inspector) => Promise<void> = async () => undefined,
): Promise<readonly Mark[]> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-soak-'));
  const [files, temporary] = [join(folder, 'files'), join(folder, 'tmp')];
  for (const one of [files, temporary]) await mkdir(one);
  await writeFile(join(files, 'people.csv'), 'name,age\nAda,36\nBo,7\nCy,41\n');
  const { port, environment } = await inspectable();
  const service = await ServiceProcess.start({
    ...environment,
    TMPDIR: temporary,
    MILLRACE_HOME: join(folder, 'home'),
    MILLRACE_FILES: files,
    MILLRACE_ADMIN_PASSWORD: adminPassword,
    MILLRACE_WARM_ENGINES: String(waiting),
    MILLRACE_EDIT_IDLE: '86400',
  });
  try {
    using inspector = await Inspector.open(port);
    const work = await workOn(service.url);
    const results: Mark[] = [];
    let done = 0;
    for (const times of marks) {
      const lane = async (): Promise<void> => {
        while (done < times) await work.once(done++);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      await work.rests();
      const before = results.at(-1)?.figures.handles ?? Infinity;
      let previews = 0;
      // a timer of what has just ended is a handle for a moment; one that is never released stays at all previews
      const figures = await answerUntil(
        () => figuresOf(service, inspector, temporary),
        ({ handles }) => handles <= before || ++previews === maxPreviews,
      );
      const mark = { times, figures };
      results.push(mark);
      await report(mark, inspector);
    }
    return results;
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const light = (more: number) =>
  inARow('Light', [
    csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']),
    sql(`select name, age + ${more} as older from t`),
    print,
  ]);

/** A client whose connections end with their answers: what one keeps open would count as the service's. */
function newClient(url: string): Client {
  const client = new Client(url);
  client.headers['connection'] = 'close';
  return client;
}

/** What a service is asked for again and again. */
async function workOn(url: string): Promise<{ once(turn: number): Promise<void>; rests(): Promise<void> }> {
  const client = newClient(url);
  await client.signIn('admin', adminPassword);
  const creation = await client.post('/api/v1/workflows', { workflow: light(1) });
  const preview = async (turn: number): Promise<void> => {
    const { status, text } = await client.post('/api/v1/workflows/nodes/2/execute', light(turn));
    if (status !== 200) throw new Error(text);
  };
  const engines = async (): Promise<number> => {
    const { text } = await client.get('/metrics');
    return Number(/^millrace_engine_processes\{engine="sail"\} (\d+)$/m.exec(text)?.[1]);
  };
  // those that wait for runs, and the one of who draws: it ends with the preview that fills its session, and the next opens another
  const isAtRest = async (): Promise<boolean> => {
    const there = await engines();
    if (there === waiting) await preview(0);
    return there === waiting + 1;
  };
  return {
    async once(turn) {
      const run = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
      await client.get(`/api/v1/workflow-executions/${run.text}/events`);
      const { text: status } = await client.get(`/api/v1/workflow-executions/${run.text}/status`);
      if (status !== 'COMPLETED') throw new Error(`run ${run.text} ended ${status}`);
      // no two are the same, so that each is computed
      await preview(turn);
      const other = newClient(url);
      const { status: signedIn } = await other.signIn('admin', adminPassword);
      const { status: reply } = await other.get('/api/v1/workflows');
      if (signedIn >= 400 || reply !== 200)
        throw new Error(`a sign-in was answered ${signedIn}, what it opens ${reply}`);
    },
    rests: () => until(isAtRest),
  };
}
