import { cp, link, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Files that belong together, by their paths below a folder. */
export interface StoredFolder {
  readonly folder: string;
  readonly names: readonly string[];
}

/** Makes a file appear under another path, by a link if the file system has them. */
export const linkFile = (from: string, to: string): Promise<void> => link(from, to).catch(() => cp(from, to));

/** Makes the files appear in another folder, by links if the file system has them; returns their bytes. */
export async function linkFiles(from: string, names: readonly string[], to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    await linkFile(join(from, name), join(to, name));
    bytes += (await stat(join(to, name))).size;
  }
  return bytes;
}

/** Makes files, in folders below one, appear in another one; returns their bytes. */
export async function linkFolder({ folder, names }: StoredFolder, to: string): Promise<number> {
  let bytes = 0;
  for (const [below = '.', files] of Map.groupBy(names, dirname))
    bytes += await linkFiles(
      join(folder, below),
      files.map((name) => basename(name)),
      join(to, below),
    );
  return bytes;
}
