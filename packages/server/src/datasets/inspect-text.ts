import { defaultEscape } from '@millrace/processors/csv-escape';
import type { SchemaColumn } from '@millrace/workflow';
import { Problem } from '../problems.ts';
import { allLines, rowsOf } from './delimited-rows.ts';
import { guessDelimiter, looksLikeHeader } from './guess.ts';
import { missingIn, typeOf, type TextType } from './infer-types.ts';
import { machineLearningType } from './kinds.ts';
import { marksOf, sampleRows, storedDelimiter, type InspectionRequest, type DatasetInspection } from './inspection.ts';
import { readHead, type Head } from './read-head.ts';

/** Most bytes that are read, of all files together. */
const maxBytes = 512 << 10;
/** Most cells of a row, as engines have it. */
const maxCells = 20_480;

interface Files {
  /** Where they lie. */
  readonly names: readonly string[];
  /** How a problem names one of them. */
  displayName(name: string): string;
}

/** Looks at the beginning of delimited text, or of plain lines. Fails if it is no text or holds nothing. */
export async function inspectText(
  request: InspectionRequest & { datasetType: 'CSV' | 'TSV' | 'TEXT' },
  files: Files,
): Promise<DatasetInspection> {
  const { datasetType } = request;
  const displayName = files.displayName(files.names[0] ?? '');
  const heads = await headsOf(request, files);
  const [first = { text: '', bytes: 0, whole: true }] = heads;
  const isText = datasetType === 'TEXT';
  const delimiter = request.delimiter || (datasetType === 'TSV' ? '\\t' : guessDelimiter(first, request.readOptions));
  const marks = marksOf(request.readOptions, delimiter, first.text);
  const tables = heads.map(({ text, whole }) =>
    isText ? allLines(text, whole).map((line) => [line]) : rowsOf(text, marks, whole),
  );
  const [top = []] = tables;
  const [firstRow = []] = top;
  if (firstRow.length === 0 && !first.whole)
    throw unprocessable(`the first line of file "${displayName}" is longer than 512 KB`);
  if (firstRow.length > maxCells)
    throw unprocessable(`file "${displayName}" has a row with more than ${maxCells.toLocaleString('en')} cells`);
  const marker = request.filterLinesContaining || undefined;
  const isMarked = marker !== undefined && firstRow.join(marks.delimiter).includes(marker);
  const header = !isText && (isMarked || (request.header ?? looksLikeHeader(top)));
  const data = tables
    .flatMap((rows) => (header ? rows.slice(1) : rows))
    .filter((row) => marker === undefined || !isDropped(row, { marker, isMarked, firstRow, marks }));
  const columnNames = isText ? ['value'] : header ? firstRow : firstRow.map((_, i) => `C${i}`);
  if (columnNames.length === 0 && request.columns.length === 0)
    throw unprocessable(`file "${displayName}" is empty: it has no line to infer columns from`);
  const headers = request.columns.length > 0 ? request.columns.map(({ name }) => name) : columnNames;
  const open = headers.map((_, i) => i).filter((i) => (request.columns[i]?.type ?? '') === '');
  const absent = isText ? undefined : (request.readOptions['nullValue'] ?? absentIn(data, open));
  const columns = columnsOf(request.columns, unique(columnNames), absent === undefined ? data : without(data, absent));
  return {
    datasetType,
    delimiter: storedDelimiter(delimiter),
    header,
    headers,
    cells: data.slice(0, request.rows ?? sampleRows).map((row) => headers.map((_, i) => row[i] ?? '')),
    columns: columns.map(({ name, type, format, mlType }) => ({ name, type, format, mlType })),
    readOptions: {
      ...request.readOptions,
      ...(isText || marks.escape === (request.readOptions['escape'] ?? defaultEscape) ? {} : { escape: marks.escape }),
      ...(absent === undefined ? {} : { nullValue: absent }),
    },
    read: {
      files: heads.length,
      filesInAll: files.names.length,
      rows: data.length,
      bytes: heads.reduce((sum, { bytes }) => sum + bytes, 0),
      whole: heads.length === files.names.length && heads.every(({ whole }) => whole),
    },
    warnings: [
      ...warningsOf(displayName, { heads, data, width: headers.length }),
      ...columns.flatMap(({ name, patterns }) => (patterns === undefined ? [] : [severalPatterns(name, patterns)])),
    ],
  };
}

