import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../../shared/gallery');

/** Why the gallery's tests are left out; false when the gallery is there. */
export const skip = existsSync(FOLDER) ? false : 'the gallery is not on this machine';

export interface GalleryFile {
  readonly file: string;
  readonly text: string;
}

/** The files of a folder of the gallery; none when it is absent. */
export function gallery(folder: 'workflows' | 'datasets'): readonly GalleryFile[] {
  if (skip) return [];
  const names = readdirSync(join(FOLDER, folder)).filter((name) => name.endsWith('.json'));
  return names.sort().map((file) => ({ file, text: readFileSync(join(FOLDER, folder, file), 'utf8') }));
}
