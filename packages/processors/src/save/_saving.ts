import {
  type DataFrame,
  type DataType,
  type SaveMode,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { choice, flag, formerField, layout, path, optional, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { sqlTypeName } from '../kit/wrong-type.ts';
import type { Outcome, Result, SaveLines, TableSave } from '../contract/results.ts';

/** How an engine calls what is to happen if there is something already. */
export const saveModes = {
  Append: 'append',
  Overwrite: 'overwrite',
  ErrorIfExists: 'error',
  Ignore: 'ignore',
} as const satisfies Record<string, SaveMode>;

/** When files are written and what goes on to the next nodes: the end of every saver's description. */
export const writtenAtEnd =
  'The target is written only after the whole run succeeds. The input is passed on unchanged.';

/** Path and mode, which every saver of files has; `overwrite` is how old files said Overwrite. */
export const saveTarget = {
  path: path({ title: 'Path', description: 'Folder for the files', writes: 'by-mode' }),
  saveMode: choice(['Append', 'Overwrite', 'ErrorIfExists', 'Ignore'], {
    default: 'Append',
    title: 'If the path exists',
  }),
  overwrite: formerField(optional(flag({ default: false }))),
} as const;

/** Columns whose values name the folders. */
export const savePartitions = { advanced: layout(), partitionColNames: columns({ title: 'Partition by' }) } as const;

/** Choices of savers of text files. */
export const saveAsText = {
  ...savePartitions,
  enableDownloadLink: flag({ default: false, title: 'Show the file in the results', widget: 'array_single' }),
  fileName: text({ title: 'File name in the results' }),
  saveAsOneFile: flag({ default: false, title: 'Single file' }),
} as const;

interface SaveContext {
  readonly input: DataFrame;
  readonly schema: StructType;
  readonly fields: SaveFields;
  readonly engine: 'sail' | 'spark';
}

interface SaveFields {
  readonly path: string;
  readonly saveMode: keyof typeof saveModes;
  readonly overwrite?: boolean | undefined;
  readonly partitionColNames?: readonly string[];
  readonly saveAsOneFile?: boolean;
  readonly enableDownloadLink?: boolean;
  readonly fileName?: string | undefined;
}

/**
 * Hands the input on and describes what is to be written; the runner writes it once all nodes have ended well. `lines` gives the
 * rows of the file as text, of formats whose text Sail spells in another way, or says what is not known of them.
 */
export function saveOutcome(
  { input, schema, fields, engine }: SaveContext,
  format: TableSave['format'],
  options: Readonly<Record<string, string>> = {},
  lines?: () => SaveLines | string,
): Outcome {
  const { saveMode, overwrite, partitionColNames: partitionBy = [] } = fields;
  requireColumns(schema, partitionBy, 'partitionColNames');
  if (schema.fields.length <= partitionBy.length)
    throw new FieldError(
      'partitionColNames',
      'field "partitionColNames" has all columns: at least one column must remain in the files',
      'remove a column from field "partitionColNames"',
    );
  // Spark does not write two columns of one name either, but says so only while it writes
  const twice = schema.fields.find(
    (f, i) => schema.fields.findIndex((g) => g.name.toLowerCase() === f.name.toLowerCase()) !== i,
  );
  if (twice !== undefined)
    throw new FieldError(
      'path',
      `duplicate column "${twice.name}" in the input`,
      'rename one of the columns before this node',
    );
  const sailLines = engine === 'sail' && partitionBy.length === 0 ? lines?.() : undefined;
  const unverified =
    partitionBy.length > 0 ? 'partitioned output' : typeof sailLines === 'string' ? sailLines : undefined;
  return {
    outputs: [input],
    saves: [
      {
        data: input,
        format,
        path: fields.path,
        mode: saveModes[overwrite === true ? 'Overwrite' : saveMode],
        ...(partitionBy.length === 0 ? {} : { partitionBy }),
        ...(fields.saveAsOneFile === true ? { singleFile: true } : {}),
        ...(Object.keys(options).length === 0 ? {} : { options }),
        ...(typeof sailLines === 'object' ? { lines: sailLines } : {}),
      },
    ],
    ...(fields.enableDownloadLink === true
      ? { results: [download(fields.path, fields.fileName?.trim() || 'Saved rows')] }
      : {}),
    ...(unverified === undefined ? {} : { unverified }),
  };
}

/** The error for a column whose type a format cannot hold. */
export const cannotSave = ({ name, type }: StructField, format: string, remedy: string): FieldError =>
  new FieldError('path', `column "${name}" has type ${sqlTypeName(type)}: cannot be saved as ${format}`, remedy);

/** Throws a `FieldError` for a column of vectors, or of what holds some, in a format that has no form for them. */
export function refuseVectors(schema: StructType, format: string): void {
  const column = schema.fields.find(({ type }) => hasVectors(type));
  if (column !== undefined)
    throw cannotSave(
      column,
      format,
      'drop the column with Drop Columns or Select Columns (use Split Probability Column first to keep its numbers), or save as Parquet',
    );
}

function hasVectors(type: DataType): boolean {
  switch (type.kind) {
    case 'udt':
      return true;
    case 'array':
      return hasVectors(type.element);
    case 'map':
      return hasVectors(type.key) || hasVectors(type.value);
    case 'struct':
      return type.fields.some((field) => hasVectors(field.type));
    default:
      return false;
  }
}

/** Says in the results where the files are. */
export const download = (target: string, title: string): Result => ({ type: 'text', title, text: target });
