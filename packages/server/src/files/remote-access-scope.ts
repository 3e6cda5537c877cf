import { isBelow } from '@millrace/engines/sandbox';
import type { RemoteAt } from '../settings/files-at.ts';
import type { Viewer } from './local-access-scope.ts';
import { pathNotFound, rootIsFixed, homesAreFixed } from './path-problems.ts';

const homes = '/user';

/** What the file systems keep for themselves in the root. */
const reservedNames: Readonly<Record<RemoteAt['kind'], ReadonlySet<string>>> = {
  // other ways to everything, past and present
  hdfs: new Set(['.reserved', '.snapshot']),
  s3: new Set(),
};

/** What one person sees of a file space on other machines, by its paths: they are what they say, for there are no links. */
export class RemoteAccessScope {
  readonly #viewer: Viewer;
  readonly #reservedNames: ReadonlySet<string>;

  constructor(kind: RemoteAt['kind'], viewer: Viewer) {
    this.#viewer = viewer;
    this.#reservedNames = reservedNames[kind];
  }

  sees(path: string): boolean {
    const { home, seesAll } = this.#viewer;
    const [, first = ''] = path.split('/', 2);
    if (this.#reservedNames.has(first)) return false;
    if (seesAll || path === homes || !isBelow(path, homes)) return true;
    return home !== null && isBelow(path, `${homes}/${home}`);
  }

  mustSee(path: string): void {
    if (!this.sees(path)) throw pathNotFound(path);
  }

  /** The root and the folder of the homes stay where they are, whichever user asks. */
  mayReplace(path: string): boolean {
    return path !== '/' && path !== homes;
  }

  /** Fails for what `mayReplace` denies, and for what is not seen. */
  mustBeMovable(path: string): void {
    this.mustSee(path);
    if (path === '/') throw rootIsFixed();
    if (!this.mayReplace(path)) throw homesAreFixed();
  }
}
