import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { toolchain } from '@millrace/toolchain';
import { hadoopJars } from './jars.ts';

const program = fileURLToPath(new URL('hdfs.py', import.meta.url));

/** What a running HDFS can do on request. */
export type HdfsCommand =
  | 'safemode on'
  | 'safemode off'
  | 'namenode stop'
  | 'namenode start'
  | 'datanode stop'
  | 'datanode start';

/** A real HDFS on loopback, gone with its data when it is disposed of. */
export interface Hdfs extends AsyncDisposable {
  /** Address of Hadoop's own protocol, such as `hdfs://127.0.0.1:8020`. */
  readonly rpc: string;
  /** Host and port of the NameNode's WebHDFS. */
  readonly http: string;
  /** Host and port of the DataNode's WebHDFS. */
  readonly datanode: string;
  /** Name of the user who may do everything. */
  readonly superuser: string;
  /** Does it, and waits until it is done. */
  tell(command: HdfsCommand): Promise<void>;
}

export interface HdfsOptions {
  /** Settings of hdfs-site.xml and core-site.xml. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Port of the NameNode's WebHDFS; a free one if it is absent. */
  readonly httpPort?: number;
}

/** Jars of PySpark that the daemons need: Hadoop's client, and a logger. */
const fromSpark = /^(hadoop-client-(api|runtime)|slf4j-api|log4j-(api|core|slf4j2-impl|1\.2-api)|jcl-over-slf4j)-\d/;

/** Starts an empty HDFS of one NameNode and one DataNode, 5 to 9 seconds. Fails if it cannot be had. */
export async function startHdfs({ settings = {}, httpPort = 0 }: HdfsOptions = {}): Promise<Hdfs> {
  const { python, java, sparkJars } = toolchain();
  const names = await readdir(sparkJars);
  const jars = [...names.filter((name) => fromSpark.test(name)).map((name) => join(sparkJars, name))];
  jars.push(...(await hadoopJars()));
  const py4j = join(sparkJars, names.find((name) => name.startsWith('py4j-')) ?? 'py4j.jar');
  const folder = await mkdtemp(join(tmpdir(), 'millrace-hdfs-'));
  const superuser = 'hdfs';
  const child = spawn(python, ['-I', program], {
    cwd: folder,
    env: { ...process.env, HADOOP_USER_NAME: superuser, LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)));
  child.stdin.on('error', () => undefined);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, string>> => {
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`HDFS has ended:\n${output}`);
    return JSON.parse(value) as Record<string, string>;
  };
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    child.stdin.write(`${JSON.stringify({ java, jars, py4j, folder, settings, httpPort })}\n`);
    const { rpc = '', http = '', datanode = '' } = await next();
    return {
      rpc,
      http,
      datanode,
      superuser,
      async tell(command) {
        child.stdin.write(`${command}\n`);
        const { error } = await next();
        if (error !== undefined) throw new Error(`${command}: ${error}`);
      },
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw new Error(`HDFS does not start: ${output.slice(-4_000)}`, { cause: error });
  }
}
