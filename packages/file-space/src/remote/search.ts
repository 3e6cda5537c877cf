import { matchesGlob } from 'node:path';
import { childOf, type RemoteEntry, type RemoteStore } from './remote-store.ts';

/** A remote file that a path stands for. */
export interface RemoteFile {
  readonly path: string;
  readonly entry: RemoteEntry;
}

/** What there is under a path: files that are data, and folders, which may hold none. */
export interface RemoteMatches {
  readonly files: readonly RemoteFile[];
  readonly folders: readonly string[];
}

/** True for a path that may be a pattern. */
export const isPattern = (path: string): boolean => /[*?[\]{}]/.test(path);

/** What of the file space is visible to the user. */
export type Sees = (path: string) => boolean;

/**
 * What a path of a remote file space stands for, by the rules of local ones: a file; a folder with its own files and those
 * in folders named `column=value`, without names that begin with `_` or `.`; or all that match a pattern. `undefined`
 * if there is nothing.
 */
export async function search(store: RemoteStore, path: string, sees: Sees): Promise<RemoteMatches | undefined> {
  const entry = sees(path) ? await store.entry(path) : undefined;
  if (entry !== undefined) return matchesAt(store, { path, entry }, sees);
  if (!isPattern(path)) return undefined;
  const files: RemoteFile[] = [];
  const folders: string[] = [];
  const paths = new Set<string>();
  for await (const match of matches(store, '/', path.split('/').slice(1), sees)) {
    if (paths.has(match.path)) continue;
    paths.add(match.path);
    const inner = await matchesAt(store, match, sees);
    files.push(...inner.files);
    folders.push(...inner.folders);
  }
  return { files, folders };
}

async function matchesAt(store: RemoteStore, { path, entry }: RemoteFile, sees: Sees): Promise<RemoteMatches> {
  if (!entry.isDirectory) return { files: [{ path, entry }], folders: [] };
  const files: RemoteFile[] = [];
  const folders = [path];
  for (const inner of await store.list(path)) {
    const below = { path: childOf(path, inner.name), entry: inner };
    const { name } = inner;
    if (name.startsWith('.') || (name.startsWith('_') && !name.includes('=')) || !sees(below.path)) continue;
    if (!inner.isDirectory) files.push(below);
    else if (!name.includes('=')) folders.push(below.path);
    else {
      const matchesThere = await matchesAt(store, below, sees);
      files.push(...matchesThere.files);
      folders.push(...matchesThere.folders);
    }
  }
  return { files, folders };
}

/** A segment that can stand for more than itself. */
const isMagic = (segment: string): boolean => /[*?[\]{}()!+@|\\]/.test(segment);

/** Files and folders that a pattern matches; more than those do no harm: the caller that opens them checks again. */
async function* matches(
  store: RemoteStore,
  folder: string,
  pattern: readonly string[],
  sees: Sees,
): AsyncGenerator<RemoteFile> {
  const [first, ...rest] = pattern;
  if (first === undefined) return;
  // braces that span folders
  if (openBraces(first) !== 0) return yield* everythingBelow(store, folder, pattern.join('/'), sees);
  if (!isMagic(first)) {
    const path = childOf(folder, first);
    const entry = sees(path) ? await store.entry(path) : undefined;
    if (entry === undefined) return;
    if (rest.length === 0) yield { path, entry };
    else if (entry.isDirectory) yield* matches(store, path, rest, sees);
    return;
  }
  if (first === '**') yield* matches(store, folder, rest, sees);
  for (const entry of await store.list(folder)) {
    const path = childOf(folder, entry.name);
    if (!sees(path)) continue;
    const fits = first === '**' ? !entry.name.startsWith('.') : entry.name === first || matchesGlob(entry.name, first);
    if (!fits) continue;
    if (first === '**') {
      if (rest.length === 0) yield { path, entry };
      if (entry.isDirectory) yield* matches(store, path, pattern, sees);
    } else if (rest.length === 0) yield { path, entry };
    else if (entry.isDirectory) yield* matches(store, path, rest, sees);
  }
}

async function* everythingBelow(
  store: RemoteStore,
  base: string,
  pattern: string,
  sees: Sees,
  folder = base,
): AsyncGenerator<RemoteFile> {
  for (const entry of await store.list(folder)) {
    const path = childOf(folder, entry.name);
    if (!sees(path) || entry.name.startsWith('.')) continue;
    if (matchesGlob(path.slice(childOf(base, '').length), pattern)) yield { path, entry };
    if (entry.isDirectory) yield* everythingBelow(store, base, pattern, sees, path);
  }
}

/** Braces that are opened and not closed in a segment. */
const openBraces = (segment: string): number => segment.split('{').length - segment.split('}').length;
