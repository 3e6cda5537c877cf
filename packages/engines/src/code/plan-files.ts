import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes of the largest plan that is taken. */
const maxPlanBytes = 64 << 20;

/**
 * Reads a file that code has written into its own folder. Code may have put a link, a pipe or a device there instead:
 * links are not followed, and nothing is waited for.
 */
export async function readOwnFile(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error('the plan of the code is not a file');
    if (facts.size > maxPlanBytes)
      throw new Error(`the plan of the code has ${facts.size} bytes: at most ${maxPlanBytes} are taken`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
