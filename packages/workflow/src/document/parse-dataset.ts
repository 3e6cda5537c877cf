import { isJsonObject } from '../json/json.ts';
import type { JsonObject } from '../json/json.ts';
import type { Problem } from '../problems/problem.ts';
import { readColumns } from './dataset-schema.ts';
import { readInput } from './input.ts';
import { kindOf } from './readers.ts';
import { readRecord } from './record.ts';
import { Report, ROOT } from './report.ts';
import type { Path } from './report.ts';
import { DATASET, DATASET_DETAIL } from './shapes.ts';
import type { Dataset, DatasetDetail } from './types.ts';

export type ParsedDataset =
  | { readonly ok: true; readonly dataset: Dataset; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads a dataset record: JSON text or a parsed value. The schema comes from datasetSchema, whose keys
 * may be unquoted, else from schemaModel; header null or absent means false. Never throws.
 */
export function parseDataset(input: unknown): ParsedDataset {
  const report = new Report();
  const raw = readInput(input, report);
  if (!report.failed && !isJsonObject(raw)) report.add('not-a-dataset', { actual: `it is ${kindOf(raw)}` });
  if (report.failed || !isJsonObject(raw)) return { ok: false, problems: report.problems };
  if (KEYS.every((key) => raw[key] === undefined)) {
    report.add('not-a-dataset', { actual: `it has none of ${KEYS.join(', ')}` });
  }
  const dataset = { ...readRecord(DATASET, raw, ROOT, report), columns: readColumns(raw, report) };
  return report.failed ? { ok: false, problems: report.problems } : { ok: true, dataset, problems: report.problems };
}

/** Reads one of a graph's own dataset details. */
export function readDatasetDetail(raw: JsonObject, path: Path, report: Report): DatasetDetail {
  return {
    ...readRecord(DATASET_DETAIL, raw, path, report),
    columns: readColumns(raw, report, 'bad-detail-schema'),
  };
}

const KEYS = ['uuid', 'path', 'datasetSchema', 'schemaModel'];

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['\\t', '\t'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\\\', '\\'],
]);

/** The delimiter that is meant: `\t` is stored as the two characters backslash and t. */
export function delimiterText(stored: string): string {
  return stored.replace(/\\[tnr\\]/g, (pair) => DELIMITERS.get(pair) ?? pair);
}
