import { existsSync } from 'node:fs';
import { type EngineKind, EngineStartError } from './engine.ts';

/** Throws one clear line when a file that an engine is started from is missing. */
export function requireInstalled(kind: EngineKind, parts: Readonly<Record<string, string>>): void {
  for (const [part, path] of Object.entries(parts)) {
    if (!existsSync(path)) {
      throw new EngineStartError(kind, `${kind} cannot start: ${part} is missing (${path}). Run: npm run setup`);
    }
  }
}
