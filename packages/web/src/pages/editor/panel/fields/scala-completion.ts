import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { pysparkTexts } from '../../../../texts/pyspark.ts';
import { scalaTexts } from '../../../../texts/scala.ts';
import { calls, columnsInString, plainNames, validFor, without, word, type Hints } from './code-completion.ts';
import type { CodeTables } from './code-editor.tsx';
import { kindOf, receiverBefore, scalaFunctions, type Kind } from './scala-kinds.ts';
import { scalaKeywords } from './scala-language.ts';

/** Milliseconds for parsing what precedes the caret. */
const patience = 50;

/** Completes Scala code: columns, names of Spark, and names and keywords of the code. */
export const scalaSources = (tables: () => CodeTables): readonly CompletionSource[] => [
  (context) => scalaCompletions(context, tables()),
];

/** Completes columns in strings, members of DataFrames and columns, and names that the code finds. */
export function scalaCompletions(context: CompletionContext, tables: CodeTables): CompletionResult | null {
  const { state, pos } = context;
  const tree = ensureSyntaxTree(state, pos, patience) ?? syntaxTree(state);
  const node = tree.resolveInner(pos, -1);
  if (node.name === 'comment' && (pos < node.to || node.to === state.doc.lineAt(pos).to)) return null;
  if (node.name === 'string') {
    const start = contentsOf(state.sliceDoc(node.from, node.to), node.from, pos);
    if (start !== undefined) return columnsInString(context, start, tables, nameOnly);
  }
  const member = context.matchBefore(/\.[\p{L}\p{N}_]*/u);
  if (member === null) return names(context, tree);
  const code = withoutTexts(state, tree);
  const kind = kindOf(receiverBefore(code, member.from), code);
  return kind === undefined ? null : { from: member.from + 1, options: members[kind], validFor };
}

// columns in strings

/** A string that holds nothing but the name of a column. */
const nameOnly = /(?:\$|\b(?:col|inDF|inDFs\(\d+\)|outDF)\()"$/;

/** The first position of the contents of a string around the caret; a line of a longer string has no quotes. */
function contentsOf(text: string, from: number, pos: number): number | undefined {
  const [opening = ''] = /^(?:"""|")/.exec(text) ?? [];
  const isClosed = opening !== '' && text.length >= 2 * opening.length && text.endsWith(opening);
  return pos < from + opening.length || (isClosed && pos > from + text.length - opening.length)
    ? undefined
    : from + opening.length;
}

/** The code with blanks for its comments, and underscores for the contents of its strings. */
function withoutTexts(state: EditorState, tree: ReturnType<typeof syntaxTree>): string {
  let code = '';
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'string' && name !== 'comment' && name !== 'character') return;
      code += state.sliceDoc(code.length, from);
      code +=
        name === 'comment' ? ' '.repeat(to - from) : `"${'_'.repeat(Math.max(0, to - from - 2))}"`.slice(0, to - from);
    },
  });
  return code + state.sliceDoc(code.length);
}

// members

/** Values, which Scala does not call with parentheses. */
const values = (hints: Hints): readonly Completion[] =>
  Object.entries(hints).map(([label, detail]) => ({ label, detail, type: 'property' }));

/** Names of PySpark that Scala does not have. */
const missing = {
  methods: ['dropna', 'fillna', 'mapInPandas', 'replace', 'toPandas'],
  grouped: ['applyInPandas'],
  ofColumns: ['endswith', 'startswith', ...Object.keys(scalaTexts.columnValues)],
} as const;

const members: Readonly<Record<Kind, Completion[]>> = {
  frame: [
    ...calls({ ...without(pysparkTexts.methods, missing.methods), ...scalaTexts.frames }),
    ...values(scalaTexts.frameValues),
  ],
  grouped: [...calls({ ...without(pysparkTexts.grouped, missing.grouped), ...scalaTexts.grouped })],
  column: [
    ...calls({ ...without(pysparkTexts.ofColumns, missing.ofColumns), ...scalaTexts.ofColumns }),
    ...values(scalaTexts.columnValues),
  ],
  session: [...calls(scalaTexts.session)],
  reader: [...calls(scalaTexts.reader)],
  nulls: [...calls(scalaTexts.nulls)],
};

// names

const keywords = scalaKeywords.map((label): Completion => ({ label, type: 'keyword' }));

function names(context: CompletionContext, tree: ReturnType<typeof syntaxTree>): CompletionResult | null {
  const at = context.matchBefore(word);
  if (at === null || (at.from === at.to && !context.explicit) || /^\d/.test(at.text)) return null;
  const { state } = context;
  const before = state.sliceDoc(state.doc.lineAt(at.from).from, at.from);
  // new names, and those of packages
  if (/\b(?:class|def|object|trait|type|val|var)\s+$|^\s*import\b/.test(before)) return null;
  const own = definedIn(withoutTexts(state, tree), at.from);
  const known = new Set([...Object.keys(scalaTexts.variables), ...own.map(({ label }) => label)]);
  const options = [
    ...plainNames(scalaTexts.variables),
    ...own,
    ...calls(without(scalaFunctions, [...known])),
    ...keywords.filter(({ label }) => !known.has(label)),
  ];
  return { from: at.from, options, validFor };
}

/** Names that the code defines, each once; not the one that is typed at a position. */
function definedIn(code: string, except: number): readonly Completion[] {
  const definitions = new Map<string, Completion>();
  for (const match of code.matchAll(/\b(val|var|def|class|object|trait)\s+([\p{L}_][\p{L}\p{N}_]*)/gu)) {
    const [text, kind, label = ''] = match;
    if (match.index + text.length - label.length === except || Object.hasOwn(scalaTexts.variables, label)) continue;
    const type = kind === 'val' || kind === 'var' ? 'variable' : kind === 'def' ? 'function' : 'class';
    definitions.set(label, { label, type });
  }
  return [...definitions.values()];
}
