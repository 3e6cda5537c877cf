import { isJsonList, isJsonObject } from './json.ts';
import type { Json } from './json.ts';
import { MAX_DEPTH } from './json-reader.ts';
import { finish, type Steps } from '../steps.ts';

/** JSON text with sorted keys: equal texts for equal values, whatever the order of their keys. */
export function canonicalJson(value: Json | undefined): string {
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
    .join(',')}}`;
}

/** Deep equality of JSON values; absent and null are equal. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right);
}

/**
 * True when a value consists of JSON kinds only (undefined counts as absent) and is at most `MAX_DEPTH` deep,
 * so that recursive walks over it are safe. Does not recurse itself.
 */
export const isJson = (value: unknown): value is Json => finish(checkingJson(value));

/** The same in steps of some values. */
export function* checkingJson(value: unknown): Steps<boolean> {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const [at, item] of level.entries()) {
      if (at % atOnce === atOnce - 1) yield;
      if (Array.isArray(item)) for (const inner of item) next.push(inner);
      else if (isJsonObject(item)) for (const key in item) next.push(item[key]);
      else if (item !== undefined && item !== null && !PLAIN_KINDS.has(typeof item)) return false;
    }
    level = next;
  }
  return true;
}

/** Values of one step, after which other work can run. */
const atOnce = 10_000;

const PLAIN_KINDS = new Set(['string', 'number', 'boolean']);
