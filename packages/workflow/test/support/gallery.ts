import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { material } from '@millrace/testkit/material';

/** `skip`: why the gallery's tests are left out; false when the gallery is there. */
export const { path: FOLDER, skip } = material('gallery');

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
