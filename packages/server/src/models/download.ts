import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileSpace } from '../files/file-space.ts';
import { filesBelow } from './describe.ts';

/** The files of a saved model as a ZIP archive, in a folder of that name; read one after the other as it is sent. */
export async function archiveOf(space: FileSpace, path: string, name: string): Promise<Readable> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  await addFolder(zip, name, { space, path });
  zip.end();
  return stream;
}

/** Adds the files of a folder to an archive, below a name of there; they are read when it is their turn. */
export async function addFolder(
  zip: ZipFile,
  name: string,
  { space, path }: { readonly space: FileSpace; readonly path: string },
): Promise<void> {
  for await (const { path: file, modificationTime } of filesBelow(space, path))
    zip.addReadStreamLazy(`${name}/${file.slice(path.length + 1)}`, { mtime: new Date(modificationTime) }, (done) => {
      space.open(file).then(
        (open) => done(null, open.read(0, open.size)),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
}
