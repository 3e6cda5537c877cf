import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toolchain } from '@millrace/toolchain';
import { namelessFile } from './nameless-file.ts';
import { systemCallFilter } from './system-calls.ts';
import { isBelow, laid, type Mount } from './view.ts';

/** bubblewrap, as this system lets it be used. */
export interface Sandbox {
  readonly flags: readonly string[];
  /** Where bubblewrap reads its filter of system calls; none where the system takes none. */
  readonly filter?: string;
  /** What of the sandbox this system does not have. */
  readonly gaps: readonly SandboxGap[];
}

/** The parts of a sandbox that a system may lack. */
export const sandboxParts = ['systemCalls'] as const;

/** A part of the sandbox that is not there, and why. */
export interface SandboxGap {
  readonly part: (typeof sandboxParts)[number];
  readonly why: string;
}

/** What an engine sees beside its own scratch folder and what it is started from. */
export interface Box {
  readonly sandbox: Sandbox;
  /** The file space; all of it where no view says less. */
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

/** The port of an engine in a sandbox, whose network is its own. */
export const boxPort = 15_002;

/** Newer versions also keep what runs inside from making sandboxes of its own. */
const closed = [
  ['--unshare-all', '--unshare-user', '--disable-userns'],
  ['--unshare-all', '--unshare-user'],
] as const;

let found: Promise<Sandbox | { readonly missing: string }> | undefined;

/** Whether this system can put engines into a sandbox; looked at once a process. */
export const findSandbox = (): Promise<Sandbox | { readonly missing: string }> => (found ??= probe());

async function probe(): Promise<Sandbox | { readonly missing: string }> {
  if (process.platform !== 'linux') return { missing: 'only Linux has one' };
  let missing = '';
  for (const flags of closed) {
    const why = await refusal({ flags, gaps: [] });
    if (why === undefined) return filtered(flags);
    if (why === notInstalled) return { missing: why };
    missing = why;
  }
  return { missing };
}

/** The sandbox with a filter of system calls, where this system takes it. */
async function filtered(flags: readonly string[]): Promise<Sandbox> {
  const without = (why: string): Sandbox => ({ flags, gaps: [{ part: 'systemCalls', why }] });
  const bytes = systemCallFilter();
  if (bytes === undefined) return without(`there is no filter of system calls for this processor (${process.arch})`);
  try {
    const sandbox = { flags, filter: namelessFile(bytes), gaps: [] };
    const why = await refusal(sandbox);
    return why === undefined ? sandbox : without(`the filter of system calls is not taken: ${why}`);
  } catch (error) {
    return without(
      `the filter of system calls cannot be written down: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const notInstalled = 'bubblewrap is not installed (bwrap is not on the PATH)';

/** Why a sandbox does not start; undefined where it does. */
async function refusal(sandbox: Sandbox): Promise<string | undefined> {
  const [command = '', ...args] = [...bubblewrap(sandbox), ...rights, ...system(), '/usr/bin/env'];
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
  const ours = ['passwd', 'group', 'hosts', 'nsswitch.conf', 'timezone'];
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...linked.flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
    ),
    ...etc.flatMap((path) => ['--ro-bind-try', path, path]),
    ...ours.flatMap((name) => ['--ro-bind', join(own, name), `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
  ];
}

/** The command that runs an engine in its sandbox, to which the engine's own command is added. */
export function boxed({ sandbox, files, readable, hidden }: Box, scratch: string): string[] {
  return [
    ...bubblewrap(sandbox),
    ...rights,
    ...system(),
    // the file space may lie in what is hidden, as what is hidden may lie in the file space
    ...laid(files, hidden),
    ...programs(readable),
    ...['--bind', scratch, scratch],
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', scratch, '--'],
  ];
}

/** The command that runs a program of the toolchain with some folders to read, no file space and nothing to write to. */
export const closedBox = (sandbox: Sandbox, readable: readonly string[]): string[] => [
  ...bubblewrap(sandbox),
  ...rights,
  ...system(),
  ...programs(readable),
  ...['--remount-ro', '/tmp', '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/tmp', '--'],
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
