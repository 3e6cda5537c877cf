import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource } from '@codemirror/lang-python';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Text } from '@codemirror/state';
import { polarsTexts } from '../../../../texts/polars.ts';
import { pysparkTexts } from '../../../../texts/pyspark.ts';
import { pythonTexts } from '../../../../texts/python.ts';
import type { PythonShape } from '../../model/code-shape.ts';
import {
  calls,
  columnsInString,
  columnsOf,
  identifier,
  plainNames,
  validFor,
  word,
  type Hints,
} from './code-completion.ts';
import type { CodeTables } from './code-editor.tsx';
import { polarsAliasIn, polarsImport, polarsMembers } from './polars-completion.ts';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** Milliseconds for parsing what precedes the caret. */
const patience = 50;

/** Completes Python code: what it is given, then its own names, keywords and builtins. */
export function pythonSources(shape: PythonShape, tables: () => CodeTables): readonly CompletionSource[] {
  const own = (context: CompletionContext): CompletionResult | null => pythonCompletions(context, shape, tables());
  /** A source without the names that are offered with a hint. */
  const others =
    (source: CompletionSource): CompletionSource =>
    (context) => {
      const result = source(context);
      if (result === null || result instanceof Promise) return result;
      const labels = new Set(own(context)?.options.map(({ label }) => label));
      const options = new Map(result.options.map((one) => [one.label, asWord(one)]));
      return { ...result, options: [...options.values()].filter(({ label }) => !labels.has(label)) };
    };
  return [own, others(localCompletionSource), others(globalCompletion)];
}

/** A completion as its word: in the fields of a template, Tab would not leave the code. */
const asWord = ({ label, detail, type, boost }: Completion): Completion => ({
  label,
  ...(type === 'keyword' || detail === undefined ? {} : { detail }),
  ...(type === undefined ? {} : { type }),
  ...(boost === undefined ? {} : { boost }),
});

/** Completes columns, and names of PySpark, Polars and `workflowContext`. */
export function pythonCompletions(
  context: CompletionContext,
  shape: PythonShape,
  tables: CodeTables,
): CompletionResult | null {
  const { state, pos } = context;
  const tree = ensureSyntaxTree(state, pos, patience) ?? syntaxTree(state);
  const node = tree.resolveInner(pos, -1);
  if (node.name === 'Comment') return null;
  const string = stringAt(node, state, pos);
  if (string !== undefined) return columnsInString(context, string, tables, nameOnly);
  const member = context.matchBefore(/\.[\p{L}\p{N}_]*/u);
  if (member !== null) {
    const receiver = receiverAt(tree.resolveInner(member.from, -1), member.from);
    const options = receiver === undefined ? [] : membersOf(receiver, state.doc, shape, tables);
    return options.length === 0 ? null : { from: member.from + 1, options, validFor };
  }
  return names(context, shape);
}

// columns in strings

