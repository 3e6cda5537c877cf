import type { Steps } from '../steps.ts';
import type { Json } from './json.ts';
import { JsonReader, slice, SyntaxFault } from './json-reader.ts';
import { TextPosition } from './text-position.ts';

/** A syntax error in JSON text and its position: offset from 0, line and column from 1. */
export interface JsonFault {
  readonly ok: false;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Reads JSON text (RFC 8259), a byte order mark at its start allowed. Never throws: a fault comes back with
 * its place. `lenient` also takes unquoted keys, single quotes, trailing commas and comments, as the
 * `datasetSchema` texts of old files need. Time is linear in the length of the text.
 */
export function readJson(text: string, options: { lenient?: boolean } = {}): { ok: true; value: Json } | JsonFault {
  try {
    const reader = new JsonReader(text, options.lenient ?? false);
    while (!reader.readOn(Infinity)) continue;
    return { ok: true, value: reader.value };
  } catch (error) {
    return faultOf(error, (offset) => {
      const position = new TextPosition(text, offset);
      while (!position.advance(Infinity)) continue;
      return position;
    });
  }
}

/** Characters of one step in which lines are counted. */
const stretch = 1 << 20;

/** Reads JSON text as {@link readJson} does, in steps. */
export function* readingJson(text: string): Steps<{ ok: true; value: Json } | JsonFault> {
  try {
    const reader = new JsonReader(text, false);
    while (!reader.readOn(slice)) yield;
    return { ok: true, value: reader.value };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const position = new TextPosition(text, error.offset);
    while (!position.advance(stretch)) yield;
    return faultOf(error, () => position);
  }
}

/** The same; other work runs between the steps, by a function that may wait. */
export async function readJsonInSlices(
  text: string,
  breathe: () => Promise<void>,
): Promise<{ ok: true; value: Json } | JsonFault> {
  const steps = readingJson(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

function faultOf(error: unknown, positionOf: (offset: number) => TextPosition): JsonFault {
  if (!(error instanceof SyntaxFault)) throw error;
  const { offset, message } = error;
  const { line, column } = positionOf(offset);
  return { ok: false, offset, line, column, message };
}
