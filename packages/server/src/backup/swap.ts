import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder that holds, in the folder whose content is exchanged, what comes (`new`) and what goes (`old`). */
export const stage = '.millrace-restore';

/** The same when all is done, and it may go. */
export const stageDone = `${stage}-done`;

/** An exchange of what a folder holds. */
export interface Swap {
  readonly root: string;
  /** Names that go, if they are there; all others too if it is `all`. */
  readonly goes: readonly string[] | 'all';
}

const plan = 'restore.json';

/** Notes what is to be exchanged: from here on it will be, also after a crash. */
export async function decide(home: string, swaps: readonly Swap[]): Promise<void> {
  const temporary = join(home, `${plan}.new`);
  const file = await open(temporary, 'w', 0o600);
  await file.writeFile(JSON.stringify(swaps));
  await file.sync();
  await file.close();
  await rename(temporary, join(home, plan));
  await sync(home);
}

/** Exchanges what was decided, or goes on with it where it was cut off; does nothing if nothing was. */
export async function finishRestore(home: string): Promise<void> {
  const path = join(home, plan);
  if (!existsSync(path)) return;
  for (const swap of JSON.parse(await readFile(path, 'utf8')) as Swap[]) await exchange(swap);
  await rm(path);
  await sync(home);
}

/** Each step may be done again; `moved` says that all that goes has gone. */
async function exchange({ root, goes }: Swap): Promise<void> {
  const [folder, done] = [join(root, stage), join(root, stageDone)];
  await rm(done, { recursive: true, force: true });
  if (!existsSync(folder)) return;
  const moved = join(folder, 'moved');
  if (!existsSync(moved)) {
    await mkdir(join(folder, 'old'), { recursive: true, mode: 0o700 });
    for (const name of await readdir(root))
      if (name !== stage && (goes === 'all' || goes.includes(name)))
        await rename(join(root, name), join(folder, 'old', name));
    await sync(root);
    await (await open(moved, 'w')).close();
    await sync(folder);
  }
  for (const name of await readdir(join(folder, 'new'))) await rename(join(folder, 'new', name), join(root, name));
  await rename(folder, done);
  await sync(root);
  await rm(done, { recursive: true });
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
