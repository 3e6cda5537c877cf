import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { S3Client } from '@aws-sdk/client-s3';
import { pythonEnvironment } from '../../../toolchain/checks/python-environment.ts';
import type { S3Credentials } from '../../src/s3-root.ts';
import { packages, packagesOf310 } from './pins.ts';

const program = fileURLToPath(new URL('s3.py', import.meta.url));

/** A real S3 server on loopback, gone with its data when it is disposed of. */
export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  /** What anybody may sign with, until `onlyKeys`. */
  readonly credentials: S3Credentials;
  /** A client that goes to it behind our back. */
  readonly client: S3Client;
  makeBucket(bucket: string): Promise<void>;
  /** Sets the time of an object, in ms. */
  setTime(bucket: string, key: string, time: number): Promise<void>;
  /** Sets when the uploads of a key were begun, in ms. */
  setBegun(bucket: string, key: string, time: number): Promise<void>;
  /** Writes so many empty objects, whose keys end with their numbers. */
  writeMany(bucket: string, prefix: string, count: number): Promise<void>;
  /** From now on only who signs with this key is let in, and not to objects below folders that are called `closed`. */
  onlyKeys(): Promise<S3Credentials>;
}

/** Starts an empty S3 server, in a second. `port`: a free one if it is absent. */
export async function startS3({ port = 0 }: { readonly port?: number } = {}): Promise<S3Server> {
  const python = join(await pythonEnvironment('moto', packages, packagesOf310), 'python');
  const child = spawn(python, ['-I', program], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: tmpdir() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)));
  child.stdin.on('error', () => undefined);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const next = async (): Promise<Record<string, unknown>> => {
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`S3 has ended:\n${output}`);
    return JSON.parse(value) as Record<string, unknown>;
  };
  const send = (...command: readonly (string | number)[]): Promise<Record<string, unknown>> => {
    const answer = last.then(async () => {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const answer = await next();
      if (answer['error'] !== undefined) throw new Error(`${command.join(' ')}: ${String(answer['error'])}`);
      return answer;
    });
    last = answer.catch(() => undefined);
    return answer;
  };
  child.stdin.write(`${JSON.stringify({ port })}\n`);
  const endpoint = `http://127.0.0.1:${String((await next())['port'])}`;
  const credentials = { accessKeyId: 'AKIAMILLRACETEST', secretAccessKey: 'a-secret-that-nobody-may-see' };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  return {
    endpoint,
    credentials,
    client,
    makeBucket: async (bucket) => void (await send('bucket', bucket)),
    setTime: async (...args) => void (await send('time', ...args)),
    setBegun: async (...args) => void (await send('begun', ...args)),
    writeMany: async (...args) => void (await send('files', ...args)),
    onlyKeys: async () => (await send('keys')) as unknown as S3Credentials,
    async [Symbol.asyncDispose]() {
      client.destroy();
      child.stdin.end();
      await exit;
    },
  };
}
