import { createHash } from 'node:crypto';
import { glob, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SAIL_VERSION, SPARK_VERSION, toolchain } from '@millrace/toolchain';

/** The packages whose code decides what a node computes. */
export const packages = [
  'charts',
  'engines',
  'errors',
  'file-space',
  'parity',
  'processors',
  'runner',
  's3',
  'spark-connect',
  'spark-sql',
  'webhdfs',
  'workflow',
];

let version: Promise<string> | undefined;

/** Names the code that runs here and the versions of engines, Python and its packages: work of another version is not taken. */
export const codeVersion = (): Promise<string> => (version ??= readVersion());

async function readVersion(): Promise<string> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const sources = packages.map((name) => `${root}${name}/src/**/*.{ts,js,json}`);
  const files = await Array.fromAsync(glob([...sources, `${root}../python/**/*.py`]));
  const hash = createHash('sha256').update(`${SAIL_VERSION} ${SPARK_VERSION} ${toolchain().sitePackages}\n`);
  for (const file of files.sort()) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
