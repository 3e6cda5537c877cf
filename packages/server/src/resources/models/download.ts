import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileSpace } from '../files/file-space.ts';
import { filesBelow } from './describe.ts';

/** The files of a saved model as a ZIP archive, in a folder of that name; read one after the other as it is sent. */
export async function archiveOf(space: FileSpace, path: string, name: string): Promise<Readable> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  for await (const { path: file, modificationTime } of filesBelow(space, path))
    zip.addReadStreamLazy(`${name}/${file.slice(path.length + 1)}`, { mtime: new Date(modificationTime) }, (done) => {
      space.open(file).then(
        (open) => done(null, open.read(0, open.size)),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  zip.end();
  return stream;
}