/** The text that stands for missing values in the most of these columns. */
function absentIn(rows: readonly (readonly string[])[], columns: readonly number[]): string | undefined {
  const marks = columns.flatMap((i) => missingIn([...values(rows, i)]) ?? []);
  const counts = [...Map.groupBy(marks, (mark) => mark)].toSorted(([, a], [, b]) => b.length - a.length);
  return counts[0]?.[0];
}

const without = (rows: readonly (readonly string[])[], absent: string): string[][] =>
  rows.map((row) => row.map((cell) => (cell === absent ? '' : cell)));

const severalPatterns = (name: string, patterns: readonly string[]): string =>
  `column "${name}" matches the patterns ${patterns.join(' and ')}, which give different values: it is read as text. Set its type and format`;

function warningsOf(
  displayName: string,
  { heads, data, width }: { heads: readonly Head[]; data: readonly (readonly string[])[]; width: number },
): string[] {
  const other = data.filter((row) => row.length !== width).length;
  return [
    ...(heads.some(({ text }) => text.includes('\uFFFD'))
      ? [
          `file "${displayName}" contains bytes that are invalid in its encoding: set the encoding in readOptions, such as {"encoding":"ISO-8859-1"}`,
        ]
      : []),
    ...(other > 0 ? [`${other} of ${data.length} rows of file "${displayName}" do not have ${width} cells`] : []),
  ];
}

/** Beginnings of the files in their order, until as much is read as may be. */
async function headsOf({ readOptions }: InspectionRequest, { names, displayName }: Files): Promise<Head[]> {
  const heads: Head[] = [];
  let left = maxBytes;
  for (const name of names) {
    const encoding = readOptions['encoding'] ?? 'utf-8';
    const head = await readHead(name, { maxBytes: left, encoding, displayName: displayName(name) });
    if (head.bytes > 0 || names.length === 1) heads.push(head);
    left -= head.bytes;
    if (left <= 0) break;
  }
  return heads;
}

interface Dropping {
  readonly marker: string;
  readonly isMarked: boolean;
  readonly firstRow: readonly string[];
  readonly marks: { readonly delimiter: string };
}

/** A marker that stands in the first line names the header, which may come again; else each line that holds it goes. */
const isDropped = (row: readonly string[], { marker, isMarked, firstRow, marks }: Dropping): boolean =>
  isMarked
    ? row.length === firstRow.length && row.every((cell, i) => cell === firstRow[i])
    : row.join(marks.delimiter).includes(marker);

/** Columns with what is declared of them, and what is not found out from the rows. */
function columnsOf(
  declared: readonly SchemaColumn[],
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): (SchemaColumn & Pick<TextType, 'patterns'>)[] {
  const columns = declared.length > 0 ? declared : headers.map((name) => ({ name, type: '', format: '', mlType: '' }));
  return columns.map((column, i) => {
    const { type, format, patterns }: TextType = column.type === '' ? typeOf(values(rows, i)) : column;
    const mlType = column.mlType || machineLearningType(type);
    return {
      ...column,
      type,
      format: column.format || format,
      mlType,
      ...(patterns === undefined ? {} : { patterns }),
    };
  });
}

function* values(rows: readonly (readonly string[])[], at: number): Generator<string> {
  for (const row of rows) yield row[at] ?? '';
}

/** Names as our reader makes them: a blank one becomes its position, those that come again get theirs added. */
function unique(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return names.map((name, i) =>
    name === '' ? `C${i}` : (counts.get(name.toLowerCase()) ?? 0) > 1 ? `${name}${i}` : name,
  );
}

const unprocessable = (message: string): Problem => new Problem('UNPROCESSABLE', message);
