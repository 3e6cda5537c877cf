import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadataAsync } from 'hyparquet';
import { inARow, type NodeDraft } from '../graphs.ts';
import { Client } from '../support.ts';
import { ServiceProcess } from './process.ts';

const password = 'correct horse';

/** What the service has acknowledged. */
interface AcknowledgedWrites {
  /** Version of each workflow. */
  readonly workflows: Map<number, number>;
  /** Key of each run: the folder that it appends one row to. */
  readonly runs: Map<number, string>;
}

const nodes: readonly NodeDraft[] = [
  {
    nodeClass: 'dataset.NodeDatasetCSV',
    type: 'dataset',
    fields: { path: 'one.csv', outputColNames: ['n'], outputColTypes: ['INTEGER'] },
  },
  { nodeClass: 'save.NodeSaveParquet', fields: { path: 'out/$key', saveMode: 'Append' } },
];

/**
 * Kills the service while it is written to and runs, again and again, and checks after each start that all that was
 * acknowledged is there, and in the end that every run has ended once. `random` gives numbers from 0 to 1.
 */
export async function crash(kills: number, random: () => number, say: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-crash-'));
  const files = join(folder, 'files');
  await mkdir(join(files, 'out'), { recursive: true });
  await writeFile(join(files, 'one.csv'), 'n\n1\n');
  const environment = {
    MILLRACE_HOME: join(folder, 'home'),
    MILLRACE_FILES: files,
    MILLRACE_ADMIN_PASSWORD: password,
    MILLRACE_ENGINE: 'sail',
  };
  const answers: AcknowledgedWrites = { workflows: new Map(), runs: new Map() };
  let service = await ServiceProcess.start(environment);
  try {
    for (let round = 1; round <= kills; round++) {
      await loadUntil(service, answers, 1 + Math.floor(random() * 40), random);
      await service.kill();
      service = await ServiceProcess.start(environment);
      await check(service, answers);
      if (round % 10 === 0) say(`${round} kills: ${answers.workflows.size} workflows, ${answers.runs.size} runs`);
    }
    await checkRuns(service, answers, files);
    assert.equal(await service.stop(), 0);
    assert.deepEqual(await readdir(join(folder, 'home', 'scratch')), []);
  } finally {
    await service.kill().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes and runs from several sides until so many answers have come, and leaves the others on their way. */
async function loadUntil(
  service: ServiceProcess,
  acknowledged: AcknowledgedWrites,
  answers: number,
  random: () => number,
): Promise<void> {
  let left = answers;
  const enough = Promise.withResolvers<void>();
  const side = async (name: number): Promise<void> => {
    const client = new Client(service.url);
    assert.equal((await client.signIn('admin', password)).status, 200);
    for (let turn = 0; left > 0; turn++) {
      await act(client, acknowledged, `${answers}-${name}-${turn}-${Math.floor(random() * 1e9)}`, random());
      if (--left === 0) enough.resolve();
    }
  };
  const sides = [1, 2, 3].map((name) => side(name));
  // those that are under way when the service is killed end with it
  for (const one of sides) one.catch((error: unknown) => (left > 0 ? enough.reject(error) : undefined));
  await enough.promise;
}

async function act(client: Client, acknowledged: AcknowledgedWrites, key: string, what: number): Promise<void> {
  const [id] = [...acknowledged.workflows.keys()].slice(-1);
  if (id === undefined || what < 0.4) {
    const answer = await client.post('/api/v1/workflows', { workflow: inARow(`Workflow ${key}`, nodes) });
    assert.equal(answer.status, 200, answer.text);
    acknowledged.workflows.set(Number(answer.text), 1);
  } else if (what < 0.7) {
    const answer = await client.put('/api/v1/workflows', {
      analysisflowId: id,
      workflow: inARow(`Workflow ${key}`, nodes),
    });
    assert.equal(answer.status, 200, answer.text);
    acknowledged.workflows.set(id, (acknowledged.workflows.get(id) ?? 0) + 1);
  } else {
    const answer = await client.post('/api/v1/workflow/execute', {
      workflowId: id,
      programParameters: `--var key=${key}`,
    });
    assert.equal(answer.status, 200, answer.text);
    acknowledged.runs.set(Number(answer.text), key);
  }
}

async function check(service: ServiceProcess, { workflows, runs }: AcknowledgedWrites): Promise<void> {
  const client = new Client(service.url);
  assert.equal((await client.signIn('admin', password)).status, 200);
  for (const [id, version] of workflows) {
    const answer = await client.get(`/api/v1/workflows/id/${id}`);
    assert.equal(answer.status, 200, `workflow ${id} was acknowledged and is gone`);
    assert.ok((answer.json as { version: number }).version >= version, `a version of workflow ${id} is gone`);
  }
  for (const id of runs.keys())
    assert.equal(
      (await client.get(`/api/v1/workflow-executions/${id}`)).status,
      200,
      `run ${id} was acknowledged and is gone`,
    );
}

/** Every run ends, and has appended its row once. */
async function checkRuns(service: ServiceProcess, { runs }: AcknowledgedWrites, files: string): Promise<void> {
  const client = new Client(service.url);
  await client.signIn('admin', password);
  for (const [id, key] of runs) {
    assert.match(await client.waitForEnd(id), /^(COMPLETED|FAILED)$/);
    const { status, message } = (await client.get(`/api/v1/workflow-executions/${id}`)).json as {
      status: number;
      message: string;
    };
    const leftovers = (await readdir(join(files, 'out'))).filter((name) => name.startsWith(`.${key}.`));
    if (status === 2) {
      assert.equal(await rowsIn(join(files, 'out', key)), 1, `run ${id} is doubled or lost`);
      assert.deepEqual(leftovers, [], `run ${id} has left rows behind`);
    } else assert.match(message, /the service ended while it ran, several times/);
  }
}

async function rowsIn(folder: string): Promise<number> {
  let rows = 0;
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.parquet'))) {
    const bytes = await readFile(join(folder, name));
    rows += Number(
      (await parquetMetadataAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer))
        .num_rows,
    );
  }
  return rows;
}
