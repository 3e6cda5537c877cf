import type { PythonShape } from '../../model/code-shape.ts';
import type { Column } from '../../state/live.ts';
import type { CodeTables } from './code-editor.tsx';
import { polarsAliasIn, polarsImport } from './polars-completion.ts';
import {
  indented,
  indentOf,
  isNumeric,
  linesAt,
  text,
  type Insertion,
  type InsertionPlace,
  type Snippet,
} from './snippets.ts';

/** The snippets, in the order of the menu. */
const names = ['filter', 'column', 'group', 'join', 'pandas', 'udf', 'show', 'parameter'] as const;
export type SnippetName = (typeof names)[number];

/** What a snippet is made for. */
interface Place {
  /** The variable of the rows. */
  readonly rows: string;
  readonly columns: readonly Column[];
  readonly tables: CodeTables;
}

/** The snippets that code of a shape can use. */
export const snippetsFor = (shape: PythonShape): readonly SnippetName[] =>
  names.filter((name) =>
    shape === 'polars' ? Object.hasOwn(polarsSnippets, name) : name !== 'join' || takesList(shape),
  );

/** The parameter of the rows, by the shapes whose code takes no list. */
const parameterPatterns: ReadonlyMap<PythonShape, RegExp> = new Map([
  ['one', /\bdef\s+myfn\s*\((?:[^,)]*,){3}\s*(\w+)/],
  ['polars', /\bdef\s+myfn\s*\((?:[^,)]*,){2}\s*(\w+)/],
]);

const takesList = (shape: PythonShape): boolean => shape === 'many' || shape === 'lists';
/** The variable of the rows: the parameter of the function, whatever its name. */
function rowsOf(shape: PythonShape, code: string): string {
  if (shape === 'script') return 'df';
  const pattern = parameterPatterns.get(shape);
  return pattern?.exec(code)?.[1] ?? 'inDF';
}

const snippets = {
  filter: ({ rows, columns }) => {
    const name = text(columns[0]?.name ?? 'column');
    return { lines: [`${rows} = ${rows}.filter(F.col(${name}).isNotNull())`], selected: `F.col(${name}).isNotNull()` };
  },
  column: ({ rows, columns }) => {
    const number = columns.find(isNumeric);
    const value =
      number === undefined ? `F.col(${text(columns[0]?.name ?? 'column')})` : `F.col(${text(number.name)}) * 2`;
    return { lines: [`${rows} = ${rows}.withColumn("new_column", ${value})`], selected: 'new_column' };
  },
  group: ({ rows, columns }) => {
    const key = columns.find((one) => !isNumeric(one)) ?? columns[0];
    const number = columns.find((one) => isNumeric(one) && one !== key);
    const mean = number === undefined ? [] : [`F.avg(${text(number.name)}).alias(${text(`avg_${number.name}`)})`];
    const name = key?.name ?? 'column';
    const values = ['F.count("*").alias("row_count")', ...mean].join(', ');
    return { lines: [`${rows} = ${rows}.groupBy(${text(name)}).agg(${values})`], selected: text(name) };
  },
  join: ({ rows, tables: [left = [], right = []] }) => {
    const others = new Set(right.map(({ name }) => name));
    const name = left.find((one) => others.has(one.name))?.name ?? 'id';
    return { lines: [`${rows} = inDFs[0].join(inDFs[1], on=${text(name)}, how="inner")`], selected: text(name) };
  },
  pandas: ({ rows }) => ({
    lines: [
      `pandas_rows = ${rows}.toPandas()`,
      'pandas_rows = pandas_rows.drop_duplicates()',
      `${rows} = spark.createDataFrame(pandas_rows, schema=${rows}.schema)`,
    ],
    selected: 'pandas_rows.drop_duplicates()',
  }),
  udf: ({ rows, columns }) => ({
    lines: [
      '@F.udf("string")',
      'def as_label(value):',
      '    return None if value is None else str(value).upper()',
      '',
      `${rows} = ${rows}.withColumn("label", as_label(${text(columns[0]?.name ?? 'column')}))`,
    ],
    selected: 'str(value).upper()',
  }),
  show: ({ rows }) => ({
    lines: [`workflowContext.outDataFrame(id, "First rows", ${rows}, 10)`],
    selected: 'First rows',
  }),
  parameter: ({ rows }) => ({
    lines: ['row_limit = int(workflowContext.getParameters("row_limit", "100"))', `${rows} = ${rows}.limit(row_limit)`],
    selected: '100',
  }),
} satisfies Record<SnippetName, (place: Place) => Snippet>;

