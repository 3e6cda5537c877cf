import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from '../packages/server/test/crash/process.ts';
import { csv, inARow, print, sql } from '../packages/server/test/graphs.ts';
import { load, percentile, send, type Call, type Load } from './http-load.ts';
import { median } from './measure.ts';

const password = 'bench password';
const readyWithin = 30_000;

/** (service) Light runs, requests and memory of `millrace start` in a process of its own. */
export async function serviceLoad(folder: string, runs: number): Promise<void> {
  console.log('\n(service) a light run reads a small CSV, computes a column and shows it, on Sail');
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  await writePeople(files);
  const service = await startService(join(folder, 'home'), files);
  try {
    const client = await Client.open(service.url);
    await inSequence(client);
    await atOnce(client, 400);
    await requests(client, folder);
    await memory(client, service.pid, runs);
  } finally {
    await service.stop();
  }
}

/** Writes the file that a light run reads. */
export const writePeople = (folder: string): Promise<void> =>
  writeFile(join(folder, 'people.csv'), 'name,age\nAda,36\nBo,7\nCy,41\n');

/** A service on a file space, for a {@link Client}. `program`: that of the command line, of another version. */
export const startService = (home: string, files: string, program?: string): Promise<ServiceProcess> =>
  ServiceProcess.start(
    { MILLRACE_HOME: home, MILLRACE_FILES: files, MILLRACE_ADMIN_PASSWORD: password, MILLRACE_ENGINE: 'auto' },
    ':',
    program,
  );

/** Speaks to the service with a token. */
export class Client {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  #workflow = '';

  private constructor(url: string, token: string) {
    this.url = url;
    this.headers = { 'content-type': 'application/json', token };
  }

