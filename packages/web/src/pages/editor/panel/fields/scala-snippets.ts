import type { Column } from '../../state/live.ts';
import { identifier } from './code-completion.ts';
import type { CodeTables } from './code-editor.tsx';
import { kindOf } from './scala-kinds.ts';
import { scalaKeywords } from './scala-language.ts';
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

/** The snippets of Scala, in the order of the menu. */
export const scalaSnippetNames = ['filter', 'column', 'group', 'rdd', 'typed', 'udf', 'print', 'parameter'] as const;
export type ScalaSnippetName = (typeof scalaSnippetNames)[number];

/** What Scala code finds and registers. */
interface Place {
  readonly tables: CodeTables;
  /** The table of the result. */
  readonly table: string;
}

/** What a snippet is made for. */
interface Step {
  /** The variable of the rows before it. */
  readonly rows: string;
  readonly columns: readonly Column[];
  /** A name that the code does not define yet. */
  readonly fresh: (name: string) => string;
  /** The variable of its rows: the result of the code, or a new name if the code has a result. */
  readonly result: (name: string) => string;
}

interface ScalaSnippet extends Snippet {
  /** The variable of its rows, if it makes any. */
  readonly result?: string;
  readonly imports?: string;
}

/** A column by its name: `$"age"`. */
const columnNamed = (name = 'column'): string =>
  identifier.test(name) ? `$${text(name)}` : `col(${text(`\`${name.replaceAll('`', '``')}\``)})`;

const typesImport = 'import org.apache.spark.sql.types._\n';

/** Types of columns, as fields of a case class and of a schema. */
const scalaTypes: ReadonlyMap<string, readonly [field: string, type: string]> = new Map([
  ['string', ['String', 'StringType']],
  ['int', ['Option[Int]', 'IntegerType']],
  ['bigint', ['Option[Long]', 'LongType']],
  ['double', ['Option[Double]', 'DoubleType']],
  ['float', ['Option[Float]', 'FloatType']],
  ['boolean', ['Option[Boolean]', 'BooleanType']],
  ['date', ['java.sql.Date', 'DateType']],
  ['timestamp', ['java.sql.Timestamp', 'TimestampType']],
]);

/** The first columns that a case class can have under their names. */
const fieldsOf = (columns: readonly Column[]): readonly (readonly [name: string, type: string])[] => {
  const fields = columns.flatMap(({ name, type }) => {
    const [field] = scalaTypes.get(type) ?? [];
    return field !== undefined && /^[a-z]\w*$/i.test(name) && !reservedWords.has(name) ? [[name, field] as const] : [];
  });
  return fields.length === 0 ? [['column', 'String']] : fields.slice(0, 5);
};
const reservedWords: ReadonlySet<string> = new Set(scalaKeywords);

