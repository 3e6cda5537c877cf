import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pinsKey, toolchain } from '@millrace/toolchain';
import { engineEnvironment } from '../process/environment.ts';

/** The folder of our own Python packages. */
const home = fileURLToPath(new URL('../../../../python/', import.meta.url));

/** The Python that runs code of nodes, and what is built in. */
export interface Interpreter {
  readonly version: string;
  readonly platform: string;
  /** Tags of the wheels that it takes: `cp311-cp311-manylinux_2_17_x86_64`. */
  readonly tags: ReadonlySet<string>;
  /** Versions of the packages by their names, in lower case with `-`. */
  readonly packages: ReadonlyMap<string, string>;
  /** What modules belong to, by name. */
  readonly modules: ReadonlyMap<string, string>;
  /** Folders of modules that several packages share. */
  readonly namespaces: ReadonlySet<string>;
}

/** What `python/describe_interpreter.py` prints. */
interface Description {
  readonly version: string;
  readonly platform: string;
  readonly tags: readonly string[];
  readonly standard: readonly string[];
  readonly packages: Readonly<Record<string, string>>;
  readonly modules: readonly string[];
  readonly namespaces: readonly string[];
  readonly own: readonly string[];
}

/** The name of a package in its normal form (PEP 503). */
export const packageName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

let interpreterOnce: Promise<Interpreter> | undefined;

/** Describes the interpreter; it is asked once a process. */
export const interpreter = (): Promise<Interpreter> => (interpreterOnce ??= describe());

async function describe(): Promise<Interpreter> {
  const script = join(home, 'describe_interpreter.py');
  const { stdout } = await promisify(execFile)(toolchain().python, ['-I', '-B', script, toolchain().sitePackages], {
    env: engineEnvironment({}),
    maxBuffer: 16 << 20,
  });
  const { version, platform, ...known } = JSON.parse(stdout) as Description;
  return {
    version,
    platform,
    tags: new Set(known.tags),
    packages: new Map(Object.entries(known.packages).map(([name, of]) => [packageName(name), of])),
    modules: new Map([
      ...known.modules.map((name) => [name, 'a built-in package'] as const),
      ...known.standard.map((name) => [name, 'a module of the standard library of Python'] as const),
      ...known.own.map((name) => [name, 'a module of Millrace'] as const),
    ]),
    namespaces: new Set(known.namespaces),
  };
}

let versionOnce: string | undefined;

/** The version of the interpreter, as its environment states it. */
export const pythonVersion = (): string => (versionOnce ??= readVersion());

function readVersion(): string {
  const path = join(toolchain().venv, 'pyvenv.cfg');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return /^version(?:_info)?\s*=\s*(\S+)/m.exec(text)?.[1] ?? '';
}

/** What libraries are unpacked for: another interpreter, platform or set of built-in packages needs them unpacked again. */
export const platformKey = (): string => ['1', pythonVersion(), process.platform, process.arch, pinsKey()].join(' ');
