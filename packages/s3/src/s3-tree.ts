import { Readable } from 'node:stream';
import { S3Error, type S3Fault } from './errors.ts';
import { S3Bucket, type S3Object } from './s3-bucket.ts';
import type { Patience } from './s3-client.ts';
import { isName, keyTooLong, levelsOf, parentOf, S3Keys, tooLong } from './keys.ts';
import { resuming, type S3Range } from './resuming.ts';
import { copyObject } from './copy-object.ts';
import type { S3Root } from './s3-root.ts';
import { S3Upload } from './s3-upload.ts';
import { inBatches } from './in-batches.ts';

/** A file or folder. */
export interface S3Status {
  /** Its name in its folder; empty if the status of a path itself was asked for. */
  readonly name: string;
  readonly isDirectory: boolean;
  /** 0 for folders. */
  readonly bytes: number;
  /** Ms since 1970, in whole seconds; 0 for folders. */
  readonly modified: number;
  /** Another one whenever the content is another one; empty for folders. */
  readonly tag: string;
}

export interface S3TreeOptions {
  readonly patience?: Patience;
  /** Bytes of an object from which on it is copied in parts of that size. */
  readonly copyAtOnce?: number;
}

/** Objects that are copied side by side. */
const copies = 8;

/**
 * Files and folders in a bucket, below a prefix. Paths begin with `/`, which is the prefix, and have no `.` and no `..`.
 *
 * S3 has objects alone. A folder is here what objects lie below, or what an empty object named `folder/` stands for. What
 * is a file and a folder at once (others may make that) is the file. All fail with S3Error.
 */
export class S3Tree {
  readonly #bucket: S3Bucket;
  readonly #keys: S3Keys;
  readonly #copyAtOnce: number;

  constructor(at: S3Root, { patience, copyAtOnce = 1 << 30 }: S3TreeOptions = {}) {
    this.#bucket = new S3Bucket(at, patience);
    this.#keys = new S3Keys(at.prefix);
    this.#copyAtOnce = copyAtOnce;
  }

  async status(path: string): Promise<S3Status> {
    const status = await this.#maybe(path);
    if (status === undefined) throw new S3Error('notFound', 'nothing is there');
    return status;
  }

  /** What a folder holds, part by part; of a file the file itself, with an empty name. */
  async *list(path: string): AsyncGenerator<S3Status[]> {
    const folder = this.#keys.folder(path);
    const files = new Set<string>();
    let isThere = path === '/';
    for await (const page of this.#bucket.list({ prefix: folder, byFolder: true })) {
      const some: S3Status[] = [];
      isThere ||= page.objects.length + page.folders.length > 0;
      for (const object of page.objects) {
        const name = object.key.slice(folder.length);
        if (!isName(name)) continue;
        files.add(name);
        some.push({ ...fileOf(object), name });
      }
      for (const below of page.folders) {
        const name = below.slice(folder.length, -1);
        if (isName(name) && !files.has(name)) some.push({ ...folderStatus, name });
      }
      if (some.length > 0) yield some;
    }
    if (isThere) return;
    yield [await this.status(path)];
  }