const snippets: Readonly<Record<ScalaSnippetName, (step: Step) => ScalaSnippet>> = {
  filter: ({ rows, columns, result }) => {
    const condition = `${columnNamed(columns[0]?.name)}.isNotNull`;
    const name = result('filtered');
    return { lines: [`val ${name} = ${rows}.filter(${condition})`], selected: condition, result: name };
  },
  column: ({ rows, columns, result }) => {
    const number = columns.find(isNumeric);
    const value = number === undefined ? columnNamed(columns[0]?.name) : `${columnNamed(number.name)} * 2`;
    const name = result('extended');
    const line = `val ${name} = ${rows}.withColumn("new_column", ${value})`;
    return { lines: [line], selected: 'new_column', result: name };
  },
  group: ({ rows, columns, result }) => {
    const key = columns.find((one) => !isNumeric(one)) ?? columns[0];
    const number = columns.find((one) => isNumeric(one) && one !== key);
    const mean = number === undefined ? [] : [`avg(${columnNamed(number.name)}).as(${text(`avg_${number.name}`)})`];
    const by = columnNamed(key?.name);
    const name = result('grouped');
    const values = ['count("*").as("row_count")', ...mean].join(', ');
    return { lines: [`val ${name} = ${rows}.groupBy(${by}).agg(${values})`], selected: by, result: name };
  },
  rdd: ({ rows, columns, fresh, result }) => {
    const known = columns.flatMap(({ name, type }, i) => {
      const [, spark] = scalaTypes.get(type) ?? [];
      return spark === undefined ? [] : [{ value: `row.get(${i})`, field: `StructField(${text(name)}, ${spark})` }];
    });
    const size = { value: 'row.size', field: 'StructField("size", IntegerType)' };
    const fields = known.length === 0 ? [size] : known.slice(0, 3);
    const [first, schema, name] = [fresh('rows'), fresh('schema'), result('table')];
    const row = `Row(${fields.map(({ value }) => value).join(', ')})`;
    return {
      lines: [
        `val ${first} = ${rows}.rdd.map(row => ${row})`,
        `val ${schema} = StructType(Seq(${fields.map(({ field }) => field).join(', ')}))`,
        `val ${name} = spark.createDataFrame(${first}, ${schema})`,
      ],
      selected: row,
      result: name,
      imports: typesImport,
    };
  },
  typed: ({ rows, columns, fresh, result }) => {
    const fields = fieldsOf(columns);
    const [type, records, name] = [fresh('Record'), fresh('records'), result('typed')];
    const option = fields.find(([, one]) => one.startsWith('Option'));
    const condition = option === undefined ? `_.${fields[0]?.[0]} != null` : `_.${option[0]}.isDefined`;
    return {
      lines: [
        `case class ${type}(${fields.map(([field, one]) => `${field}: ${one}`).join(', ')})`,
        `val ${records} = ${rows}.as[${type}].filter(${condition})`,
        `val ${name} = ${records}.toDF()`,
      ],
      selected: condition,
      result: name,
    };
  },
  udf: ({ rows, columns, fresh, result }) => {
    const column = columns.find(({ type }) => type === 'string') ?? columns[0];
    const value =
      columnNamed(column?.name) + (column === undefined || column.type === 'string' ? '' : '.cast("string")');
    const [label, name] = [fresh('asLabel'), result('labelled')];
    return {
      lines: [
        `val ${label} = udf((value: String) => if (value == null) null else value.toUpperCase)`,
        `val ${name} = ${rows}.withColumn("label", ${label}(${value}))`,
      ],
      selected: 'value.toUpperCase',
      result: name,
    };
  },
  print: ({ rows }) => ({ lines: [`println("rows: " + ${rows}.count())`], selected: 'rows: ' }),
  parameter: ({ rows, fresh, result }) => {
    const [limit, name] = [fresh('rowLimit'), result('limited')];
    return {
      lines: [`val ${limit} = parameters.getOrElse("row_limit", "100").toInt`, `val ${name} = ${rows}.limit(${limit})`],
      selected: '100',
      result: name,
    };
  },
};

/**
 * The insertion of a snippet into Scala code at a position; whole code if the field is empty. Without a snippet, the code
 * registers its input. If the line that registers the result follows, it registers the rows of the snippet instead.
 */
export function scalaInsertionOf(
  code: string,
  at: number,
  { tables, table }: Place,
  name?: ScalaSnippetName,
): Insertion {
  const make = name && snippets[name];
  const columns = tables[0] ?? [];
  if (make === undefined || code.trim() === '') return wholeOf(code.length, table, make, columns);
  const { from, to, indent, isBefore } = placeOf(code, at);
  const rows = rowsBefore(code.slice(0, from));
  const fresh = (one: string): string => freshIn(code, one);
  const result = (one: string): string => (/\boutDF\b/.test(code) ? fresh(one) : 'outDF');
  const snippet = make({ rows, columns, fresh, result });
  const body = indented(snippet.lines, indent);
  const insert = from === to ? (isBefore ? `${body}\n` : `\n${body}`) : body;
  const imports = snippet.imports === undefined || code.includes(snippet.imports.trim()) ? '' : snippet.imports;
  const begin = imports.length + from + insert.indexOf(snippet.selected);
  return {
    changes: [
      ...(imports === '' ? [] : [{ from: 0, to: 0, insert: imports }]),
      { from, to, insert },
      ...(snippet.result === undefined ? [] : registrationAfter(code, to, rows, snippet.result)),
    ],
    anchor: begin,
    head: begin + snippet.selected.length,
  };
}

