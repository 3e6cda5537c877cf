import { Problem } from '../problems.ts';
import { withFaults } from './faults.ts';
import type { FileSpace } from './file-space.ts';
import { nameOf, parentOf } from './paths.ts';
import type { Upload, UploadStore } from './upload-store.ts';

/**
 * Gives a file that has come whole its place; nothing more is done if it is there. If it cannot be placed, all of it
 * stays, and it can be tried again. Only in a turn of one's own.
 */
export async function commitUpload(uploads: UploadStore, upload: Upload, space: FileSpace): Promise<void> {
  const { path, overwrite } = upload;
  if (upload.state === 'placed') return;
  // if it may replace what is there, it can be placed again: what is there may be the former file
  if (upload.state === 'open' || overwrite || !(await isCommitted(upload, space))) {
    await uploads.save({ ...upload, state: 'placing' });
    try {
      await uploads.sync(upload);
      await using file = await space.stage(parentOf(path), nameOf(path));
      await withFaults(path, () => file.take(uploads.partOf(upload)));
      await file.place(path, overwrite);
    } catch (error) {
      await uploads.save({ ...upload, state: 'open' });
      throw error;
    }
  }
  await uploads.save({ ...upload, state: 'placed' });
  await uploads.removePart(upload);
}

/** Whether it got its place just before the service was cut off. */
async function isCommitted({ path, bytes }: Upload, space: FileSpace): Promise<boolean> {
  try {
    const { size, isDirectory } = await space.entry(path);
    return !isDirectory && size === bytes;
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
