import { cp, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { oneAtATime } from '../one-at-a-time.ts';
import { whileLocked } from './target-lock.ts';
import {
  stagingName,
  formerName,
  markLifetime,
  markPrefix,
  type Exchange,
  type SaveDestination,
} from '../save-target.ts';

/** A target of saves on a disk of this machine: rows are written next to it. */
export class LocalSaveTarget implements SaveDestination {
  readonly #target: string;
  #staging: string | undefined;

  private constructor(target: string) {
    this.#target = target;
  }

  static async at(target: string): Promise<LocalSaveTarget> {
    if (await isThere(formerOf(target)))
      await oneAtATime(target, () => whileLocked(target, () => recoverTarget(target)));
    return new LocalSaveTarget(target);
  }

  get key(): string {
    return this.#target;
  }
  async holds(): Promise<'nothing' | 'file' | 'folder'> {
    if (!(await isThere(this.#target))) return 'nothing';
    if ((await stat(this.#target)).isFile()) return 'file';
    return (await readdir(this.#target)).length > 0 ? 'folder' : 'nothing';
  }
  has(name: string): Promise<boolean> {
    return isThere(join(this.#target, name));
  }
  async begin(name: string): Promise<string> {
    const staging = join(dirname(this.#target), stagingName(basename(this.#target), name));
    await rm(staging, { recursive: true, force: true });
    await this.#removeLeftovers();
    await mkdir(dirname(this.#target), { recursive: true });
    this.#staging = staging;
    return staging;
  }

  /** Removes what runs that were cut off long ago have left next to the target. */
  async #removeLeftovers(): Promise<void> {
    const [folder, name] = [dirname(this.#target), basename(this.#target)];
    const siblings = await readdir(folder).catch(() => []);
    const leftovers = siblings.filter((one) => one.startsWith(stagingName(name, '')) && one !== formerName(name));
    for (const one of leftovers)
      if (await isOld(join(folder, one))) await rm(join(folder, one), { recursive: true, force: true });
  }

  // the rows lie where they are wanted
  async finish(): Promise<void> {}

  exchange(how: Exchange): Promise<void> {
    return whileLocked(this.#target, () => this.#exchange(how));
  }

  async #exchange({ append, mark, check }: Exchange): Promise<void> {
    const [target, staging] = [this.#target, this.#staging];
    if (staging === undefined) throw new Error('nothing was staged');
    // another process may have ended in the middle of this since the target was last looked at
    await recoverTarget(target);
    await check?.();
    if (append && (await this.holds()) !== 'nothing') await addFormer(target, staging);
    await writeFile(join(staging, '_SUCCESS'), '');
    if (mark !== undefined) await writeFile(join(staging, mark), '');
    if (!(await isThere(target))) return rename(staging, target);
    const former = formerOf(target);
    await rename(target, former);
    try {
      await rename(staging, target);
    } catch (error) {
      await rename(former, target);
      throw error;
    }
    await rm(former, { recursive: true, force: true });
  }

  async discard(): Promise<void> {
    if (this.#staging !== undefined) await rm(this.#staging, { recursive: true, force: true });
  }
}

/** Puts back what a crash in the middle of an exchange left aside. */
export async function recoverTarget(target: string): Promise<void> {
  const former = formerOf(target);
  if (!(await isThere(former))) return;
  if (await isThere(target)) await rm(former, { recursive: true, force: true });
  else await rename(former, target);
}

const formerOf = (target: string): string => join(dirname(target), formerName(basename(target)));

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isOld = async (path: string): Promise<boolean> => {
  const info = await stat(path).catch(() => undefined);
  return info !== undefined && info.mtimeMs < Date.now() - markLifetime;
};

/** Links the files that are there already into the staged folder, so that the exchange keeps them. */
async function addFormer(target: string, staging: string): Promise<void> {
  for (const entry of await readdir(target, { withFileTypes: true, recursive: true })) {
    // Spark writes both again with each save
    if (!entry.isFile() || entry.name === '_SUCCESS' || entry.name === '._SUCCESS.crc') continue;
    const from = join(entry.parentPath, entry.name);
    if (entry.name.startsWith(markPrefix) && (await isOld(from))) continue;
    const to = join(staging, relative(target, from));
    await mkdir(dirname(to), { recursive: true });
    // a file system without hard links gets a copy
    await link(from, to).catch(() => cp(from, to, { errorOnExist: true, force: false }));
  }
}
