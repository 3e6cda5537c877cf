import type { RunFiles } from '@millrace/file-space';
import { LocalFiles } from '@millrace/file-space';
import type { RemoteSpace } from '@millrace/file-space/remote';
import type { UrlPolicy } from '@millrace/file-space/urls';
import type { Principal } from '../access/principal.ts';
import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import type { FileSpace } from './file-space.ts';
import { LocalFileSpace } from './local-file-space.ts';
import { mustBeName } from './paths.ts';
import { RemoteFileSpace } from './remote-file-space.ts';
import { RemoteAccessScope } from './remote-access-scope.ts';
import { keyOf, LocalAccessScope, type Viewer } from './local-access-scope.ts';

/**
 * The files that a user sees: all but the homes of others; a superuser sees those too. Only this function and
 * `filesOf` open the file space: any other way shows the homes of other users. A test checks it.
 */
export function spaceOf(at: FilesAt, who: Pick<Principal, 'username' | 'isSuperuser'>): FileSpace {
  const viewer = { home: homeIn(at, who), seesAll: who.isSuperuser };
  return at.kind === 'local' ? new LocalFileSpace(at.folder, viewer) : new RemoteFileSpace(at, viewer);
}

/** The file space of the runs of a service. */
export interface RunSpace {
  readonly at: FilesAt;
  /** The same, and where its files lie while engines work on them; absent for one on a folder. */
  readonly remote?: RemoteSpace;
  /** What URLs may be read. */
  readonly urls: UrlPolicy;
  /** Folder that texts of URLs are kept in. */
  readonly fetchFolder: string;
}

/**
 * What of the file space is there for runs of a user, as `spaceOf` shows it to them; as far as `others` see it,
 * too. Under `await using`, return with `await`: a bare promise removes the copies of HDFS before an engine reads
 * them.
 */
export async function filesOf(
  { at, remote, urls, fetchFolder }: RunSpace,
  who: Pick<Principal, 'username' | 'isSuperuser'>,
  others: readonly Pick<Principal, 'username' | 'isSuperuser'>[] = [],
): Promise<RunFiles> {
  const viewer = common([who, ...others].map((one) => ({ home: homeIn(at, one), seesAll: one.isSuperuser })));
  if (at.kind === 'local') {
    const scope = await LocalAccessScope.of(at.folder, viewer);
    const engineView = await scope.forEngines();
    return new LocalFiles(
      at.folder,
      urls,
      { sees: (path) => scope.sees(path), mayReplace: (path) => scope.mayReplace(path), engineView },
      fetchFolder,
    );
  }
  if (remote === undefined) throw new Error('the remote file space was not opened');
  const { RemoteFiles } = await import('@millrace/file-space/remote');
  const view = new RemoteAccessScope(at.kind, viewer);
  return new RemoteFiles(remote, { view, viewKey: keyOf(viewer), urls, fetchFolder });
}

/** Who sees what all of these see. */
function common(viewers: readonly Viewer[]): Viewer {
  const [first, ...others] = viewers.filter(({ seesAll }) => !seesAll);
  if (first === undefined) return { home: viewers[0]?.home ?? null, seesAll: true };
  return { home: others.every(({ home }) => home === first.home) ? first.home : null, seesAll: false };
}

/** The path of the home in a file space, which is made if it is not there. */
export async function homeOf(space: FileSpace): Promise<string> {
  if (space.home === null)
    throw new Problem('UNPROCESSABLE', 'you have no home folder: your user name is not a valid folder name');
  await makeHome(space);
  return `/user/${space.home}`;
}

/**
 * Makes the home if it is not there, if there can be one: paths in it work from the first call on. False if it cannot
 * be made, such as in a space that may only be read: a user who needs it gets the error of what they do there.
 */
export async function makeHome(space: FileSpace): Promise<boolean> {
  if (space.home === null) return true;
  try {
    await space.makeFolder(`/user/${space.home}`);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** The name of a user's home; null if no folder can be called that. */
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
