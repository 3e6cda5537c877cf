import { realpathSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findSandbox, type Box } from '@millrace/runner/engines';
import type { Logger } from 'pino';
import { SettingError, type Settings } from './settings.ts';

/** What keeps engines from the rest of the machine. */
export interface Walls {
  readonly state: 'on' | 'off' | 'missing';
  readonly box?: Box;
}

/**
 * The sandbox of engines as the settings wish it. `fetched`: the folder that texts of URLs are kept in. Fails with
 * SettingError where one must be and cannot.
 */
export async function wallsFor(settings: Settings, fetched: string, log: Pick<Logger, 'warn'>): Promise<Walls> {
  const { MILLRACE_SANDBOX: wish, home, files } = settings;
  if (wish === 'off') {
    log.warn('engines run without a sandbox, as MILLRACE_SANDBOX says: they see what this user sees');
    return { state: 'off' };
  }
  const folders = files.kind === 'local' ? [files.folder] : [];
  const sandbox = folders.some((folder) => realpathSync(folder) === '/')
    ? { missing: 'the file space is the whole machine' }
    : await findSandbox();
  if (!('missing' in sandbox))
    return { state: 'on', box: { sandbox, files: folders, readable: [fetched], hidden: [home] } };
  if (wish === 'on') throw new SettingError(`MILLRACE_SANDBOX "on" cannot be had: ${sandbox.missing}`);
  log.warn({ why: sandbox.missing }, 'engines run without a sandbox: they see what this user sees');
  return { state: 'missing' };
}

/**
 * Makes the folder that texts of URLs are kept in. Every engine reads it, and none may list it: what another run has
 * fetched lies under a name that it cannot know.
 */
export async function fetchedIn(scratch: string): Promise<string> {
  const folder = join(scratch, 'fetched');
  await mkdir(folder);
  await chmod(folder, unlisted);
  return folder;
}

const unlisted = 0o311;

/** Lets what was made in a scratch folder be removed. */
export const listable = (scratch: string): Promise<void> =>
  chmod(join(scratch, 'fetched'), 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  });
