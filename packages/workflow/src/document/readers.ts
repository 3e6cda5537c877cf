import { isJsonObject } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { finish, type Steps } from '../steps.ts';
import type { Report } from './report.ts';
import { pathText } from './report.ts';
import type { Path } from './report.ts';

/** Reads one value of a document; an invalid value is reported and read as the fallback. */
export type Reader<T> = (value: Json | undefined, path: Path, report: Report) => T;

/** Text; numbers and booleans count as their text. */
export function text<F extends string | null>(fallback: F): Reader<string | F> {
  return (value, path, report) => {
    if (value === undefined || value === null) return fallback;
    if (typeof value === 'object') return wrong(report, path, 'a string', value, fallback);
    return String(value);
  };
}

/** Text; lists and objects count as their JSON text (the value of a field). */
export const fieldValue: Reader<string | null> = (value) => {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** true or false, also as text. */
export function flag(fallback: boolean): Reader<boolean> {
  return (value, path, report) => {
    if (value === undefined || value === null || value === '') return fallback;
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (word === 'true') return true;
    if (word === 'false') return false;
    return wrong(report, path, 'true or false', value, fallback);
  };
}

/** A whole number, also as text. */
export function whole<F extends number | null>(fallback: F): Reader<number | F> {
  return (value, path, report) => {
    if (value === undefined || value === null || value === '') return fallback;
    if (typeof value === 'number' && Number.isInteger(value)) return value;
    if (typeof value === 'string' && INTEGER.test(value)) return Number(value);
    return wrong(report, path, 'a whole number', value, fallback);
  };
}

/** The id of an edge: a number, also as text; else a text; null when absent. */
export const edgeId: Reader<number | string | null> = (value, path, report) => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return INTEGER.test(value) ? Number(value) : value;
  return wrong(report, path, 'a number', value, null);
};

/** Any JSON value. */
export const anything: Reader<Json> = (value) => value ?? null;

/** Reports that the value at `path` is not what is expected, and gives the fallback. */
export function wrong<F>(report: Report, path: Path, expected: string, value: Json, fallback: F): F {
  const where = pathText(path);
  report.add('wrong-shape', { path: where, expected, actual: kindOf(value) }, { path: where });
  return fallback;
}

/** The kind of a JSON value in words. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isJsonObject(value)) return 'an object';
  if (typeof value === 'object') return 'a list';
  return typeof value === 'string' ? 'a string' : `${String(value)}`;
}

/** A list of objects read one by one; null and absent are an empty list. */
export const objects = <T>(
  value: Json | undefined,
  path: Path,
  report: Report,
  read: (raw: JsonObject, path: Path) => T,
): T[] => finish(readingObjects(value, path, report, read, Infinity));

/** The same in steps of so many objects. */
export function* readingObjects<T>(
  value: Json | undefined,
  path: Path,
  report: Report,
  read: (raw: JsonObject, path: Path) => T,
  atOnce: number,
): Steps<T[]> {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return wrong(report, path, 'a list', value, []);
  const list: readonly Json[] = value;
  const items: T[] = [];
  for (const [index, item] of list.entries()) {
    const at = { parent: path, key: index };
    if (isJsonObject(item)) items.push(read(item, at));
    else wrong(report, at, 'an object', item, undefined);
    if (index % atOnce === atOnce - 1) yield;
  }
  return items;
}

const INTEGER = /^\s*[+-]?\d{1,15}\s*$/;
