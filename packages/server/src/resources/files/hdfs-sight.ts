import { Problem } from '../../http/problems.ts';
import { inside, shown } from './paths.ts';
import type { Viewer } from './sight.ts';

const homes = '/user';

/** What HDFS keeps for itself in its root: other ways to everything, past and present. */
const reserved: ReadonlySet<string> = new Set(['.reserved', '.snapshot']);

/** What one person sees of a folder of HDFS, by the paths of the file space: they are what they say, for HDFS has no links. */
export class HdfsSight {
  readonly #viewer: Viewer;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  sees(path: string): boolean {
    const { home, seesAll } = this.#viewer;
    const [, first = ''] = path.split('/', 2);
    if (reserved.has(first)) return false;
    if (seesAll || path === homes || !inside(homes, path)) return true;
    return home !== null && inside(`${homes}/${home}`, path);
  }

  mustSee(path: string): void {
    if (!this.sees(path)) throw new Problem('NOT_FOUND', `${shown(path)} is not there`);
  }

  /** The root and the folder of the homes stay where they are, whoever asks. */
  mayReplace(path: string): boolean {
    return path !== '/' && path !== homes;
  }

  /** Fails for what `mayReplace` denies, and for what is not seen. */
  mustBeMovable(path: string): void {
    this.mustSee(path);
    if (path === '/') throw new Problem('FORBIDDEN', 'the root of the file space stays as it is');
    if (!this.mayReplace(path)) throw new Problem('FORBIDDEN', 'the folder of the homes stays as it is');
  }
}