/** The first position of the contents of a string around the caret. */
function stringAt(node: SyntaxNode, state: EditorState, pos: number): number | undefined {
  const string = node.name === 'Escape' ? node.parent : node;
  if (string === null || !/^(Format)?String$/.test(string.name)) return undefined;
  const [opening = ''] = /^[a-z]*(?:'''|"""|'|")/i.exec(state.sliceDoc(string.from, string.to)) ?? [];
  const start = string.from + opening.length;
  return pos < start ? undefined : start;
}

/** A string that holds nothing but the name of a column. */
const nameOnly = /(?:\[|\bcol\()\s*["']$/;

// members

const expressions: ReadonlySet<string> = new Set(['VariableName', 'MemberExpression', 'CallExpression']);

/** The expression that ends before a dot. */
function receiverAt(node: SyntaxNode, dot: number): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  for (let at: SyntaxNode | null = node; at !== null && at.to <= dot; at = at.parent)
    if (at.to === dot && expressions.has(at.name)) found = at;
  return found;
}

/** Members of an expression, as far as its text shows what it is. */
function membersOf(receiver: SyntaxNode, doc: Text, shape: PythonShape, tables: CodeTables): readonly Completion[] {
  const text = doc.sliceString(receiver.from, receiver.to);
  const code = doc.toString();
  const alias = aliasIn(code);
  if (text === 'workflowContext') return calls(pythonTexts.context);
  if (shape === 'polars') return ofPolars(receiver, doc);
  if (text === 'spark') return calls(pythonTexts.session);
  if (text === alias) return calls(pysparkTexts.functions);
  const root = rootOf(receiver, doc);
  if (root === undefined || root === 'workflowContext' || isModule(root, code)) return [];
  if (root === 'spark') return receiver.name === 'CallExpression' ? calls(pysparkTexts.methods) : [];
  if (root === alias || isFunction(root, code)) return calls(pysparkTexts.ofColumns);
  const number = inputNumber(text);
  if (number !== undefined)
    return [...attributes(number === -1 ? tables : [tables[number] ?? []]), ...calls(pysparkTexts.methods)];
  if (isColumn(text)) return calls(pysparkTexts.ofColumns);
  if (text === 'inDFs' || isPandas(root, code) || /\.toPandas\(/.test(text)) return [];
  return calls(
    /\.(groupBy|groupby|rollup|cube|pivot)$/.test(calledBy(receiver, doc))
      ? pysparkTexts.grouped
      : pysparkTexts.methods,
  );
}

function ofPolars(receiver: SyntaxNode, doc: Text): readonly Completion[] {
  const [text, code] = [doc.sliceString(receiver.from, receiver.to), doc.toString()];
  const root = rootOf(receiver, doc);
  const isOther =
    root === 'workflowContext' || (root !== polarsAliasIn(code) && root !== undefined && isModule(root, code));
  return isOther ? [] : calls(polarsMembers({ text, root, called: calledBy(receiver, doc), code }));
}

/** The number of an input by its expression, from 0; -1 for any of them. */
function inputNumber(text: string): number | undefined {
  if (text === 'inDF' || text === 'df') return -1;
  const [, number] = /^inDFs\[\s*(\d+)\s*\]$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** A column of an input, such as `inDF["age"]` and `inDFs[0].age`. */
const isColumn = (text: string): boolean => /^(?:inDF|df|inDFs\[\s*\d+\s*\])(?:\[\s*(["']).*\1\s*\]|\.\w+)$/.test(text);

/** The variable at the beginning of a chain of calls. */
function rootOf(receiver: SyntaxNode, doc: Text): string | undefined {
  let at: SyntaxNode | null = receiver;
  while (at !== null && at.name !== 'VariableName') at = expressions.has(at.name) ? at.firstChild : null;
  return at === null ? undefined : doc.sliceString(at.from, at.to);
}

/** What a call calls, as text. */
function calledBy(receiver: SyntaxNode, doc: Text): string {
  const callee = receiver.name === 'CallExpression' ? receiver.firstChild : null;
  return callee === null ? '' : doc.sliceString(callee.from, callee.to);
}

const methodNames: ReadonlySet<string> = new Set(Object.keys(pysparkTexts.methods));

/** Columns as attributes: those whose names are neither those of methods nor unfit for one. */
const attributes = (tables: CodeTables): readonly Completion[] =>
  columnsOf(tables).filter(({ label }) => identifier.test(label) && !methodNames.has(label));

// imports

/** The name of the module of functions; undefined if it has none. */
const aliasIn = (code: string): string | undefined =>
  /^\s*(?:from pyspark\.sql import functions|import pyspark\.sql\.functions) as (\w+)/m.exec(code)?.[1] ??
  /^\s*from pyspark\.sql import (functions)\b/m.exec(code)?.[1];

/** Names that code imports from the module of functions; `*` for all. */
const importedFunctions = (code: string): readonly string[] =>
  [...code.matchAll(/^\s*from pyspark\.sql\.functions import \(?([^)\n#]*)/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );

function isFunction(name: string, code: string): boolean {
  const imported = importedFunctions(code);
  return imported.includes(name) || (imported.includes('*') && Object.hasOwn(pysparkTexts.functions, name));
}

const isModule = (name: string, code: string): boolean =>
  new RegExp(String.raw`^\s*import\s+(?:.*,\s*)?(?:${name}\b|[\w.]+\s+as\s+${name}\b)`, 'm').test(code);

/** True for a variable that is assigned rows of pandas. */
const isPandas = (name: string, code: string): boolean =>
  new RegExp(String.raw`^\s*${name}\s*=.*(?:\.toPandas\(\)|\bpd\.)`, 'm').test(code);

// names

function names(context: CompletionContext, shape: PythonShape): CompletionResult | null {
  const at = context.matchBefore(word);
  if (at === null || (at.from === at.to && !context.explicit) || /^\d/.test(at.text)) return null;
  const { state } = context;
  const before = state.sliceDoc(state.doc.lineAt(at.from).from, at.from);
  if (/^\s*from pyspark\.sql\.functions import\b/.test(before))
    return { from: at.from, options: plainNames(pysparkTexts.functions), validFor };
  // new names, and those of other modules
  if (/\b(?:def|class|as|for|lambda)\s+$|^\s*(?:from|import)\b/.test(before)) return null;
  const code = state.doc.toString();
  const functions = shape === 'polars' ? polarsFunctions(code) : functionsFor(code);
  const options = [...functions, ...variablesOf(shape)];
  return { from: at.from, options, validFor };
}

const variablesOf = (shape: PythonShape): readonly Completion[] => {
  const { spark, workflowContext, cust_dict, parameters, inDF, inDFs, df } = pythonTexts.variables;
  if (shape === 'polars') return plainNames({ workflowContext, cust_dict, inDF });
  const shared = { spark, workflowContext };
  const list = shape === 'many' || shape === 'lists';
  return plainNames(
    shape === 'script' ? { ...shared, df, parameters } : { ...shared, cust_dict, ...(list ? { inDFs } : { inDF }) },
  );
};

/** Functions as the code imports them; without an import, by an alias that is imported with the first one. */
function functionsFor(code: string): readonly Completion[] {
  const imported = importedFunctions(code);
  const isAll = imported.includes('*');
  const own = isAll ? pysparkTexts.functions : pick(pysparkTexts.functions, imported);
  const alias = aliasIn(code);
  if (isAll || (alias === undefined && imported.length > 0)) return calls(own);
  const prefix = `${alias ?? 'F'}.`;
  return [...calls(own), ...calls(pysparkTexts.functions, prefix, alias === undefined ? functionsImport : '')];
}

/** Functions of Polars by the name of its module, which is imported with the first one. */
function polarsFunctions(code: string): readonly Completion[] {
  const alias = polarsAliasIn(code);
  return calls(polarsTexts.functions, `${alias ?? 'pl'}.`, alias === undefined ? polarsImport : '');
}

const pick = (hints: Hints, wanted: readonly string[]): Hints =>
  Object.fromEntries(Object.entries(hints).filter(([name]) => wanted.includes(name)));

const functionsImport = 'from pyspark.sql import functions as F\n';
