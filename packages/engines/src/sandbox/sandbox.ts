import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toolchain } from '@millrace/toolchain';
import { isBelow } from './is-below.ts';
import { namelessFile } from './nameless-file.ts';
import { systemCallFilter } from './system-calls.ts';
import { mountArgs, type Mount } from './view.ts';

/** bubblewrap, as this system lets it be used. */
export interface Sandbox {
  readonly flags: readonly string[];
  /** Where bubblewrap reads its filter of system calls; absent if the system takes no filter. */
  readonly filter?: string;
  /** Whether a bound of processes is one of the sandbox alone; else it would count all that the user runs. */
  readonly isBounded: boolean;
  /** What of the sandbox this system does not have. */
  readonly gaps: readonly SandboxGap[];
}

/** The parts of a sandbox that a system may lack. */
export const sandboxParts = ['systemCalls', 'processes'] as const;

/** A part of the sandbox that is not there, and why. */
export interface SandboxGap {
  readonly part: (typeof sandboxParts)[number];
  readonly why: string;
}

/** What an engine sees in addition to its own scratch folder and the files that it is started from. */
export interface SandboxConfig {
  readonly sandbox: Sandbox;
  /** The file space; all of it if no view says less. */
  readonly files: readonly Mount[];
  /** Folders that it reads. */
  readonly readable: readonly string[];
  /** Folders that it must not see where they lie in the file space. */
  readonly hidden: readonly string[];
}

/** Our own files that stand in the sandbox. */
const own = fileURLToPath(new URL('./box/', import.meta.url));
export const relay = join(own, 'relay.py');

/** The Unix socket of an engine in a sandbox, in its scratch folder. */
export const socketName = 'engine.sock';

/**
 * The port of an engine in a sandbox, whose network is its own: no other process reaches it. A test with a client of its
 * own takes an `EngineHost` without a sandbox.
 */
export const sandboxPort = 15_002;

/** Newer versions also keep what runs inside from making sandboxes of its own. */
const closed = [
  ['--unshare-all', '--unshare-user', '--disable-userns'],
  ['--unshare-all', '--unshare-user'],
] as const;

let cachedSandbox: Promise<Sandbox | { readonly missing: string }> | undefined;

/** Whether this system can put engines into a sandbox; looked at once a process. */
// async: a promise of its own for each caller; tests that are declared behind `await` of one that others made are theirs
export const findSandbox = async (): Promise<Sandbox | { readonly missing: string }> => (cachedSandbox ??= probe());

async function probe(): Promise<Sandbox | { readonly missing: string }> {
  if (process.platform !== 'linux') return { missing: 'a sandbox is available only on Linux' };
  let missing = '';
  for (const flags of closed) {
    const plain: Sandbox = { flags, isBounded: false, gaps: [] };
    const why = await refusal(plain);
    if (why === undefined) return whole(plain);
    if (why === notInstalled) return { missing: why };
    missing = why;
  }
  return { missing };
}

/** A sandbox with all the parts that this system has. */
async function whole(plain: Sandbox): Promise<Sandbox> {
  const [calls, processes] = await Promise.all([filterOf(plain), boundOf(plain)]);
  return {
    flags: plain.flags,
    ...(calls.filter === undefined ? {} : { filter: calls.filter }),
    isBounded: processes.isBounded,
    gaps: [
      ...(calls.why === undefined ? [] : [{ part: 'systemCalls', why: calls.why } as const]),
      ...(processes.why === undefined ? [] : [{ part: 'processes', why: processes.why } as const]),
    ],
  };
}

