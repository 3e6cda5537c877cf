import { realpathSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findSandbox, type SandboxConfig, type SandboxGap } from '@millrace/engines';
import type { Logger } from 'pino';
import type { RunSpace } from '../files/home.ts';
import { SettingError } from '../settings/kinds.ts';
import type { Settings } from '../settings/settings.ts';

/** What keeps engines from the rest of the machine. */
export interface EngineSandbox {
  readonly state: 'on' | 'off' | 'missing';
  /** Parts of the sandbox that the system does not have. */
  readonly gaps: readonly SandboxGap['part'][];
  readonly box?: SandboxConfig;
}

/**
 * The sandbox of engines as the settings define it, which shows them the file space of runs and no more. Fails with
 * SettingError if one must be and cannot.
 */
export async function engineSandboxFor(
  settings: Settings,
  { at, remote, fetchFolder }: RunSpace,
  log: Pick<Logger, 'warn'>,
): Promise<EngineSandbox> {
  const { MILLRACE_SANDBOX: mode, home } = settings;
  if (mode === 'off') {
    log.warn('engines run without a sandbox, as MILLRACE_SANDBOX is set to off: they have the access of this user');
    return { state: 'off', gaps: [] };
  }
  const folders = at.kind === 'local' ? [at.folder] : [];
  const sandbox = folders.some((folder) => realpathSync(folder) === '/')
    ? { missing: 'the file space is the whole file system of the machine' }
    : await findSandbox();
  if (!('missing' in sandbox)) {
    const gap = sandbox.gaps.find(({ part }) => part === 'systemCalls');
    if (gap !== undefined && mode === 'on')
      throw new SettingError(
        `MILLRACE_SANDBOX "on" is not fully supported here: ${gap.why}. Set it to "auto" to start without it`,
      );
    for (const { part, why } of sandbox.gaps) log.warn({ part, why }, 'the sandbox of engines has a gap');
    return {
      state: 'on',
      gaps: sandbox.gaps.map(({ part }) => part),
      box: {
        sandbox,
        files: [
          ...folders.map((folder) => ({ how: 'writable', folder }) as const),
          ...(remote === undefined
            ? []
            : ([
                { how: 'readable', folder: remote.inputs },
                { how: 'writable', folder: remote.outputs },
              ] as const)),
        ],
        readable: [fetchFolder],
        hidden: [home],
      },
    };
  }
  if (mode === 'on') throw new SettingError(`MILLRACE_SANDBOX "on" is not supported here: ${sandbox.missing}`);
  log.warn({ why: sandbox.missing }, 'engines run without a sandbox: they have the access of this user');
  return { state: 'missing', gaps: [] };
}

const open = ['fetched', 'inputs'] as const;

/**
 * Makes a folder of what runs fetch. Every engine reads it, and none may list it: what another run has fetched lies under
 * a name that it cannot know.
 */
export async function createUnlisted(scratch: string, name: (typeof open)[number]): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await chmod(folder, 0o311);
  return folder;
}

/** Lets what was made in a scratch folder be removed. */
export async function listable(scratch: string): Promise<void> {
  for (const name of open)
    await chmod(join(scratch, name), 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    });
}
