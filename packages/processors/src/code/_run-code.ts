import { types, type DataFrame } from '@millrace/spark-connect';
import type { CodeResult, CodeStyle } from '../contract/code.ts';
import type { Context } from '../contract/context.ts';
import type { Varying } from '../contract/processor.ts';
import type { Outcome, Result } from '../contract/results.ts';
import type { Fields } from '../contract/fields.ts';
import { chartKinds } from '../kit/charts.ts';
import { outputSchema, type OutputColumn } from '../kit/type-fields.ts';
import { layout, text } from '../kit/fields.ts';

/** The code of a PySpark node. */
export const codeField = (description: string) =>
  text({ required: true, kind: 'code', widget: 'textarea_large', title: 'Code', description });

/** The fields of a node that runs a function of its code. */
export const functionFields = (description: string) => ({
  code: codeField(description),
  schema: layout(),
  declared: declaredColumns,
});

/** The columns that the form declares: what later nodes are composed on if no code is run. */
const declaredColumns = outputSchema();

/**
 * Names in code whose results may differ from run to run, or that read what no key of the cache knows of. Code without them
 * is taken to return the same rows for the same input.
 */
const changeable =
  /\b(\w*rand\w*|shuffle|sample|uuid\w*|secrets|time|datetime|date|now|today|current_\w+|monotonically_increasing_id|os|sys|pathlib|glob|open|read\w*|scan\w*|load\w*|requests|urllib\w*|http\w*|socket|subprocess|importlib|__import__)\b/;

/** The same in Scala. */
const changeableInScala =
  /\b(\w*random\w*|rand\w?|shuffle|sample\w*|\w*uuid\w*|\w*time(millis)?|date|calendar|instant|now|today|current\w*|monotonically_increasing_id|system|sys|runtime|process|files?|source|path|textfile|\w*read\w*|load\w*|url|uri|socket)\b/i;

/** What of the run the results of Python code depend on. */
export const variesByCode = ({ code }: { readonly code: string }): readonly Varying[] =>
  changeable.test(code) ? ['now', 'seed'] : [];

/** What of the run the results of Scala code depend on. */
export const variesByScala = ({ code }: { readonly code: string }): readonly Varying[] =>
  changeableInScala.test(code) ? ['now', 'seed'] : [];

interface CodeOptions {
  readonly code: string;
  readonly style: CodeStyle;
  readonly outputs?: number;
  /** Parameters that the node has in addition to those of the workflow. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly declared?: readonly OutputColumn[];
  /** The name of the input in queries of the code. */
  readonly table?: string;
}

/** Runs the code of a node on its inputs. Nothing is run if only columns are needed: the declared ones stand for the rows. */
export async function runCode(context: Context<Fields>, options: CodeOptions): Promise<Outcome> {
  const { code, nodeId, inputs, session, files, parameters } = context;
  const { declared = [], style, outputs, table } = options;
  if (code === undefined) return { outputs: [emptyRows(context, declared)] };
  const answer = await code.run({
    ...{ code: options.code, nodeId, style, inputs, root: files.root },
    ...(outputs === undefined ? {} : { outputs }),
    ...(table === undefined ? {} : { table }),
    parameters: { ...Object.fromEntries(parameters ?? []), ...options.parameters },
  });
  return {
    outputs: answer.outputs.length === 0 ? [session.range(0).select()] : answer.outputs,
    results: answer.results.map(resultOf),
    variables: answer.variables,
  };
}

const emptyRows = ({ session }: Context<Fields>, declared: readonly OutputColumn[]): DataFrame =>
  session.createDataFrame([], types.struct(declared.map(({ name, type }) => types.field(name, type))));

/** What code shows, as results of its node. */
function resultOf(shown: CodeResult): Result {
  if (shown.type === 'table') return { type: 'table', title: shown.title, data: shown.rows, limit: shown.limit };
  if (shown.type === 'chart') {
    const { kind, x, y } = shown.chart;
    const word = kind.toUpperCase();
    const drawn = Object.hasOwn(chartKinds, word) ? chartKinds[word as keyof typeof chartKinds] : 'line';
    const { title, limit } = shown;
    const data = shown.rows.select(...[...new Set([x, ...y])].map((name) => shown.rows.col(name))).limit(limit);
    return { type: 'chart', title, data, limit, chart: { kind: drawn, encodings: { x, y } } };
  }
  return { type: 'text', title: shown.title, text: shown.text, format: shown.type === 'html' ? 'html' : 'plain' };
}
