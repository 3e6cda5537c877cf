import { FieldError } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { fieldText, type ProcessorSpec, type WorkflowNode } from '@millrace/workflow';
import { EngineStartError } from '../engines/index.ts';
import { RunError } from '../errors.ts';
import type { NodeFailure } from './events.ts';

/** What to try, by Spark's error condition (its beginning suffices). */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^UNRESOLVED_COLUMN|^UNRESOLVED_USING_COLUMN/, 'check the column name against the columns of the input'],
  [/^TABLE_OR_VIEW_NOT_FOUND/, 'use the table name that the node gives its input'],
  [/^UNRESOLVED_ROUTINE/, 'check the function name; only functions of Spark SQL are known'],
  [/^PARSE_/, 'mend the syntax'],
  [/^CAST_INVALID_INPUT/, 'clean the value before the cast, or use try_cast to get null for it'],
  [/^ARITHMETIC_OVERFLOW|^NUMERIC_VALUE_OUT_OF_RANGE/, 'cast to a wider type first'],
  [/^DIVIDE_BY_ZERO/, 'guard the divisor with nullif, or use try_divide'],
  [/^DATATYPE_MISMATCH/, 'cast one side so that the types agree'],
  [/^MISSING_AGGREGATION|^GROUP_BY/, 'put the column into the grouping or into an aggregate'],
  [/^AMBIGUOUS_(REFERENCE|COLUMN)/, 'rename one of the columns of the same name before this node'],
  [/^NUM_COLUMNS_MISMATCH|^INCOMPATIBLE_COLUMN_TYPE/, 'give both inputs the same columns'],
  [/^PATH_NOT_FOUND/, 'check the path'],
  [/^FAILED_READ_FILE|^MALFORMED_RECORD/, 'check that the file is of the kind that the node reads'],
  [/^INVALID_ARRAY_INDEX|^ELEMENT_AT_BY_INDEX_ZERO/, 'check the length before, or use get()'],
];

/** The first sentence-like part of an engine's message: no stack, no plan, no trailing SQLSTATE. */
export function plainMessage(message: string): string {
  const [first = ''] = message.split(/\n(?=\s+at |== |\s*$|;|'|\+-)/);
  return first
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\s*SQLSTATE: \w+\s*$/, '')
    .trim()
    .slice(0, 1000);
}

/** Says why a node failed, in one line with a remedy; `undefined` for a fault of ours, which must not be dressed up. */
export function explainFailure(
  error: unknown,
  node: WorkflowNode,
  spec: ProcessorSpec | undefined,
): NodeFailure | undefined {
  if (error instanceof FieldError)
    return { code: 'BAD_FIELD', message: error.message, remedy: error.remedy, field: error.field };
  if (error instanceof RunError) {
    const field = error.field ?? (error.code === 'UNSAFE_SQL' ? fieldAtFault(undefined, node, spec) : undefined);
    return {
      code: error.code,
      message: error.message,
      remedy: error.remedy,
      ...(field === undefined ? {} : { field }),
    };
  }
  if (error instanceof EngineStartError)
    return { code: 'ENGINE_START', message: error.message, remedy: 'see docs/operate.md, or run npm run setup' };
  if (error instanceof ConnectionLostError)
    return {
      code: 'ENGINE_LOST',
      message: plainMessage(error.message),
      remedy: 'run it again; if it happens again give the engine more memory (MILLRACE_ENGINE_MEMORY)',
    };
  if (error instanceof SparkError) {
    const { errorClass, sqlState } = error;
    const field = fieldAtFault(error.details.contexts?.[0]?.fragment, node, spec);
    const full = /No space left on device|disk.*full|ENOSPC/i.test(error.message);
    return {
      code: full ? 'DISK_FULL' : 'ENGINE_ERROR',
      message: plainMessage(error.message),
      remedy: full
        ? 'free space on the disk of the scratch folder'
        : (remedies.find(([pattern]) => pattern.test(errorClass ?? ''))?.[1] ??
          'check the fields of the node and its input'),
      ...(field === undefined ? {} : { field }),
      ...(errorClass === undefined ? {} : { errorClass }),
      ...(sqlState === undefined ? {} : { sqlState }),
    };
  }
  return undefined;
}

/** The field that holds the text which the engine complains about: by the fragment it quotes, else the only one. */
function fieldAtFault(
  fragment: string | undefined,
  node: WorkflowNode,
  spec: ProcessorSpec | undefined,
): string | undefined {
  const written = (spec?.fields ?? [])
    .filter((f) => f.kind === 'sql' || f.kind === 'expression')
    .map((f) => ({ name: f.name, text: fieldText(node, f.name) ?? '' }))
    .filter((f) => f.text.trim() !== '');
  const holder = fragment === undefined || fragment === '' ? undefined : written.find((f) => f.text.includes(fragment));
  return holder?.name ?? (written.length === 1 ? written[0]?.name : undefined);
}
