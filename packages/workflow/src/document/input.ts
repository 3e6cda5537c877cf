import { checkingJson } from '../json/compare.ts';
import type { Json } from '../json/json.ts';
import { MAX_DEPTH } from '../json/json-reader.ts';
import { readingJson } from '../json/read-json.ts';
import { finish, type Steps } from '../steps.ts';
import type { Report } from './report.ts';

/** JSON text, or a value that is already parsed, as JSON; undefined if it is invalid (reported). */
export const readInput = (input: unknown, report: Report): Json | undefined => finish(readingInput(input, report));

/** The same in steps. */
export function* readingInput(input: unknown, report: Report): Steps<Json | undefined> {
  const value = typeof input === 'string' ? yield* readingText(input, report) : input;
  if (value === undefined && report.failed) return undefined;
  if (yield* checkingJson(value)) return (value ?? null) as Json;
  report.add('too-deep', { limit: MAX_DEPTH });
  return undefined;
}

/** Longest text for JSON.parse, which is ten times as fast but blocks all other work. */
const maxLength = 4 << 20;

function* readingText(text: string, report: Report): Steps<unknown> {
  if (text.length <= maxLength)
    try {
      const value: unknown = JSON.parse(text);
      return value;
    } catch {
      // JSON.parse words its faults differently on each platform; our own reader gives the place.
    }
  const result = yield* readingJson(text);
  if (result.ok) return result.value;
  const { line, column, message } = result;
  report.add('not-json', { line, column, fault: message }, { line, column });
  return undefined;
}
