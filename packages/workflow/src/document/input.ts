import { isJson } from '../json/compare.ts';
import type { Json } from '../json/json.ts';
import { MAX_DEPTH, readJson } from '../json/read-json.ts';
import type { Report } from './report.ts';

/** JSON text, or a value that was parsed already, as JSON; undefined when it is none (reported). */
export function readInput(input: unknown, report: Report): Json | undefined {
  const value = typeof input === 'string' ? readText(input, report) : input;
  if (value === undefined && report.failed) return undefined;
  if (isJson(value)) return value ?? null;
  report.add('too-deep', { limit: MAX_DEPTH });
  return undefined;
}

function readText(text: string, report: Report): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // JSON.parse words its faults differently on each platform; our own reader gives the place.
    const read = readJson(text);
    if (read.ok) return read.value;
    const { line, column, message } = read;
    report.add('not-json', { line, column, fault: message }, { line, column });
    return undefined;
  }
}
