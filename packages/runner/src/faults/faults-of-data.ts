import type { Outcome } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { constructsOfPlan } from '@millrace/parity';
import type { AnalysedTable, NodeAnalysis } from '../plan/analyse-outcome.ts';
import { mayBeEager, mayCheckEarly, type Eager } from '../plan/eager.ts';
import { isRefusedBySpark } from './refused-texts.ts';
import { unsureOnSail } from '@millrace/engines/guard-plans';

/**
 * True for an error of Sail that Spark would give too, for a fault of the data or of the workflow: the run ends with it.
 * `together`: the nodes whose rows were computed, each behind those that it reads, the one that failed last.
 */
export type IsOfData = (error: unknown, together: readonly string[]) => boolean;

/** Recognizes faults of data in a graph that was analysed on Sail. Errs to false: then Spark is asked. */
export function faultsOf(nodes: readonly NodeAnalysis[]): IsOfData {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return (error, together) => {
    if (!(error instanceof SparkError) || error instanceof ConnectionLostError) return false;
    if (error.errorClass === unsureOnSail) return false;
    const analysed = together.flatMap((id) => byId.get(id) ?? []);
    if (analysed.length < together.length) return false;
    if (analysed.at(-1)?.isFaulty === true) return true;
    const eager = analysed.flatMap((node) => node.eager ?? []);
    return eager.length === analysed.length && isOfValues(error.message, eager);
  };
}

/** True if a message is about a value that Spark refuses, in a place where Spark surely computes it. */
function isOfValues(message: string, together: readonly Eager[]): boolean {
  const isOneOf = (messages: readonly (readonly string[])[]): boolean =>
    messages.some((parts) => holds(message, parts));
  if (ofSail.test(message) || isOneOf(together.flatMap(({ leaves }) => leaves))) return false;
  if (isOneOf(together.flatMap(({ refuses }) => refuses)) && !mayCheckEarly(together)) return true;
  const isRaised = isOneOf(together.flatMap(({ raises }) => raises));
  return !mayBeEager(together) && (isRaised || ofValues.some((rule) => rule(message, together)));
}

/** True for a message that is made of these parts, or holds them in their order and enough of them to recognise it. */
function holds(message: string, parts: readonly string[]): boolean {
  if (!parts.some((part) => part.trim().length > 2)) return parts.length > 0 && message === parts.join('');
  let from = 0;
  for (const part of parts) {
    const at = message.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** What Sail says of itself. */
const ofSail = /not (yet )?(implemented|supported)|unsupported|internal error|panicked|resources exhausted/i;

/** Texts that Sail does not cast, and values beyond a type, with the type. */
const notCast = [
  /Cannot cast (?:string|value) '(.*)' to value of (\w+)/s,
  /^\[CAST_INVALID_INPUT\] The value '(.*)' of the type "STRING" cannot be cast to "(\w+)/s,
  /Can't cast value (.*) to type (\w+)/s,
];

/** Refusals of values, each by what Sail says. */
const ofValues: readonly ((message: string, together: readonly Eager[]) => boolean)[] = [
  (message, together) =>
    !together.some(({ hasIndex }) => hasIndex) &&
    notCast.some((pattern) => {
      const [, text, type] = pattern.exec(message) ?? [];
      return text !== undefined && type !== undefined && isRefusedBySpark(text, type);
    }),
  (message) => {
    const [, text] = /^invalid timestamp: (.*)$/s.exec(message) ?? [];
    return text !== undefined && isRefusedBySpark(text, 'Timestamp');
  },
  (message) => /^(Division|Remainder) by zero$|divide by zero/i.test(message),
  (message) => /^\[INVALID_ARRAY_INDEX|^element_at: the index (0 is invalid|is out of bounds)/.test(message),
];

/** Names that stand for something though no input has such a column. */
const special: ReadonlySet<string> = new Set(['_metadata', 'current_catalog', 'current_database', 'current_schema']);

/** True if Sail misses a column or a function that Spark, by our own reading, does not have either. */
export function namesNothing({ message }: SparkError, { outputs }: Outcome, inputs: readonly AnalysedTable[]): boolean {
  const [, names] = /^attribute ObjectName\(\[(.*)\]\) is missing from the schema/.exec(message) ?? [];
  const [, routine] = /^unknown function: (\w+)$/.exec(message) ?? [];
  if (names === undefined && routine === undefined) return false;
  const column = [...(names ?? '').matchAll(/Identifier\("(.*?)"\)/g)].map(([, name = '']) => name.toLowerCase());
  if (column.some((name) => special.has(name))) return false;
  const reason =
    routine === undefined ? `column:not-found:${column.join('.')}` : `unknown:function ${routine.toLowerCase()}`;
  const tables = new Map(
    inputs.map(({ df, schema }) => [df.relation, { columns: schema.fields, order: 'none' as const }]),
  );
  return outputs.some(({ relation }) =>
    constructsOfPlan(relation, { relationTables: tables }).keys.some((key) => key.toLowerCase() === reason),
  );
}
