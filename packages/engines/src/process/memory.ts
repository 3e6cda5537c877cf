import { totalmem } from 'node:os';
import { type EngineKind, EngineStartError } from './engine.ts';

const GB = 1024 ** 3;
const UNITS: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: GB, t: 1024 * GB };

/** Bytes of a size such as `512m` or `4g` (powers of 1024); undefined when it is not one. */
export function memoryBytes(size: string): number | undefined {
  const [, digits, unit] = /^(\d+)([kmgt])b?$/i.exec(size.trim()) ?? [];
  const factor = UNITS[unit?.toLowerCase() ?? ''];
  return digits && factor ? Number(digits) * factor : undefined;
}

/** The default memory of an engine: a quarter of the machine's, between 1 and 8 GB; bytes. */
export function defaultMemory(total: number = totalmem()): number {
  return Math.min(Math.max(Math.floor(total / 4), GB), 8 * GB);
}

/** Bytes that an engine may use. Throws when the size is none, or less than the engine starts with. */
export function engineMemory(kind: EngineKind, size: string | undefined, minimum: string): number {
  if (size === undefined) return defaultMemory();
  const bytes = memoryBytes(size);
  if (bytes === undefined) {
    throw new EngineStartError(kind, `invalid memory "${size}": must be a size such as 512m or 4g`);
  }
  if (bytes < (memoryBytes(minimum) ?? 0)) {
    throw new EngineStartError(kind, `memory "${size}" is too small for ${kind}: must be at least ${minimum}`);
  }
  return bytes;
}
