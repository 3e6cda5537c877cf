import { RunError } from '@millrace/runner/errors';
import { LocalFiles } from '@millrace/runner/files';
import type { Principal } from '../../access/principal.ts';
import type { FilesAt } from '../../files-at.ts';
import { Problem } from '../../http/problems.ts';
import type { FileSpace } from './file-space.ts';
import { HdfsFileSpace } from './hdfs-file-space.ts';
import { LocalFileSpace } from './local-file-space.ts';
import { mustBeName } from './paths.ts';
import { Sight } from './sight.ts';

/** The files that somebody sees: all but the homes of others; a superuser sees those too. */
export function spaceOf(at: FilesAt, who: Principal): FileSpace {
  const viewer = { home: homeIn(at, who), seesAll: who.isSuperuser };
  return at.kind === 'local' ? new LocalFileSpace(at.folder, viewer) : new HdfsFileSpace(at, viewer);
}

/** What of the file space is there for runs of somebody, as `spaceOf` shows it to them. `fetched`: where texts of URLs are kept. */
export async function filesOf(
  at: FilesAt,
  who: Pick<Principal, 'username' | 'isSuperuser'>,
  fetched?: string,
): Promise<LocalFiles> {
  if (at.kind === 'hdfs')
    throw new RunError('SPACE_REMOTE', 'files of HDFS cannot be read here yet', 'have the file space on a folder');
  const sight = await Sight.of(at.folder, { home: homeIn(at, who), seesAll: who.isSuperuser });
  return new LocalFiles(at.folder, undefined, sight, fetched);
}

/** The path of the home in a file space, which is made where it is not there. */
export async function homeOf(space: FileSpace): Promise<string> {
  if (space.home === null)
    throw new Problem('UNPROCESSABLE', 'you have no home: your user name cannot be the name of a folder');
  await space.makeFolder(`/user/${space.home}`);
  return `/user/${space.home}`;
}

/** Makes the home where it is not there, if there can be one: paths in it work from the first call on. */
export async function makeHome(space: FileSpace): Promise<void> {
  if (space.home !== null) await space.makeFolder(`/user/${space.home}`);
}

/** The name of somebody's home; null where no folder can be called that. */
function homeIn(at: FilesAt, { username }: Pick<Principal, 'username'>): string | null {
  // a sign that no name in HDFS has
  if (at.kind === 'hdfs' && username.includes(':')) return null;
  try {
    mustBeName(username);
    return username;
  } catch {
    return null;
  }
}
