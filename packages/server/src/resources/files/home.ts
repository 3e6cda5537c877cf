import { LocalFiles } from '@millrace/runner/files';
import type { Principal } from '../../access/principal.ts';
import { Problem } from '../../http/problems.ts';
import type { FileSpace } from './file-space.ts';
import { LocalFileSpace } from './local-file-space.ts';
import { mustBeName } from './paths.ts';
import { Sight } from './sight.ts';

/** The files that somebody sees: all but the homes of others; a superuser sees those too. */
export const spaceOf = (root: string, who: Principal): FileSpace =>
  new LocalFileSpace(root, { home: homeName(who), seesAll: who.isSuperuser });

/** What of the file space is there for runs of somebody, as `spaceOf` shows it to them. `fetched`: where texts of URLs are kept. */
export async function filesOf(
  root: string,
  who: Pick<Principal, 'username' | 'isSuperuser'>,
  fetched?: string,
): Promise<LocalFiles> {
  const sight = await Sight.of(root, { home: homeName(who), seesAll: who.isSuperuser });
  return new LocalFiles(root, undefined, sight, fetched);
}

/** The path of somebody's home, which is made where it is not there. */
export async function homeOf(space: FileSpace, who: Principal): Promise<string> {
  const name = homeName(who);
  if (name === null)
    throw new Problem('UNPROCESSABLE', 'you have no home: your user name cannot be the name of a folder');
  await space.makeFolder(`/user/${name}`);
  return `/user/${name}`;
}

/** Makes somebody's home where it is not there, if they can have one: paths in it work from the first call on. */
export async function makeHome(space: FileSpace, who: Principal): Promise<void> {
  const name = homeName(who);
  if (name !== null) await space.makeFolder(`/user/${name}`);
}

function homeName({ username }: Pick<Principal, 'username'>): string | null {
  try {
    mustBeName(username);
    return username;
  } catch {
    return null;
  }
}