/** The snippets of Polars that differ from those of PySpark; the others are the same. */
const polarsSnippets: Partial<Record<SnippetName, (place: Place) => Snippet>> = {
  filter: ({ rows, columns }) => {
    const condition = `pl.col(${text(columns[0]?.name ?? 'column')}).is_not_null()`;
    return { lines: [`${rows} = ${rows}.filter(${condition})`], selected: condition };
  },
  column: ({ rows, columns }) => {
    const number = columns.find(isNumeric);
    const value =
      number === undefined ? `pl.col(${text(columns[0]?.name ?? 'column')})` : `pl.col(${text(number.name)}) * 2`;
    return { lines: [`${rows} = ${rows}.with_columns(new_column=${value})`], selected: 'new_column' };
  },
  group: ({ rows, columns }) => {
    const key = columns.find((one) => !isNumeric(one)) ?? columns[0];
    const number = columns.find((one) => isNumeric(one) && one !== key);
    const mean =
      number === undefined ? [] : [`pl.col(${text(number.name)}).mean().alias(${text(`avg_${number.name}`)})`];
    const name = key?.name ?? 'column';
    const values = ['pl.len().alias("row_count")', ...mean].join(', ');
    return { lines: [`${rows} = ${rows}.group_by(${text(name)}).agg(${values})`], selected: text(name) };
  },
  show: snippets.show,
  parameter: snippets.parameter,
};

/**
 * The insertion of a snippet into code at a position; whole code if there is none. Without a snippet, the code returns
 * its input. Its first columns stand for the ones that users mean.
 */
export function insertionOf(
  code: string,
  at: number,
  shape: PythonShape,
  tables: CodeTables,
  name?: SnippetName,
): Insertion {
  const rows = rowsOf(shape, code);
  const make = name && ((shape === 'polars' ? polarsSnippets[name] : undefined) ?? snippets[name]);
  const snippet = make?.({ rows, columns: tables[0] ?? [], tables });
  if (snippet === undefined || code.trim() === '') return wholeOf(shape, code.length, snippet);
  const { from, to, indent, isBefore } = placeOf(code, at, shape);
  const start = takesList(shape) && name !== 'join' && !/\binDF\b/.test(code) ? [`${rows} = inDFs[0]`] : [];
  const body = indented([...start, ...snippet.lines], indent);
  const insert = from === to ? (isBefore ? `${body}\n` : `\n${body}`) : body;
  const imports = missingImport(code, snippet);
  const changes = [...(imports === '' ? [] : [{ from: 0, to: 0, insert: imports }]), { from, to, insert }];
  const begin = imports.length + from + insert.indexOf(snippet.selected, insert.indexOf(snippet.lines[0] ?? ''));
  return { changes, anchor: begin, head: begin + snippet.selected.length };
}

const functionsImport = 'from pyspark.sql import functions as F\n';

function missingImport(code: string, { lines }: Snippet): string {
  const added = lines.join('\n');
  if (/\bpl\./.test(added) && polarsAliasIn(code) !== 'pl') return polarsImport;
  return /\bF\./.test(added) && !/\bas F\b/.test(code) ? functionsImport : '';
}

/** A whole function or script around a snippet. */
function wholeOf(shape: PythonShape, length: number, snippet: Snippet | undefined): Insertion {
  const lines = snippet?.lines ?? [];
  const imports = snippet === undefined ? '' : missingImport('', snippet);
  const head = shape === 'script' ? imports : `${imports === '' ? '' : `${imports}\n\n`}${signatureOf(shape)}\n`;
  const needsFirst = takesList(shape) && !/^inDF = inDFs\[0\]\.join/.test(lines[0] ?? '');
  const result = shape === 'script' ? 'result = df' : shape === 'lists' ? 'return [inDF]' : 'return inDF';
  const body = [...(needsFirst ? ['inDF = inDFs[0]'] : []), ...lines];
  const insert = `${head}${indented([...body, result], shape === 'script' ? '' : '    ')}\n`;
  const selected = snippet?.selected ?? result;
  const begin = insert.indexOf(selected, insert.indexOf(lines[0] ?? result));
  return { changes: [{ from: 0, to: length, insert }], anchor: begin, head: begin + selected.length };
}

const signatureOf = (shape: PythonShape): string =>
  `def myfn(${shape === 'polars' ? '' : 'spark, '}workflowContext, id, ${takesList(shape) ? 'inDFs' : 'inDF'}, cust_dict):`;

/**
 * Where lines are inserted: after the line of the caret, or before the `return` that it would come after. Outside of the
 * function, before the last `return`.
 */
function placeOf(code: string, at: number, shape: PythonShape): InsertionPlace {
  const { lines, starts, number, nearest } = linesAt(code, at);
  const isReturn = (line: string): boolean => /^\s+return\b/.test(line);
  const isOutside = shape !== 'script' && indentOf(lines[nearest] ?? '') === '' && !/:\s*$/.test(lines[nearest] ?? '');
  const last = isReturn(lines[nearest] ?? '') ? nearest : isOutside ? lines.findLastIndex(isReturn) : -1;
  if (last >= 0) {
    const from = starts[last] ?? 0;
    return { from, to: from, indent: indentOf(lines[last] ?? ''), isBefore: true };
  }
  const line = lines[number] ?? '';
  const model = lines[nearest] ?? '';
  const indent = indentOf(model) + (/:\s*(#.*)?$/.test(model) ? '    ' : '');
  const from = starts[number] ?? 0;
  const end = from + line.length;
  return line.trim() === '' && line !== ''
    ? { from, to: end, indent, isBefore: false }
    : { from: line === '' ? from : end, to: line === '' ? from : end, indent, isBefore: line === '' };
}
