import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

const bytesOf = (zip: ZipFile): Promise<Buffer> => {
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
};

const bytesFor = (content: unknown): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

/** A ZIP archive of files by path: bytes, texts, or values that go as JSON. */
export function zipFiles(files: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(bytesFor(content), path);
  return bytesOf(zip);
}

/** An archive that holds one path twice. */
export function zipTwice(path: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of ['One', 'Two']) zip.addBuffer(Buffer.from(JSON.stringify({ name })), path);
  return bytesOf(zip);
}

/** The texts of an archive, by path. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const files = await unzippedBytes(bytes);
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.toString()]));
}

/** The files of an archive, by path. */
export async function unzippedBytes(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}
