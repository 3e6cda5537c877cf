import { lenientDate } from '@millrace/processors/lenient-date';
import type { DatasetDetail, SchemaColumn } from '@millrace/workflow';
import type { Context } from '../context.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../problems.ts';
import { datasetTypes, isDatasetType } from './kinds.ts';
import { inspectDataset } from './inspect.ts';
import { readOptionsIn } from './read-options.ts';

/** A column whose dates no calendar has, by the pattern that it is read by. */
export interface LenientColumn {
  readonly column: SchemaColumn;
  /** How many of the rows that were looked at have such dates, and one of them. */
  readonly count: number;
  readonly rows: number;
  readonly example: string;
}

/** Looks at the rows of a dataset of a workflow for such columns. */
export type FindLenientDates = (dataset: DatasetDetail) => Promise<readonly LenientColumn[]>;

/** Most rows of a dataset that are looked at, and most datasets of one import. */
const [maxRows, maxDatasets] = [1_000, 20];

/** A column whose dates have a share of this, or more, was written for a reader that takes them: others are slips. */
const share = 0.05;

/**
 * Looks at the first rows of text files that a user may see. What cannot be looked at has none: a workflow may come before
 * its data.
 */
export function findLenientDates(context: Context, who: Principal): FindLenientDates {
  const cache = new Map<string, Promise<readonly LenientColumn[]>>();
  return (dataset) => {
    const key = JSON.stringify([dataset.path, dataset.columns, dataset.delimiter, dataset.readOptions]);
    const isLenient = cache.get(key) ?? (cache.size < maxDatasets ? lenientIn(context, who, dataset) : undefined);
    if (isLenient !== undefined) cache.set(key, isLenient);
    return isLenient ?? Promise.resolve([]);
  };
}

async function lenientIn(
  context: Context,
  who: Principal,
  { path, datasetType, delimiter, header, filterLinesContaining, readOptions, columns }: DatasetDetail,
): Promise<readonly LenientColumn[]> {
  // elsewhere a whole file is fetched to read its beginning
  if (context.settings.files.kind !== 'local') return [];
  const dates = columns.map((column) => /^(date|timestamp)/i.test(column.type) && column.format !== '');
  const type = datasetType.toUpperCase();
  if (!dates.includes(true) || path === '' || !isDatasetType(type) || datasetTypes[type] !== 'text') return [];
  try {
    const request = { path, datasetType: type, delimiter, header, filterLinesContaining, columns, rows: maxRows };
    const { cells } = await inspectDataset(context, who, { ...request, readOptions: readOptionsIn(readOptions) });
    return columns.flatMap((column, at) => {
      if (dates[at] !== true) return [];
      const texts = cells.map((row) => row[at] ?? '').filter((text) => text.trim() !== '');
      const lenient = texts.filter(lenientDate(column.format));
      const [example] = lenient;
      if (example === undefined || lenient.length < share * texts.length) return [];
      return [{ column, count: lenient.length, rows: texts.length, example }];
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [];
  }
}
