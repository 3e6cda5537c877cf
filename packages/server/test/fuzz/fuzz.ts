import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGuarded } from '@millrace/toolchain';
import { Client } from '../support.ts';
import { bias } from './document.ts';
import { schemathesis } from './schemathesis.ts';
import { seededService, type Role } from './seeded-service.ts';

export interface FuzzOptions {
  readonly role: Role;
  /** Cases that are made up for each route. */
  readonly cases: number;
  readonly seed: number;
  /** True also tries the edges of each field, one by one. */
  readonly thorough: boolean;
}

export interface Fuzzed {
  readonly requests: number;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What is wrong, each with how to do it again. */
  readonly problems: readonly string[];
}

const checkout = fileURLToPath(new URL('../../../..', import.meta.url));

/** A stack of ours, a module, the file of a source. */
const inside = /\n\s+at .+:\d+:\d+|node_modules|\bfile:\/\/\/\S+\.ts\b|SQLITE_|near "[^"]*": syntax error/;

/** Sends made-up requests to every route, as a user with a role, and judges the answers. */
export async function fuzz({ role, cases, seed, thorough }: FuzzOptions): Promise<Fuzzed> {
  const command = await schemathesis();
  await using setup = await seededService(role);
  const { service, token, faults } = setup;
  const { json } = await new Client(service.url).get('/docs/json');
  const [document, report] = [join(service.folder, 'openapi.json'), join(service.folder, 'report.ndjson')];
  await writeFile(document, JSON.stringify(bias(json)));
  const args = [
    ...['run', document, '--url', service.url, '--no-color', '--workers', '1', '--warnings', 'off'],
    ...['--phases', thorough ? 'coverage,fuzzing' : 'fuzzing', '--max-examples', String(cases), '--seed', String(seed)],
    '--checks',
    'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
    ...['--continue-on-failure', '--no-shrink', '--generation-database', 'none', '--request-timeout', '60'],
    // a stream that ends with its run
    ...['--exclude-path-regex', '/events$'],
    ...['--report', 'ndjson', '--report-ndjson-path', report],
    ...(token === undefined ? [] : ['--header', `token: ${token}`]),
  ];
  const scratch = join(service.folder, 'schemathesis');
  const hooks = {
    SCHEMATHESIS_HOOKS: 'media_types',
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const env = { ...process.env, ...hooks };
  const child = startGuarded({ command, args, cwd: service.folder, env, scratch });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const { code } = await child.exited;
  const secrets = [...setup.secrets, service.folder, checkout, homedir()];
  const verdict = await judge(report, secrets, service.folder);
  const problems = [...verdict.problems, ...faults.map((line) => `logged: ${line.slice(0, 3_000)}`)];
  const me = await new Client(service.url).get('/api/v1/users/me', token === undefined ? {} : { token });
  if (me.status !== (token === undefined ? 401 : 200)) problems.push(`${role} has lost their rights: ${me.text}`);
  if (code !== 0 && problems.length === 0) problems.push(`schemathesis ended with ${code}:\n${output.slice(-3_000)}`);
  return { ...verdict, problems };
}

interface Bytes {
  readonly $base64: string;
}

interface Scenario {
  readonly label: string;
  readonly checks: Readonly<Record<string, readonly { name: string; status: string; [key: string]: unknown }[]>>;
  readonly interactions: Readonly<
    Record<
      string,
      {
        readonly request: { readonly method: string; readonly uri: string; readonly body: Bytes | null };
        readonly response: { readonly status_code: number; readonly content: Bytes | null } | null;
      }
    >
  >;
}

const settingsPath = /\/api\/v1\/configurations(\/infer)?$/;

/** Reads what was asked and answered. */
async function judge(report: string, secrets: readonly string[], folder: string): Promise<Fuzzed> {
  const statuses: Record<string, number> = {};
  const problems = new Map<string, string>();
  let requests = 0;
  const text = (bytes: Bytes | null | undefined) => Buffer.from(bytes?.$base64 ?? '', 'base64').toString();
  for await (const line of linesOf(report)) {
    const event = JSON.parse(line) as { ScenarioFinished?: { recorder: Scenario }; NonFatalError?: unknown };
    if (event.NonFatalError !== undefined) problems.set(line, `an error of the tool: ${line.slice(0, 2_000)}`);
    const scenario = event.ScenarioFinished?.recorder;
    for (const [id, { request, response }] of Object.entries(scenario?.interactions ?? {})) {
      if (response === null) continue;
      requests++;
      const { status_code: status } = response;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const answer = text(response.content);
      const requestText = `${request.method} ${request.uri} ${text(request.body)}`;
      const note = (what: string) =>
        problems.set(
          `${scenario?.label} ${what}`,
          `${what}\n${requestText.slice(0, 1_000)}\n${status} ${answer.slice(0, 1_000)}`,
        );
      for (const check of scenario?.checks[id] ?? [])
        if (check.status !== 'success') note(`${check.name} ${JSON.stringify(check).slice(0, 1_000)}`);
      // the settings show administrators where the state lies
      const hidden = secrets.filter((secret) => secret !== folder || !settingsPath.test(request.uri));
      const leak = hidden.find((secret) => answer.includes(secret) && !requestText.includes(secret));
      if (leak !== undefined) note(`an answer holds "${leak}"`);
      if (inside.test(answer)) note('an answer shows the inside of the service');
    }
  }
  return { requests, statuses, problems: [...problems.values()] };
}

/** Lines of a file. They end at \n alone: node:readline would end one at U+2028 too, which a made-up request may hold. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    rest += first;
    for (const next of others) {
      if (rest !== '') yield rest;
      rest = next;
    }
  }
  if (rest !== '') yield rest;
}