/** The filter of system calls, or why it is unavailable. */
async function filterOf(plain: Sandbox): Promise<{ readonly filter?: string; readonly why?: string }> {
  const bytes = systemCallFilter();
  if (bytes === undefined)
    return { why: `the filter of system calls is unavailable for this processor architecture (${process.arch})` };
  try {
    const filter = namelessFile(bytes);
    const why = await refusal({ ...plain, filter });
    return why === undefined ? { filter } : { why: `the filter of system calls is not accepted: ${why}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { why: `the filter of system calls cannot be written: ${why}` };
  }
}

/**
 * Whether a bound of processes holds in a sandbox. Kernels before 5.14 count all processes of the user, wherever they are, of
 * whom this one with its threads has more than a few; and no kernel counts those of root.
 */
async function boundOf(plain: Sandbox): Promise<{ readonly isBounded: boolean; readonly why?: string }> {
  // each makes one process more
  const [few, one] = await Promise.all(
    [8, 1].map((limit) => refusal(plain, [...processLimit(limit), 'timeout', '9', 'true'])),
  );
  if (few !== undefined)
    return { isBounded: false, why: `the number of processes in a sandbox cannot be limited: ${few}` };
  return one === undefined
    ? {
        isBounded: true,
        why: 'the number of processes in a sandbox is not limited for root: start the service as another user',
      }
    : { isBounded: true };
}

const notInstalled = 'bubblewrap is not installed (bwrap is not on the PATH)';

/** Why a sandbox does not start, or not with a command; undefined if it does. */
async function refusal(sandbox: Sandbox, own: readonly string[] = ['/usr/bin/env']): Promise<string | undefined> {
  const [command = '', ...args] = [...bubblewrap(sandbox), ...rights, ...system(), ...own];
  try {
    await promisify(execFile)(command, args, { timeout: 10_000 });
    return undefined;
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
    return code === 'ENOENT'
      ? notInstalled
      : `bubblewrap does not start: ${stderr.trim().split('\n')[0] || String(error)}`;
  }
}

/** Lets a command and what it starts be so many processes and threads at most. */
const processLimit = (processes: number): readonly string[] => ['/usr/bin/prlimit', `--nproc=${processes}`];

const cores = availableParallelism();

/** What runs in a sandbox. */
export type SandboxedKind = 'spark' | 'sail' | 'python' | 'program';

/**
 * The most processes and threads of each: far more than any needs (a Spark at work for many has 300 threads; Sail may make 512
 * for files next to its own), and few for a machine.
 */
export const maxProcesses: Readonly<Record<SandboxedKind, number>> = {
  spark: 2_048 + 16 * cores,
  sail: 1_024 + 4 * cores,
  python: 256 + 16 * cores,
  program: 64,
};

/** Bounds the processes of what follows, if the bound is one of the sandbox alone. */
export const limitArgs = ({ isBounded }: Sandbox, what: SandboxedKind): readonly string[] =>
  isBounded ? processLimit(maxProcesses[what]) : [];

/**
 * bubblewrap with its flags. It reads the filter from descriptor 3, which nothing in a sandbox may be given, and closes it.
 */
const bubblewrap = ({ flags, filter }: Sandbox): readonly string[] =>
  filter === undefined
    ? ['bwrap', ...flags]
    : ['/bin/sh', '-c', 'exec bwrap --seccomp 3 "$@" 3<"$0"', filter, ...flags];

const rights = ['--die-with-parent', '--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000', '--hostname', 'localhost'];

/** Programs and libraries of the system, and no more of it than they need. */
function system(): string[] {
  const linked = ['/lib', '/lib64', '/lib32', '/bin', '/sbin'].filter((path) => existsSync(path));
  const etc = ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'];
  // Sail needs /etc/localtime or /etc/timezone
  const files = ['passwd', 'group', 'hosts', 'nsswitch.conf', 'timezone'];
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...linked.flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
    ),
    ...etc.flatMap((path) => ['--ro-bind-try', path, path]),
    ...files.flatMap((name) => ['--ro-bind', join(own, name), `/etc/${name}`]),
    ...['--proc', '/proc'],
    // bubblewrap leaves these writable for a service of root, and some are settings of the whole machine
    ...kernelSettings.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--dev', '/dev', '--tmpfs', '/tmp'],
  ];
}

const kernelSettings = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/acpi', '/proc/scsi'];

/** The command that runs an engine or a worker in its sandbox, to which its own command is added. */
export function sandboxCommand(
  { sandbox, files, readable, hidden }: SandboxConfig,
  scratch: string,
  what: SandboxedKind,
): string[] {
  return [
    ...bubblewrap(sandbox),
    ...rights,
    ...system(),
    // the file space may lie in what is hidden, as what is hidden may lie in the file space
    ...mountArgs(files, hidden),
    ...programs(readable),
    ...['--bind', scratch, scratch],
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', scratch, '--'],
    ...limitArgs(sandbox, what),
  ];
}

/** The command that runs a program of the toolchain with some folders to read, no file space and nothing to write to. */
export const closedSandboxArgs = (sandbox: Sandbox, readable: readonly string[]): string[] => [
  ...bubblewrap(sandbox),
  ...rights,
  ...system(),
  ...programs(readable),
  ...['--remount-ro', '/tmp', '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/tmp', '--'],
  ...limitArgs(sandbox, 'program'),
];

/** The toolchain and other folders, to read. */
function programs(readable: readonly string[]): string[] {
  const { root, python } = toolchain();
  return withRealPaths([root, homeOf(python), own, ...readable])
    .filter((folder) => !isBelow(folder, '/usr'))
    .flatMap((folder) => ['--ro-bind', folder, folder]);
}

/** Folders as they are named and as they really lie: links between their files name either. */
const withRealPaths = (folders: readonly string[]): string[] => [
  ...new Set(folders.flatMap((folder) => [resolve(folder), realpathSync(folder)])),
];

/** Where the Python lies that the environment of set-up links to. */
const homeOf = (python: string): string => dirname(dirname(realpathSync(python)));
