import { castTypes } from '@millrace/processors/cast-types';

/** What a dataset can be of, and how its rows are looked at: by us as delimited text or lines, by an engine, or not at all. */
export const datasetTypes = {
  CSV: 'text',
  TSV: 'text',
  TEXT: 'text',
  JSON: 'engine',
  PARQUET: 'engine',
  AVRO: 'engine',
  ORC: 'engine',
  XML: 'engine',
  EXCEL: 'none',
  DELTA: 'none',
  JDBC: 'none',
  HIVE: 'none',
} as const satisfies Record<string, 'text' | 'engine' | 'none'>;

export type DatasetType = keyof typeof datasetTypes;

export const isDatasetType = (word: string): word is DatasetType => Object.hasOwn(datasetTypes, word);

/** Datasets that lie in files, and so need a path. */
export const isOfFiles = (type: DatasetType): boolean => type !== 'JDBC' && type !== 'HIVE';

/** Types of columns: those of the casting processor, and those that only files with a schema of their own hold. */
export const columnTypes: readonly string[] = [...castTypes, 'ARRAY', 'MAP', 'STRUCT', 'BINARY', 'VECTOR'];

export const machineLearningTypes: readonly string[] = ['NUMERIC', 'TEXT', 'CATEGORICAL'];

const numeric = ['BYTE', 'DECIMAL', 'DOUBLE', 'FLOAT', 'INTEGER', 'LONG', 'SHORT', 'DATE', 'TIMESTAMP'];

/** What machine learning takes a column of that type for, if it is not given. */
export const machineLearningType = (columnType: string): string => (numeric.includes(columnType) ? 'NUMERIC' : 'TEXT');
