import { join } from 'node:path';
import type { RunSpace } from '../files/home.ts';
import { createUnlisted } from './sandbox.ts';
import type { Settings } from '../settings/settings.ts';

/** Opens the file space for runs; what they fetch lies in the scratch folder, and copies for later runs in the state folder. */
export async function openRunSpace(settings: Settings, scratch: string): Promise<RunSpace> {
  const { files: at, home, urls, MILLRACE_COPIES_MEGABYTES: megabytes } = settings;
  const fetchFolder = await createUnlisted(scratch, 'fetched');
  if (at.kind === 'local') return { at, urls, fetchFolder };
  const { remoteSpace } = await import('@millrace/file-space/remote');
  await createUnlisted(scratch, 'inputs');
  const cache = { folder: join(home, 'copies'), maxBytes: megabytes * 2 ** 20 };
  return { at, urls, fetchFolder, remote: await remoteSpace(at, { scratch, cache }) };
}