  /** Makes a folder and those above it; no fault if it is there. */
  async makeFolder(path: string): Promise<void> {
    const levels = levelsOf(path);
    const entries = await Promise.all(levels.map((level) => this.#maybe(level)));
    const through = entries.findIndex((status) => status?.isDirectory === false);
    if (through === levels.length - 1 && through !== -1) throw new S3Error('exists', 'a file is there');
    if (through !== -1) throw new S3Error('notFolder', `${levels[through]} is a file`);
    for (const [i, level] of levels.entries()) {
      if (entries[i] !== undefined) continue;
      this.#keys.mustBeNew(level);
      await this.#bucket.put(this.#keys.folder(level), new Uint8Array(), false);
    }
  }

  /** Removes a file, or a folder; false if nothing is there. */
  async remove(path: string, withContents: boolean): Promise<boolean> {
    const status = await this.#maybe(path);
    if (status === undefined) return false;
    if (!status.isDirectory) {
      await this.#ensureParent(path);
      await this.#bucket.remove([this.#keys.of(path)]);
      return true;
    }
    if (!withContents) await this.#mustBeEmpty(path);
    await this.#ensureParent(path);
    for await (const { objects } of this.#bucket.list({ prefix: this.#keys.folder(path) }))
      await this.#bucket.remove(objects.map(({ key }) => key));
    return true;
  }

  /**
   * Moves a file or folder to another path, object by object: readers in the meantime see the target grow while the former is
   * whole, and the former shrink when the target is. Cut off in the middle, one of them is whole. Fails with `exists` if
   * the path is taken; a failure before the target is whole removes what is there of it.
   */
  async move(from: string, to: string): Promise<void> {
    const source = await this.status(from);
    await this.mustBeFree(to);
    if (!source.isDirectory) {
      await this.#copy({ ...source, key: this.#keys.of(from) }, this.#keys.of(to), true);
      await this.#ensureParent(from);
      await this.#bucket.remove([this.#keys.of(from)]);
      return;
    }
    const [former, next] = [this.#keys.folder(from), this.#keys.folder(to)];
    const keys: string[] = [];
    for await (const { objects } of this.#bucket.list({ prefix: former }))
      for (const { key } of objects) if (tooLong(next + key.slice(former.length))) throw keyTooLong();
    // another caller that wants that path finds it taken
    await this.#bucket.put(next, new Uint8Array(), true);
    try {
      for await (const { objects } of this.#bucket.list({ prefix: former }))
        await inBatches(objects, copies, async (object) => {
          const target = next + object.key.slice(former.length);
          if (object.key !== former) await this.#copy(object, target, false);
          keys.push(object.key);
        });
    } catch (error) {
      await this.#bucket.remove([...keys.map((key) => next + key.slice(former.length)), next]).catch(() => undefined);
      throw error;
    }
    await this.#ensureParent(from);
    // only what has been copied: others may have come
    await this.#bucket.remove(keys);
  }

  /** Copies a file over whatever file is there. */
  async copy(from: string, to: string): Promise<void> {
    const status = await this.status(from);
    if (status.isDirectory) throw new S3Error('refused', 'it is a folder');
    await this.#copy({ ...status, key: this.#keys.of(from) }, this.#keys.of(to), false);
  }

  /** Removes files, whatever becomes of their folders; nothing if they are not there. */
  async removeFiles(paths: readonly string[]): Promise<void> {
    await this.#bucket.remove(paths.map((path) => this.#keys.of(path)));
  }

  /**
   * The bytes of a file, if it is still the one of that status; a connection that breaks is made again where it broke. Fails
   * with `changed` if the file is another one.
   */
  read(path: string, { tag }: Pick<S3Status, 'tag'>, range: S3Range): Readable {
    return Readable.from(
      range.start === range.end ? [] : resuming(this.#bucket, { key: this.#keys.of(path), tag }, range),
      {
        objectMode: false,
      },
    );
  }

  /** Begins a file, which no user sees until its upload is complete; `mayHold`: a small one stays in memory until then. */
  upload(path: string, mayHold = false): S3Upload {
    this.#keys.mustBeNew(path);
    return new S3Upload(this.#bucket, this.#keys.of(path), mayHold);
  }

  /** Writes a file in one step; what is there is replaced. Nothing stays of a stream that fails. */
  async write(path: string, bytes: Readable): Promise<void> {
    // it may break before anybody reads it
    bytes.once('error', () => undefined);
    let upload: S3Upload | undefined;
    try {
      upload = this.upload(path, true);
      await upload.write(bytes);
      await upload.complete(false);
    } catch (error) {
      bytes.destroy();
      // if S3 has gone too, `removeUploads` finds it
      await upload?.abort().catch(() => undefined);
      throw error;
    }
  }

  /** Fails with `exists` if a path is taken, with `notFound` or `notFolder` if it has no folder. */
  async mustBeFree(path: string): Promise<void> {
    this.#keys.mustBeNew(path);
    const [there, parent] = await Promise.all([this.#maybe(path), this.#maybe(parentOf(path))]);
    if (there !== undefined) throw new S3Error('exists', 'the path is taken');
    if (parent === undefined) throw new S3Error('notFound', 'folder not found');
    if (!parent.isDirectory) throw new S3Error('notFolder', 'it leads through a file');
  }

  /** Forgets uploads that were begun before a time (ms since 1970) and have not become files; returns how many. */
  async removeUploads(before: number, stop: AbortSignal): Promise<number> {
    let count = 0;
    for await (const { key, upload, initiatedAt } of this.#bucket.uploads(this.#keys.prefix)) {
      if (stop.aborted) break;
      if (initiatedAt >= before) continue;
      await this.#bucket.abort(key, upload);
      count++;
    }
    return count;
  }

  /** Removes files whose names begin so and that are older than a time (ms since 1970). */
  async removeOld(namePrefix: string, before: number, stop: AbortSignal): Promise<void> {
    for await (const { objects } of this.#bucket.list({ prefix: this.#keys.prefix })) {
      if (stop.aborted) return;
      const old = objects.filter(
        ({ key, modified }) => modified < before && key.slice(key.lastIndexOf('/') + 1).startsWith(namePrefix),
      );
      await this.#bucket.remove(old.map(({ key }) => key));
    }
  }

  /** A file has the first of all keys that begin with its own: one request is mostly enough. */
  async #maybe(path: string): Promise<S3Status | undefined> {
    const folder = this.#keys.folder(path);
    if (path === '/') {
      await this.#bucket.first(folder, 1);
      return folderStatus;
    }
    const key = this.#keys.of(path);
    const [first] = await this.#bucket.first(key, 1);
    if (first?.key === key) return fileOf(first);
    if (first === undefined) return undefined;
    // what comes between, such as `name-2` or `name.csv`
    const [below] = first.key.startsWith(folder) ? [first] : await this.#bucket.first(folder, 1);
    return below === undefined ? undefined : folderStatus;
  }

  async #mustBeEmpty(path: string): Promise<void> {
    const folder = this.#keys.folder(path);
    const inside = await this.#bucket.first(folder, 2);
    if (inside.some(({ key }) => key !== folder)) throw new S3Error('notEmpty', 'something is in it');
    try {
      for await (const _upload of this.#bucket.uploads(folder)) throw new S3Error('notEmpty', 'a file is on its way');
    } catch (error) {
      // not everybody may look, and not every server can
      const maySkip: readonly S3Fault[] = ['denied', 'refused'];
      if (!(error instanceof S3Error) || !maySkip.includes(error.fault)) throw error;
    }
  }

  /** A folder stays when the last thing in it goes. */
  async #ensureParent(path: string): Promise<void> {
    const parent = parentOf(path);
    if (parent === '/') return;
    const folder = this.#keys.folder(parent);
    const [first] = await this.#bucket.first(folder, 1);
    if (first?.key !== folder) await this.#bucket.put(folder, new Uint8Array(), false);
  }

  #copy(from: S3Object, to: string, isNew: boolean): Promise<void> {
    return copyObject(this.#bucket, from, to, { isNew, atOnce: this.#copyAtOnce });
  }
}

const folderStatus: S3Status = { name: '', isDirectory: true, bytes: 0, modified: 0, tag: '' };

const fileOf = ({ bytes, modified, tag }: S3Object): S3Status => ({
  name: '',
  isDirectory: false,
  bytes,
  modified,
  tag,
});
