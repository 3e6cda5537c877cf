import { runError } from '@millrace/errors';
import type { ArchiveFile, LibraryArchive } from './archive.ts';
import { packageName, type Interpreter } from './interpreter.ts';

/** What the name of a wheel's file says. */
export interface WheelName {
  readonly name: string;
  readonly version: string;
  /** Tags of what it is built for: `py3-none-any`. */
  readonly tags: readonly string[];
}

/** A file of a wheel, and where it lies in the environment. */
export interface PlacedFile extends ArchiveFile {
  readonly target: string;
}

/** `name-version[-build]-python-abi-platform.whl`. */
const wheelFile = /^([a-z0-9](?:[\w.]*[a-z0-9])?)-([\w.!+]+)(?:-\d[\w.]*)?-([\w.]+)-([\w.]+)-([\w.]+)\.whl$/i;

/** Reads the name of a wheel's file; undefined if it is not the name of a wheel. */
export function wheelName(file: string): WheelName | undefined {
  const [, name = '', version = '', pythons = '', abis = '', platforms = ''] = wheelFile.exec(file) ?? [];
  if (name === '') return undefined;
  const tags = pythons
    .split('.')
    .flatMap((python) =>
      abis.split('.').flatMap((abi) => platforms.split('.').map((platform) => `${python}-${abi}-${platform}`)),
    );
  return { name, version, tags };
}

/** Fails with RunError if the wheel does not fit the interpreter, or is built in. */
export function mustFit(library: string, { name, tags }: WheelName, python: Interpreter): void {
  if (!tags.some((tag) => python.tags.has(tag)))
    throw runError('library-other-platform', {
      library,
      tags: tags.length > 3 ? `${tags.slice(0, 3).join(', ')} and others` : tags.join(', '),
      python: `Python ${python.version} on ${python.platform}`,
    });
  const version = python.packages.get(packageName(name));
  if (version !== undefined) throw runError('library-built-in', { library, name: packageName(name), version });
}

/** Fails with RunError if the archive is no wheel of this name. */
export async function mustBeWheel(
  library: string,
  { name, version }: WheelName,
  archive: LibraryArchive,
): Promise<void> {
  const broken = (reason: string) => runError('library-broken', { library, reason });
  const folders = archive.files.flatMap(({ path }) => /^([^/]+)\.dist-info\/(?:METADATA|WHEEL)$/.exec(path)?.[1] ?? []);
  const [folder] = folders;
  if (folder === undefined || folders.length !== 2 || folders[1] !== folder)
    throw broken('it must have one folder name-version.dist-info with the files METADATA and WHEEL');
  const metadata = (await archive.text(`${folder}.dist-info/METADATA`)) ?? '';
  const header = (key: string): string => new RegExp(`^${key}:[ \\t]*(\\S+)`, 'im').exec(metadata)?.[1] ?? '';
  const [ownName, ownVersion] = [header('Name'), header('Version')];
  if (packageName(ownName) !== packageName(name) || plainVersion(ownVersion) !== plainVersion(version))
    throw broken(`its METADATA says "${ownName} ${ownVersion}"`);
}

/** A version as file names and METADATA may write it. */
const plainVersion = (version: string): string => version.toLowerCase().replaceAll(/[-_+]/g, '.');

/**
 * The files of a wheel that code imports: those of its root and of `purelib` and `platlib` in its `.data` folder. Scripts and
 * headers are left out, and so are files that Python would run by itself if the folder were one of its own (`.pth`).
 */
export const placed = (archive: LibraryArchive): readonly PlacedFile[] =>
  archive.files.flatMap((file) => {
    const [, place, inner] = /^[^/]+\.data\/([^/]+)\/(.+)$/.exec(file.path) ?? [];
    if (place !== undefined && place !== 'purelib' && place !== 'platlib') return [];
    const target = inner ?? file.path;
    return /^[^/]+\.(?:pth|egg-link)$/i.test(target) ? [] : [{ ...file, target }];
  });

/** Fails with RunError for a module with the name of one that is built in, which would be found in its place or hidden by it. */
export function mustNotShadow(library: string, files: readonly PlacedFile[], python: Interpreter): void {
  const packages = new Set(files.flatMap(({ target }) => /^([^/]+)\/__init__\.[^/]+$/.exec(target)?.[1] ?? []));
  for (const { target } of files) {
    const [first = '', ...rest] = target.split('/');
    const [module = '', ...ends] = first.split('.');
    if (rest.length === 0 ? !/^(?:py|pyc|so|pyd)$/.test(ends.at(-1) ?? '') : ends.length > 0) continue;
    const isShared = python.namespaces.has(module) && (rest.length === 0 || packages.has(module));
    const what = python.modules.get(module) ?? (isShared ? 'a built-in package' : undefined);
    if (what !== undefined) throw runError('library-shadows', { library, module, what });
  }
}
