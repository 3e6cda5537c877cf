import { pysparkTexts } from '../../../../texts/pyspark.ts';
import { without, type Hints } from './code-completion.ts';

/** What a value of Scala code is, as far as completion knows it. */
export type Kind = 'frame' | 'grouped' | 'column' | 'session' | 'reader' | 'nulls';

/** An expression before a dot: its first name or string, and the names that follow. */
export interface Receiver {
  readonly root: string;
  /** True for `root(…)`. */
  readonly isCalled: boolean;
  readonly members: readonly string[];
}

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * The expression that ends at a position of code, which has no brackets in its strings and no comments; undefined if it
 * begins with anything but a name or a column such as `$"age"`.
 */
export function receiverBefore(code: string, end: number): Receiver | undefined {
  const members: string[] = [];
  for (let to = end; ;) {
    const start = beforeBrackets(code, trimmed(code, to));
    const [name = ''] = /(?:\$"_*"|[\p{L}_][\p{L}\p{N}_]*)$/u.exec(code.slice(0, start)) ?? [];
    if (name === '') return undefined;
    const from = start - name.length;
    const previous = trimmed(code, from);
    if (code[previous - 1] !== '.') {
      const isCalled = /^\s*\(/.test(code.slice(start, trimmed(code, to)));
      return { root: name, isCalled, members: members.toReversed() };
    }
    members.push(name);
    to = previous - 1;
  }
}

/** A position without the blanks before it. */
const trimmed = (code: string, at: number): number => code.slice(0, at).trimEnd().length;

/** The position before the arguments that end at a position, such as `[Person](…)` or ` { … }`. */
function beforeBrackets(code: string, end: number): number {
  let at = end;
  for (let open = closing[code[at - 1] ?? '']; open !== undefined; open = closing[code[at - 1] ?? '']) {
    const close = code[at - 1];
    let depth = 0;
    do {
      at--;
      if (at < 0) return 0;
      if (code[at] === close) depth++;
      else if (code[at] === open) depth--;
    } while (depth > 0);
    if (open === '{') at -= /[ \t]*$/.exec(code.slice(0, at))?.[0].length ?? 0;
  }
  return at;
}

/** Functions of Spark that Scala has; the code finds them without an import. */
export const scalaFunctions: Hints = without(pysparkTexts.functions, ['pandas_udf']);

/** What an expression of the code is; undefined if its text does not tell. `depth` bounds definitions by others. */
export function kindOf(receiver: Receiver | undefined, code: string, depth = 8): Kind | undefined {
  if (receiver === undefined) return undefined;
  let kind = kindOfRoot(receiver, code, depth);
  for (const name of receiver.members) {
    if (receiver.root === 'inDFs' && kind === undefined && (name === 'head' || name === 'last')) kind = 'frame';
    else kind = kind === undefined ? undefined : kindOfMember(kind, name);
  }
  return kind;
}

function kindOfRoot({ root, isCalled }: Receiver, code: string, depth: number): Kind | undefined {
  if (root.startsWith('$"')) return 'column';
  if (root === 'inDF') return isCalled ? 'column' : 'frame';
  if (root === 'inDFs') return isCalled ? 'frame' : undefined;
  if (root === 'spark' || root === 'sqlContext') return 'session';
  const definition = definitionOf(root, code, depth);
  if (definition !== undefined) return isCalled ? (definition === 'frame' ? 'column' : undefined) : definition;
  if (isCalled && root === 'broadcast') return 'frame';
  return isCalled && root !== 'udf' && Object.hasOwn(scalaFunctions, root) ? 'column' : undefined;
}

/** What the last `val` or `var` of a name holds. */
function definitionOf(name: string, code: string, depth: number): Kind | undefined {
  if (depth === 0) return undefined;
  const pattern = new RegExp(String.raw`\b(?:val|var)\s+${name}\s*(?::[^=\n]*)?=(?![=>])[ \t]*\n?`, 'gu');
  const match = [...code.matchAll(pattern)].at(-1);
  if (match === undefined) return undefined;
  return kindOf(receiverBefore(code, statementEnd(code, match.index + match[0].length)), code, depth - 1);
}

/** The end of the statement that begins at a position: of its line, and of the lines that continue it. */
function statementEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const char = code[at] ?? '';
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    if (depth < 0 || (depth === 0 && (char === ';' || (char === '\n' && !/^\s*\./.test(code.slice(at)))))) return at;
  }
  return code.length;
}

const frameMethods = {
  session: new Set(['createDataFrame', 'emptyDataFrame', 'range', 'sql', 'table']),
  reader: new Set(['csv', 'json', 'load', 'orc', 'parquet', 'table', 'text']),
} as const;

/** Members of DataFrames that are not rows. */
const otherMembers: ReadonlySet<string> = new Set([
  ...['collect', 'columns', 'count', 'createOrReplaceTempView', 'dtypes', 'explain', 'first', 'foreach'],
  ...['groupByKey', 'head', 'inputFiles', 'isEmpty', 'javaRDD', 'printSchema', 'queryExecution', 'randomSplit'],
  ...['rdd', 'reduce', 'registerTempTable', 'schema', 'show', 'sparkSession', 'stat', 'tail', 'take', 'toJSON'],
  ...['toLocalIterator', 'write', 'writeStream', 'writeTo'],
]);

function kindOfMember(kind: Kind, name: string): Kind | undefined {
  switch (kind) {
    case 'frame':
      if (name === 'na') return 'nulls';
      if (name === 'col' || name === 'apply') return 'column';
      if (['groupBy', 'rollup', 'cube'].includes(name)) return 'grouped';
      return otherMembers.has(name) ? undefined : 'frame';
    case 'grouped':
      return name === 'pivot' ? 'grouped' : 'frame';
    case 'nulls':
      return 'frame';
    case 'column':
      return 'column';
    case 'session':
      return name === 'read' ? 'reader' : frameMethods.session.has(name) ? 'frame' : undefined;
    case 'reader':
      return frameMethods.reader.has(name) ? 'frame' : 'reader';
  }
}
