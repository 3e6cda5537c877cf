import { sep } from 'node:path';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';

/** A path as a request names it. */
export const Path = Type.String({ minLength: 1 });

/** How the names of uploads begin that are not complete: no user sees them, no user may use such a name. */
export const stagedPrefix = '.millrace-upload-';

const isWindows = sep === '\\';
/** What no name of a file can hold. */
const unusable = isWindows ? /[<>:"|?*\0]|[. ]$/ : /\0/;
const maxBytes = 4_096;
const shownLength = 200;

/** A path as a sentence can hold it. */
export const quotePath = (path: string): string =>
  `"${path.length > shownLength ? `${path.slice(0, shownLength)}…` : path}"`;

/**
 * A path of the file space in its one spelling: from the root, `/` between its parts, neither `.` nor `..`. What begins
 * without `/` begins at the root too. Fails if no file can have it, or `..` climbs over the root.
 */
export function spacePath(text: string): string {
  const refuse = (why: string): Problem => new Problem('UNPROCESSABLE', `path ${quotePath(text)} ${why}`);
  if (!text.isWellFormed()) throw refuse('is not valid Unicode');
  if (Buffer.byteLength(text) > maxBytes) throw refuse(`is longer than ${maxBytes} bytes`);
  const parts: string[] = [];
  for (const part of text.split(isWindows ? /[/\\]/ : '/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) throw refuse('is outside the file space');
      continue;
    }
    if (unusable.test(part)) throw refuse('contains a character that is not allowed in file names');
    if (part.startsWith(stagedPrefix))
      throw refuse(`contains a name that begins with the reserved prefix "${stagedPrefix}"`);
    parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Fails if a new file or folder may not be called that. */
export function mustBeName(name: string): void {
  if (/[\0-\x1f\x7f]/.test(name)) throw new Problem('UNPROCESSABLE', 'a file name cannot contain control characters');
  if (spacePath(name) !== `/${name}`) throw new Problem('UNPROCESSABLE', `invalid file name ${quotePath(name)}`);
}

/** The last part of a path of the file space; empty for its root. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder that a path of the file space lies in; its root lies in itself. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
