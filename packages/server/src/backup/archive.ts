import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { extract, pack, type Pack } from 'tar-stream';
import { stagedPrefix } from '../files/paths.ts';

/** A backup that cannot be made, or an archive that cannot be used; its message says why. */
export class BackupError extends Error {}

const format = 1;

/** Where the parts of a backup lie in its archive. */
export const names = {
  database: 'millrace.db',
  key: 'secret.key',
  tables: 'tables',
  files: 'files',
  manifest: 'manifest.json',
} as const;

const Manifest = Type.Object({
  format: Type.Integer(),
  /** When the database was read, in ISO 8601. */
  at: Type.String(),
  holds: Type.Object({
    database: Type.Boolean(),
    key: Type.Boolean(),
    /** The large tables of runs; archives of earlier versions do not say it. */
    tables: Type.Optional(Type.Boolean()),
    files: Type.Boolean(),
  }),
  /** Sizes in bytes and SHA-256 of all files, by name. */
  entries: Type.Record(Type.String(), Type.Object({ size: Type.Integer(), sha256: Type.String() })),
});

export type Manifest = Static<typeof Manifest>;

/**
 * Writes an archive: a tar, packed with gzip. Its last entry is a manifest with the checksums of all before, so that one
 * that is cut off is known as such.
 */
export class ArchiveWriter {
  readonly #pack: Pack = pack();
  readonly #writing: Promise<void>;
  readonly #entries: Manifest['entries'] = {};

  constructor(path: string) {
    const packed = createGzip({ level: constants.Z_BEST_SPEED });
    this.#writing = pipeline(this.#pack, packed, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    // met by `finish`
    this.#writing.catch(() => undefined);
  }

  /** Adds a file as it is now; of one that grows in the meantime, what was there at first. */
  async addFile(name: string, path: string): Promise<void> {
    await using file = await open(path);
    const { size, mode, mtime } = await file.stat();
    const hash = createHash('sha256');
    const entry = this.#pack.entry({ name, size, mode: mode & 0o777, mtime });
    let read = 0;
    if (size > 0)
      for await (const chunk of file.createReadStream({
        start: 0,
        end: size - 1,
        autoClose: false,
      }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        read += chunk.length;
        if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), this.#writing]);
      }
    if (read < size) throw new BackupError(`file "${path}" was truncated while it was read: run the backup again`);
    entry.end();
    this.#entries[name] = { size, sha256: hash.digest('hex') };
  }

  /** Adds all below a folder; what goes in the meantime is not in it, and links are kept as links. */
  async addFolder(name: string, path: string): Promise<void> {
    const { mode, mtime } = await lstat(path);
    this.#pack.entry({ name: `${name}/`, type: 'directory', mode: mode & 0o777, mtime });
    for (const child of (await readdir(path)).toSorted()) {
      // uploads that have not ended
      if (child.startsWith(stagedPrefix)) continue;
      try {
        await this.#add(`${name}/${child}`, join(path, child));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        if (child.includes('\uFFFD'))
          throw new BackupError(
            `the name of file "${join(path, child)}" is not valid UTF-8: rename it, or omit the files`,
          );
      }
    }
  }

  async #add(name: string, path: string): Promise<void> {
    const info = await lstat(path);
    if (info.isDirectory()) return this.addFolder(name, path);
    if (info.isFile()) return this.addFile(name, path);
    if (info.isSymbolicLink())
      this.#pack.entry({ name, type: 'symlink', linkname: await readlink(path), mtime: info.mtime });
  }

  /** Ends the archive; it is on the disk then. */
  async finish(at: Date, holds: Manifest['holds']): Promise<void> {
    const manifest: Manifest = { format, at: at.toISOString(), holds, entries: this.#entries };
    this.#pack.entry({ name: names.manifest, mode: 0o600 }, JSON.stringify(manifest));
    this.#pack.finalize();
    await this.#writing;
  }

  /** Aborts an archive. */
  destroy(): void {
    this.#pack.destroy();
  }
}

/** Where an entry of an archive goes; undefined for one that has no place. */
export type TargetOf = (name: string) => string | undefined;

/**
 * Unpacks an archive and checks every file against the manifest at its end. Fails with BackupError if it is no archive,
 * is cut off or damaged; what was unpacked by then is there.
 */
export async function unpack(archive: string, targetOf: TargetOf): Promise<Manifest> {
  const files = new Map<string, { size: number; sha256: string }>();
  // made at the end: nothing is written through them
  const links: (readonly [string, string])[] = [];
  const folders: (readonly [string, number, Date])[] = [];
  let manifest: unknown;
  const entries = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), entries);
  reading.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const { name, type, mode = 0o600, mtime = new Date(), linkname } = entry.header;
      if (name.split('/').some((part) => part === '..' || part === '.') || name.startsWith('/') || name.includes('\0'))
        throw new BackupError(`archive "${archive}" holds the entry "${name}", which is not part of a backup`);
      if (name === names.manifest) {
        manifest = await jsonOf(entry as unknown as Readable);
        continue;
      }
      const target = targetOf(name.replace(/\/$/, ''));
      if (target === undefined)
        throw new BackupError(`archive "${archive}" holds the entry "${name}", which is not part of a backup`);
      if (type === 'directory') {
        await mkdir(target, { recursive: true });
        folders.push([target, mode, mtime]);
      } else if (type === 'symlink') links.push([target, linkname ?? '']);
      else files.set(name, await write(entry as unknown as Readable, target, mode, mtime));
      entry.resume();
    }
    await reading;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC') throw new BackupError(message);
    throw new BackupError(`archive "${archive}" is not a Millrace backup, or is damaged: ${message}`);
  }
  const result = check(archive, manifest, files);
  for (const [unpackedPath, target] of links) await symlink(target, unpackedPath);
  for (const [target, mode, mtime] of folders.reverse()) {
    await chmod(target, mode);
    await utimes(target, mtime, mtime);
  }
  return result;
}

function check(
  archive: string,
  manifest: unknown,
  files: ReadonlyMap<string, { size: number; sha256: string }>,
): Manifest {
  if (manifest === undefined) throw new BackupError(`archive "${archive}" is truncated: its end is missing`);
  if (!Value.Check(Manifest, manifest)) throw new BackupError(`the manifest of archive "${archive}" cannot be read`);
  if (manifest.format !== format)
    throw new BackupError(`archive "${archive}" has format ${manifest.format}: this version reads format ${format}`);
  for (const [name, { size, sha256 }] of Object.entries(manifest.entries)) {
    const one = files.get(name);
    if (one === undefined) throw new BackupError(`archive "${archive}" is damaged: file "${name}" is missing`);
    if (one.size !== size || one.sha256 !== sha256)
      throw new BackupError(
        `archive "${archive}" is damaged: the contents of file "${name}" do not match the manifest`,
      );
  }
  for (const name of files.keys())
    if (!Object.hasOwn(manifest.entries, name))
      throw new BackupError(`archive "${archive}" is damaged: file "${name}" is not in its manifest`);
  return manifest;
}

async function jsonOf(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function write(stream: Readable, target: string, mode: number, mtime: Date) {
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash('sha256');
  let size = 0;
  await using file = await open(target, 'wx', mode);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
    await file.writeFile(chunk);
  }
  await file.chmod(mode);
  await file.utimes(mtime, mtime);
  await file.sync();
  return { size, sha256: hash.digest('hex') };
}