  static async open(url: string): Promise<Client> {
    const { headers } = await fetch(`${url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'admin', password }),
    });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const creation = await fetch(`${url}/api/v1/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: '{"expiredDuration":1}',
    });
    const { accessToken } = (await creation.json()) as { accessToken: string };
    const client = new Client(url, accessToken);
    client.#workflow = await client.send('POST', '/api/v1/workflows', { workflow: light });
    return client;
  }

  call = (method: Call['method'], path: string, body?: unknown): Call => ({
    method,
    url: `${this.url}${path}`,
    headers: this.headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  send = (method: Call['method'], path: string, body?: unknown): Promise<string> => send(this.call(method, path, body));

  ask = (): Promise<string> => this.send('POST', '/api/v1/workflow/execute', { workflowId: Number(this.#workflow) });

  /** Waits for the end of a run. Fails if it has not completed. */
  async waitForRun(run: string): Promise<void> {
    await this.send('GET', `/api/v1/workflow-executions/${run}/events`);
    const status = await this.send('GET', `/api/v1/workflow-executions/${run}/status`);
    if (status !== 'COMPLETED') throw new Error(`run ${run} ended ${status}`);
  }

  /** Waits until engines wait for runs. */
  async ready(): Promise<void> {
    const until = Date.now() + readyWithin;
    while (Date.now() < until) {
      const { engines } = JSON.parse(await this.send('GET', '/health/ready')) as { engines: { sail: string } };
      if (engines.sail === 'UP') return;
    }
    throw new Error('the service did not become ready');
  }

  get workflow(): string {
    return this.#workflow;
  }
}

const light = inARow('Light', [
  csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']),
  sql('select name, age + 1 as older from t'),
  print,
]);

/** Runs one after the other: the time of each from its POST to its end. */
async function inSequence(client: Client): Promise<void> {
  for (const round of [1, 2, 3]) {
    await client.ready();
    const times: number[] = [];
    for (let run = 0; run < 40; run++) {
      const start = performance.now();
      await client.waitForRun(await client.ask());
      times.push(performance.now() - start);
    }
    const all = times.reduce((sum, ms) => sum + ms, 0);
    const summary = `p50 ${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, in total ${(all / 1_000).toFixed(2)} s`;
    console.log(
      `${`40 runs in sequence, round ${round}`.padEnd(34)}  ${summary}  goal: p50 < 250 ms, < 10 s, best < 4 s`,
    );
  }
}

/** Many runs queued at once, and how the service answers others in the meantime. */
async function atOnce(client: Client, many: number): Promise<void> {
  await client.ready();
  const start = performance.now();
  const answers: number[] = [];
  const done = new AbortController();
  const asking = (async () => {
    while (!done.signal.aborted) {
      const sentAt = performance.now();
      await client.send('GET', '/api/v1/workflow-executions?page=0&size=50&sortBy=id');
      answers.push(performance.now() - sentAt);
      await pause(10);
    }
  })();
  const runs = await Promise.all(Array.from({ length: many }, client.ask));
  const queueMs = performance.now() - start;
  for (const run of runs) await client.waitForRun(run);
  const ms = performance.now() - start;
  done.abort();
  await asking;
  const perSecond = (many / ms) * 1_000;
  console.log(
    `${`${many} runs at once`.padEnd(34)}  queued in ${(queueMs / 1_000).toFixed(2)} s, completed in ${(ms / 1_000).toFixed(1)} s (${perSecond.toFixed(1)} per second); ` +
      `list of runs in the meantime p50 ${median(answers).toFixed(0)} ms, p99 ${percentile(answers, 0.99).toFixed(0)} ms of ${answers.length}  goal: p99 < 100 ms`,
  );
}

/** Requests against a Fastify in the same run that answers the same from memory, without sign-in or store. */
async function requests(client: Client, folder: string): Promise<void> {
  const paths = { list: '/api/v1/workflow-executions?page=0&size=20', read: `/api/v1/workflows/${client.workflow}` };
  await mkdir(join(folder, 'plain'), { recursive: true });
  for (const [name, path] of Object.entries(paths))
    await writeFile(join(folder, 'plain', `${name}.json`), await client.send('GET', path));
  const plain = await plainFastify(join(folder, 'plain'));
  const id = await client.send('POST', '/api/v1/workflows', { workflow: { ...light, name: 'Written' } });
  const workflow = { workflowId: Number(id), workflow: { ...light, name: 'Written', id: Number(id) } };
  try {
    const pairs: readonly (readonly [string, Call, Call])[] = [
      ['list of 20 runs', client.call('GET', paths.list), plainCall(plain.url, 'GET', '/list')],
      ['read of a workflow', client.call('GET', paths.read), plainCall(plain.url, 'GET', '/read')],
      [
        'write of a workflow',
        client.call('POST', '/api/v1/workflows', workflow),
        plainCall(plain.url, 'POST', '/write', workflow),
      ],
    ];
    for (const [name, ours, peer] of pairs) {
      await load(ours, { ms: 500 });
      const [a, b] = [await load(ours), await load(peer)];
      const [c, d] = [await load(ours), await load(peer)];
      console.log(line(name, better(a, c), better(b, d)));
    }
  } finally {
    plain.stop();
  }
}

const plainCall = (url: string, method: Call['method'], path: string, body?: unknown): Call => ({
  method,
  url: `${url}${path}`,
  headers: { 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

const better = (a: Load, b: Load): Load => (a.perSecond > b.perSecond ? a : b);
const format = ({ perSecond, p99 }: Load): string => `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`;
const line = (name: string, ours: Load, peer: Load): string =>
  [
    name.padEnd(34),
    format(ours).padStart(24),
    `Fastify ${format(peer)}`.padStart(32),
    `${(ours.perSecond / peer.perSecond).toFixed(2)}x`,
  ].join('  ');

async function plainFastify(folder: string): Promise<{ url: string; stop(): void }> {
  const script = new URL('./plain-fastify.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [firstLine] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url: firstLine.split(' ').at(-1) ?? '', stop: () => void child.kill('SIGTERM') };
}

/** Resident memory of the service's own process while it works on many runs. */
async function memory(client: Client, pid: number, runs: number): Promise<void> {
  const sizes = [await residentMb(pid)];
  for (let quarter = 0; quarter < 4; quarter++) {
    const answers = await Promise.all(Array.from({ length: Math.ceil(runs / 4) }, client.ask));
    for (const run of answers) await client.waitForRun(run);
    sizes.push(await residentMb(pid));
  }
  console.log(
    `${`memory over ${runs} runs`.padEnd(34)}  ${sizes.map((mb) => `${mb.toFixed(0)} MB`).join(', ')} (before, and after each quarter)`,
  );
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
