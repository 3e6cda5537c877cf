import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { S3Tree } from '@millrace/s3';
import { WebHdfs } from '@millrace/webhdfs';
import { ServiceProcess } from '../packages/server/test/crash/process.ts';
import { startS3 } from '../packages/s3/test/server/s3.ts';
import { startHdfs } from '../packages/webhdfs/test/hadoop/hdfs.ts';

const password = 'bench password';
const base = '/api/v1/hdfs/files';
const rounds = 3;
/** Linux's unit of /proc/PID/stat. */
const ticksPerSecond = 100;

/** (files) A large file into the service and out again by HTTP, on a folder, HDFS and S3, next to the same without the service. */
export async function fileTransfers(folder: string, megabytes: number): Promise<void> {
  console.log(
    `\n(files) ${megabytes} MB up and down: MB/s, each way ${rounds} times; memory is the growth of the service's peak`,
  );
  const source = join(folder, 'source');
  await dd(['if=/dev/urandom', `of=${source}`, 'bs=1M', `count=${megabytes}`]);
  const small = join(folder, 'small');
  await dd([`if=${source}`, `of=${small}`, 'bs=1M', 'count=1']);
  await onFolder(folder, { source, small, megabytes });
  await onHdfs(folder, { source, small, megabytes });
  await onS3(folder, { source, small, megabytes });
  for (const file of [source, small]) await rm(file);
}

async function onFolder(folder: string, sources: Sources): Promise<void> {
  const files = join(folder, 'files');
  await using service = await startService(join(folder, 'home'), { MILLRACE_FILES: files });
  await both('folder', service, sources, {
    name: 'dd',
    write: async () => {
      const copy = join(folder, 'copy');
      await dd([`if=${sources.source}`, `of=${copy}`, 'bs=1M', 'conv=fsync']);
      return () => rm(copy);
    },
    read: () => dd([`if=${sources.source}`, 'of=/dev/null', 'bs=1M']),
  });
}

async function onHdfs(folder: string, sources: Sources): Promise<void> {
  const { source } = sources;
  await using hdfs = await startHdfs();
  const client = new WebHdfs({ addresses: [`http://${hdfs.http}`], user: hdfs.superuser });
  await client.create('/peer', createReadStream(source), { overwrite: true });
  await using service = await startService(join(folder, 'home-hdfs'), {
    MILLRACE_FILES: `hdfs://${hdfs.http}/files`,
    MILLRACE_FILES_USER: hdfs.superuser,
  });
  await both('HDFS', service, sources, {
    name: 'WebHDFS',
    write: async () => {
      await client.create('/copy', createReadStream(source, { highWaterMark: 1 << 20 }), { overwrite: true });
      return () => client.remove('/copy', false);
    },
    read: async () => finished((await client.open('/peer')).resume()),
  });
}

async function onS3(folder: string, sources: Sources): Promise<void> {
  await using s3 = await startS3();
  await s3.makeBucket('files');
  await using service = await startService(join(folder, 'home-s3'), {
    MILLRACE_FILES: 's3://files/of-all',
    AWS_ENDPOINT_URL: s3.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  });
  const tree = new S3Tree({
    bucket: 'files',
    prefix: 'peer',
    endpoint: s3.endpoint,
    region: 'us-east-1',
    credentials: () => s3.credentials,
  });
  await tree.write('/peer', createReadStream(sources.source, { highWaterMark: 1 << 20 }));
  const peer = await tree.status('/peer');
  await both('S3', service, sources, {
    name: 'S3',
    write: async () => {
      await tree.write('/copy', createReadStream(sources.source, { highWaterMark: 1 << 20 }));
      return () => tree.remove('/copy', false);
    },
    read: async () => finished(tree.read('/peer', peer, { start: 0, end: peer.bytes }).resume()),
  });
}

interface Sources {
  readonly source: string;
  /** A file of one megabyte. */
  readonly small: string;
  readonly megabytes: number;
}

interface Peer {
  readonly name: string;
  /** Writes the bytes once more; gives what removes them. */
  write(): Promise<() => Promise<unknown>>;
  read(): Promise<void>;
}

