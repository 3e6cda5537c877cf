import { sameJson } from '../json/compare.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Reader } from './readers.ts';
import { Report, ROOT } from './report.ts';
import type { Path } from './report.ts';
import type { Recorded } from './types.ts';

/** One reader for each key that a record has. */
export type Shape<T> = { readonly [K in keyof T]: Reader<T[K]> };

export interface WriteOptions {
  /** Write every known key, also those that the document left out. */
  readonly complete?: boolean;
}

/** Reads the keys of `shape` out of a JSON object and keeps the object itself. */
export function readRecord<T extends object>(
  shape: Shape<T>,
  raw: JsonObject,
  path: Path,
  report: Report,
): T & Recorded {
  const entries = keysOf(shape).map((key) => [key, shape[key](raw[key], { parent: path, key }, report)] as const);
  // Object.fromEntries forgets which key has which type; the shape has just guaranteed it.
  return { ...(Object.fromEntries(entries) as T), raw };
}

/** The inverse of `readRecord`: the object as it came, with the keys whose meaning has changed. */
export function writeRecord<T extends { readonly [K in keyof T]: Json | undefined }>(
  shape: Shape<T>,
  record: T & Recorded,
  options: WriteOptions,
): Record<string, Json | undefined> {
  const out: Record<string, Json | undefined> = { ...record.raw };
  const silent = new Report();
  for (const key of keysOf(shape)) {
    const unchanged = sameJson(shape[key](record.raw[key], ROOT, silent), record[key]);
    const absent = record.raw[key] === undefined;
    if (!unchanged || (absent && options.complete)) out[key] = record[key];
  }
  return out;
}

function keysOf<T>(shape: Shape<T>): (keyof T & string)[] {
  const keys: (keyof T & string)[] = [];
  for (const key in shape) keys.push(key);
  return keys;
}
