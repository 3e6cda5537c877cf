import type { DataFrame, StructType } from '@millrace/spark-connect';
import { readRecords, valueIn } from './_json-record.ts';
import type { RunContext } from '../contract/context.ts';

/** How Sail comes to the rows of JSON files: by a schema, as rows that are there already, or not as Spark does. */
export interface JsonOnSail {
  readonly schema?: StructType;
  readonly rows?: DataFrame;
  readonly unverified?: string;
}

/** Inspects JSON for Sail, which infers other types than Spark and reads no documents of several lines. */
export async function jsonOnSail(
  path: string,
  isDocument: boolean,
  { session, files }: Pick<RunContext, 'session' | 'files'>,
): Promise<JsonOnSail> {
  if (!isDocument) return files.json(path);
  const documents = await files.jsonDocuments(path);
  if ('unverified' in documents) return documents;
  const { schema, texts } = documents;
  const rows = texts.flatMap((text) =>
    readRecords(text).map((record) => schema.fields.map(({ name, type }) => valueIn(record, name, type))),
  );
  return { rows: session.createDataFrame(rows, schema) };
}
