import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { cacheRoot } from '@millrace/toolchain';

const call = promisify(execFile);

/** What the daemons of Hadoop need next to the jars of PySpark: Maven's names, and SHA-256 of each. */
const JARS: Readonly<Record<string, string>> = {
  'org.apache.hadoop:hadoop-client-minicluster:3.5.0':
    '06772d24529e59939915979b3edba204d367750ef7dc5120411f35221dd4818c',
  'org.bouncycastle:bcprov-jdk18on:1.82': '14cde2fdfaa8890480a8e5b67aceef0c90f96682c1e23c133bafdc9e0b3255ce',
  'org.bouncycastle:bcpkix-jdk18on:1.82': 'bdc723e20834832ac6af136cb5b5ff05e43b71d4fa151cc6510d9212ee086e63',
  'org.bouncycastle:bcutil-jdk18on:1.82': '4420691958ad1c0ba275a6d6d8a6317adbdbdc9277055b6a72aa89c88cda8c7d',
};

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy';

/** The jars of Hadoop's daemons. They are fetched into the cache by Maven, once; fails if that cannot be done. */
export async function hadoopJars(): Promise<string[]> {
  const key = createHash('sha256').update(JSON.stringify(JARS)).digest('hex').slice(0, 16);
  const folder = join(cacheRoot(), `hadoop-${key}`);
  if (!existsSync(folder)) await fetchInto(folder);
  return Object.keys(JARS).map((artifact) => join(folder, fileOf(artifact)));
}

async function fetchInto(folder: string): Promise<void> {
  await mkdir(cacheRoot(), { recursive: true });
  const part = await mkdtemp(`${folder}.part-`);
  try {
    for (const [artifact, expected] of Object.entries(JARS)) {
      await call('mvn', ['-B', '-q', COPY, `-Dartifact=${artifact}`, `-DoutputDirectory=${part}`], { cwd: part });
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(part, fileOf(artifact))), hash);
      const sha = hash.digest('hex');
      if (sha !== expected) throw new Error(`${artifact} is not what it was: its SHA-256 is ${sha}`);
    }
    // another process may have been quicker
    await rename(part, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

function fileOf(artifact: string): string {
  const [, name, version] = artifact.split(':');
  return `${name}-${version}.jar`;
}
