import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { isBelow } from '@millrace/engines/sandbox';
import { runError } from '@millrace/errors';
import { missing } from '../file-fault.ts';
import type { FileView } from '../file-view.ts';

/** Paths of a file space on a folder: what they name, and which of them a view shows. */
export class LocalPaths {
  readonly root: string;
  readonly view: FileView;

  constructor(root: string, view: FileView) {
    this.root = resolve(root);
    this.view = view;
  }

  /** A file's name in the file space: its way from the root, with `/`. */
  displayName(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  /** Where the file of a path lies. Throws RunError `BAD_PATH` for what is outside the root. */
  below(path: string): string {
    if (path.includes('\0')) throw runError('path-with-zero-byte', {});
    const scheme = /^([a-z][a-z0-9+.-]+):\/*/i.exec(path);
    if (scheme !== null && scheme[1]?.toLowerCase() !== 'file') throw runError('path-outside', { path });
    const plain = scheme === null ? path : `/${path.slice(scheme[0].length)}`;
    // a path that already names the root is taken as it is
    const absolute =
      isAbsolute(plain) && isBelow(normalize(plain), this.root) ? normalize(plain) : join(this.root, plain);
    if (!isBelow(absolute, this.root)) throw runError('path-outside', { path });
    return absolute;
  }

  /** Where a path leads, links followed, there or not. Fails for what lies outside. */
  async mustBeInside(absolute: string, path: string): Promise<string> {
    const [root, real] = await Promise.all([realpath(this.root), realWay(absolute)]);
    if (isBelow(real, root)) return real;
    throw runError('path-leads-outside', { path });
  }

  /** Fails for what the view does not show, too. */
  async mustSee(absolute: string, path: string): Promise<string> {
    const real = await this.mustBeInside(absolute, path);
    if (this.view.sees(real)) return real;
    throw missing(path);
  }
}

/** Where a path leads, links followed as far as there is something; what is not there keeps its names. */
async function realWay(absolute: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(absolute) === absolute) throw error;
    return join(await realWay(dirname(absolute)), basename(absolute));
  }
}