async function both(what: string, service: Service, { source, small, megabytes }: Sources, peer: Peer): Promise<void> {
  // what the first of each kind loads is no part of what a large one takes
  await service.upload(small);
  await service.download();
  await service.remove();
  const before = await service.peak();
  const cpu = { up: 0, down: 0 };
  const times: Record<'up' | 'down' | 'peerUp' | 'peerDown', number[]> = { up: [], down: [], peerUp: [], peerDown: [] };
  for (let round = 0; round < rounds; round++) {
    const begin = await service.cpu();
    times.up.push(await measureTime(() => service.upload(source)));
    const middle = await service.cpu();
    times.down.push(await measureTime(() => service.download()));
    cpu.up += middle - begin;
    cpu.down += (await service.cpu()) - middle;
    await service.remove();
    let remove = async (): Promise<unknown> => undefined;
    times.peerUp.push(await measureTime(async () => void (remove = await peer.write())));
    times.peerDown.push(await measureTime(peer.read));
    await remove();
  }
  const growth = Math.round((await service.peak()) - before);
  const speeds = (ms: readonly number[]): string => ms.map((one) => Math.round(megabytes / (one / 1_000))).join(', ');
  console.log(`upload to ${what.padEnd(8)} ${speeds(times.up).padStart(16)}   ${peer.name} ${speeds(times.peerUp)}`);
  console.log(
    `download from ${what.padEnd(6)} ${speeds(times.down).padStart(15)}   ${peer.name} ${speeds(times.peerDown)}`,
  );
  const perGigabyte = (seconds: number): string => (seconds / ((rounds * megabytes) / 1_024)).toFixed(2);
  console.log(
    `the service's peak grew by ${growth} MB; its CPU per GB: ${perGigabyte(cpu.up)} s up, ${perGigabyte(cpu.down)} s down`,
  );
}

async function measureTime(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Service extends AsyncDisposable {
  upload(source: string): Promise<void>;
  download(): Promise<void>;
  remove(): Promise<void>;
  /** CPU time that its process has taken, in seconds. */
  cpu(): Promise<number>;
  /** The most memory that its process has held, in MB. */
  peak(): Promise<number>;
}

async function startService(home: string, settings: NodeJS.ProcessEnv): Promise<Service> {
  const service = await ServiceProcess.start({
    MILLRACE_HOME: home,
    MILLRACE_ADMIN_PASSWORD: password,
    MILLRACE_ENGINE: 'auto',
    ...settings,
  });
  const signedIn = await fetch(`${service.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const ask = async (method: string, path: string, headers = {}, body?: Readable): Promise<IncomingMessage> => {
    const asking = request(`${service.url}${base}${path}`, { method, headers: { cookie, ...headers } });
    const answer = once(asking, 'response') as Promise<[IncomingMessage]>;
    if (body === undefined) asking.end();
    else await pipeline(body, asking);
    const [message] = await answer;
    if (message.statusCode !== 200) throw new Error(`${method} ${path} answered ${message.statusCode}`);
    return message;
  };
  const [head, tail] = ['--x\r\ncontent-disposition: form-data; name="f"; filename="big"\r\n\r\n', '\r\n--x--\r\n'];
  return {
    async upload(source) {
      const { size } = await stat(source);
      async function* form(): AsyncGenerator<Buffer> {
        yield Buffer.from(head);
        yield* createReadStream(source, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
        yield Buffer.from(tail);
      }
      const headers = {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(size + head.length + tail.length),
      };
      const answer = await ask('POST', '/upload', headers, Readable.from(form(), { objectMode: false }));
      await finished(answer.resume());
    },
    download: async () => finished((await ask('GET', '/download?path=/user/admin/big')).resume()),
    remove: async () => finished((await ask('DELETE', '/delete?path=/user/admin/big')).resume()),
    async cpu() {
      const fields = (await readFile(`/proc/${service.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },
    async peak() {
      const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
    },
    [Symbol.asyncDispose]: async () => void (await service.stop()),
  };
}

async function dd(args: readonly string[]): Promise<void> {
  const [code] = (await once(spawn('dd', args, { stdio: 'ignore' }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`dd ${args.join(' ')} ended with ${code}`);
}