/** Whole code around a snippet. */
function wholeOf(
  length: number,
  table: string,
  make: ((step: Step) => ScalaSnippet) | undefined,
  columns: readonly Column[],
): Insertion {
  const snippet = make?.({ rows: 'inDF', columns, fresh: (one) => one, result: () => 'outDF' });
  const lines = snippet?.lines ?? [];
  const start = snippet?.result === undefined ? ['val outDF = inDF'] : [];
  const imports = snippet?.imports === undefined ? '' : `${snippet.imports}\n`;
  const insert = `${imports}${[...start, ...lines, `outDF.createOrReplaceTempView(${text(table)})`].join('\n')}\n`;
  const changes = [{ from: 0, to: length, insert }];
  // a step of the input is typed next
  if (snippet === undefined) return { changes, anchor: 'val outDF = inDF'.length, head: 'val outDF = inDF'.length };
  const begin = insert.indexOf(snippet.selected, insert.indexOf(lines[0] ?? ''));
  return { changes, anchor: begin, head: begin + snippet.selected.length };
}

/** A name, with a number if the code has it already. */
function freshIn(code: string, name: string): string {
  const has = (one: string): boolean => new RegExp(String.raw`\b${one}\b`).test(code);
  let number = 1;
  while (has(number === 1 ? name : `${name}${number}`)) number++;
  return number === 1 ? name : `${name}${number}`;
}

/** The last variable of rows that code defines outside of blocks; else the input. */
function rowsBefore(code: string): string {
  const names = [...code.matchAll(/^va[lr]\s+(\w+)/gm)].map(([, name = '']) => name);
  return names.findLast((root) => kindOf({ root, isCalled: false, members: [] }, code) === 'frame') ?? 'inDF';
}

const registration = /^\s*(\w+)\.(?:createOrReplaceTempView|registerTempTable)\(/;

/** The change of the next line, if it registers some rows, to those of a snippet. */
function registrationAfter(code: string, at: number, rows: string, result: string): Insertion['changes'] {
  const [line = '', name] = registration.exec(code.slice(at)) ?? [];
  if (name !== rows) return [];
  const from = at + line.lastIndexOf(`${rows}.`);
  return [{ from, to: from + rows.length, insert: result }];
}

/** Where lines are inserted: after the statement of the caret, or before the line that registers the result. */
function placeOf(code: string, at: number): InsertionPlace {
  const { lines, starts, number, nearest } = linesAt(code, at);
  if (registration.test(lines[nearest] ?? '')) {
    const from = starts[nearest] ?? 0;
    return { from, to: from, indent: indentOf(lines[nearest] ?? ''), isBefore: true };
  }
  const line = lines[number] ?? '';
  const indent = indentOf(lines[statementStart(lines, nearest)] ?? '');
  const from = starts[number] ?? 0;
  if (line.trim() === '' && line !== '') return { from, to: from + line.length, indent, isBefore: false };
  if (line === '') return { from, to: from, indent, isBefore: true };
  const last = statementEnd(lines, number, indent);
  const end = (starts[last] ?? 0) + (lines[last] ?? '').length;
  return { from: end, to: end, indent, isBefore: false };
}

/** True for a line that continues the statement before it. */
const continues = (line: string, indent: string): boolean =>
  line.trim() !== '' && (/^\s*[.)\]}]/.test(line) || indentOf(line).length > indent.length);

function statementStart(lines: readonly string[], at: number): number {
  let start = at;
  while (start > 0 && /^\s*[.)\]}]/.test(lines[start] ?? '')) start--;
  return Math.max(0, start);
}

function statementEnd(lines: readonly string[], at: number, indent: string): number {
  let end = at;
  while (end + 1 < lines.length && continues(lines[end + 1] ?? '', indent)) end++;
  return end;
}
