import { constants, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Bytes of the largest plan that is taken. */
const maxPlanBytes = 64 << 20;

/**
 * Reads a file that code has written into its own folder. Code may have put a link, a pipe or a device there instead:
 * links are not followed, and nothing is waited for.
 */
export async function readOwnFile(path: string, mostBytes = maxPlanBytes): Promise<Uint8Array> {
  await using file = await openOwnFile(path);
  const { size } = await file.stat();
  if (size > mostBytes) throw new Error(`the result of the code has ${size} bytes: at most ${mostBytes} are taken`);
  return file.readFile();
}

/** Copies a file that code has written into its own folder, with the same care. */
export async function copyOwnFile(path: string, target: string): Promise<void> {
  await using file = await openOwnFile(path);
  await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(target, { flags: 'wx' }));
}

async function openOwnFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('what the code has written is not a file');
}
