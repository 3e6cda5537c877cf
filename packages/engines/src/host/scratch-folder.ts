import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { EngineStartError, type EngineKind } from '../index.ts';

/** Made at once: an engine that starts next to a program that is still loading would otherwise wait for all of it. */
export function scratchFolder(folder: string, kind: EngineKind): string {
  try {
    return mkdtempSync(join(folder, 'millrace-'));
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split(',');
    throw new EngineStartError(
      kind,
      `${kind} cannot start: no folder can be created in "${folder}" (${why}). Set TMPDIR to a writable folder`,
    );
  }
}
