import { extname } from 'node:path';
import type { JsonFacts } from '@millrace/processors';
import { stopped } from './csv-texts.ts';
import { fileBytes, packing } from './file-bytes.ts';
import { JsonScan } from './json-scan.ts';
import { JsonShapes, unlessNotPlain } from './json-shape.ts';

/** Bytes, unpacked, that are looked through: Spark reads what is larger. */
const maxJson = 1 << 30;
/** From so many bytes on, a tenth of a second of work, a thread of its own spares the one that serves everybody. */
const manyBytes = 8 << 20;

const tooMuch: JsonFacts = { unverified: 'more than 1 GB of JSON' };

/** What to look through. */
export interface JsonFiles {
  readonly files: readonly string[];
  /** How errors name them. */
  readonly shown: readonly string[];
}

/**
 * What JSON files, one object a line, hold. `bytes`: those of all of them, as they lie there. Fails with STOPPED when the
 * signal comes.
 */
export async function jsonFacts(files: JsonFiles, bytes: number, signal: AbortSignal): Promise<JsonFacts> {
  const compressions = new Set(files.files.map((file) => (packing(file) === 'plain' ? '' : extname(file))));
  const [compression = ''] = compressions;
  if (compressions.size > 1) return { unverified: 'JSON files of different compressions' };
  if (compression !== '' && compression !== '.gz') return { unverified: `JSON files packed as ${compression}` };
  if (bytes > maxJson) return tooMuch;
  if (bytes < (compression === '' ? manyBytes : manyBytes / 8)) return scanJson(files, signal);
  const { jsonInThread } = await import('./json-in-thread.ts');
  return jsonInThread(files, signal);
}

/**
 * Looks through JSON files, one object a line, piece by piece: up to the first value that engines read in different ways.
 * Fails with STOPPED when the signal comes.
 */
export async function scanJson({ files, shown }: JsonFiles, signal?: AbortSignal): Promise<JsonFacts> {
  const shapes = new JsonShapes();
  const scan = new JsonScan(shapes);
  let bytes = 0;
  return unlessNotPlain(async () => {
    for (const [i, file] of files.entries()) {
      for await (const piece of fileBytes(file, shown[i])) {
        if (signal?.aborted === true) throw stopped(shown[i] ?? file);
        bytes += piece.length;
        if (bytes > maxJson) return tooMuch;
        scan.push(piece);
      }
      scan.end();
    }
    return { schema: shapes.schema() };
  });
}
