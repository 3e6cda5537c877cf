import { join } from 'node:path';
import type { RunSpace } from '../files/home.ts';
import { unlisted } from './sandbox.ts';
import type { Settings } from '../settings/settings.ts';

/** Opens the file space for runs; what they fetch lies in the scratch folder, and copies for later runs in the state folder. */
export async function openRunSpace(settings: Settings, scratch: string): Promise<RunSpace> {
  const { files: at, home, urls, MILLRACE_COPIES_MEGABYTES: megabytes } = settings;
  const fetched = await unlisted(scratch, 'fetched');
  if (at.kind === 'local') return { at, urls, fetched };
  const { remoteSpace } = await import('@millrace/file-space/remote');
  await unlisted(scratch, 'inputs');
  const cache = { folder: join(home, 'copies'), mostBytes: megabytes * 2 ** 20 };
  return { at, urls, fetched, remote: await remoteSpace(at, { scratch, cache }) };
}
