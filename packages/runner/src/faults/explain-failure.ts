import { FieldError } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { fieldList, fieldText, type ProcessorSpec, type WorkflowNode } from '@millrace/workflow';
import { EngineStartError } from '@millrace/engines';
import { RunError, runError } from '@millrace/errors';
import type { NodeFailure } from '../results/events.ts';
import { plainMessage } from '@millrace/engines/plain-message';
import { withLabels } from './label-fields.ts';
import { isDiskFull, remedyFor, remedyInWorkflow } from './remedies.ts';

/**
 * Says why a node failed, in one line with a remedy, with the labels of its fields; `undefined` for a fault of ours, which must
 * not be dressed up.
 */
export function explainFailure(
  error: unknown,
  node: WorkflowNode,
  spec: ProcessorSpec | undefined,
): NodeFailure | undefined {
  const explanation = knownError(error, node, spec);
  if (explanation !== undefined) {
    const { code, message, remedy, field } = explanation;
    return {
      code,
      message: withLabels(message, spec),
      remedy: withLabels(remedy, spec),
      ...(field === undefined ? {} : { field }),
    };
  }
  if (!(error instanceof SparkError)) return undefined;
  const { errorClass, sqlState } = error;
  const { code, message, remedy, field } = engineError(error, node, spec);
  return {
    code,
    // what Spark calls a field may be one of a struct
    message,
    remedy: withLabels(remedy, spec),
    ...(field === undefined ? {} : { field }),
    ...(errorClass === undefined ? {} : { errorClass }),
    ...(sqlState === undefined ? {} : { sqlState }),
  };
}

/** An error that is not the engine's word on a query, as one of the table. */
function knownError(error: unknown, node: WorkflowNode, spec: ProcessorSpec | undefined): RunError | undefined {
  if (error instanceof FieldError) return runError('bad-field', error, { field: error.field });
  if (error instanceof RunError) {
    const field = error.code === 'UNSAFE_SQL' ? fieldAtFault(undefined, node, spec) : undefined;
    return error.field === undefined && field !== undefined ? runError('unsafe-sql', error, { field }) : error;
  }
  if (error instanceof EngineStartError) return runError('engine-not-started', error);
  if (error instanceof ConnectionLostError)
    return runError('engine-lost', { message: plainMessage(error.message), remedy: remedyFor(error.message) });
  return isDiskFull(error) ? runError('engine-disk-full', {}) : undefined;
}

/** What the engine says of a query, in plain words. */
function engineError(error: SparkError, node: WorkflowNode, spec: ProcessorSpec | undefined): RunError {
  const { errorClass } = error;
  const message = plainMessage(error.message, errorClass);
  const field = fieldAtFault(error.details.contexts?.[0]?.fragment, node, spec) ?? fieldOf(message, node, spec);
  return runError(
    'engine-failed',
    {
      message: saysWhereOnly(errorClass) ? [message, rootCause(error)].join(' ').trim() : message,
      remedy: remedyInWorkflow(errorClass ?? message) ?? remedyInWorkflow(message),
    },
    { field },
  );
}

/** Conditions of Spark that leave the reason to their causes. */
const saysWhereOnly = (errorClass: string | undefined): boolean => /^TASK_WRITE_FAILED/.test(errorClass ?? '');

const rootCause = ({ details: { causes = [] } }: SparkError): string =>
  causes.length === 0 ? '' : plainMessage(causes.at(-1) ?? '');

/** The field that holds the text which the engine complains about: by the fragment it quotes, else the only one. */
function fieldAtFault(
  fragment: string | undefined,
  node: WorkflowNode,
  spec: ProcessorSpec | undefined,
): string | undefined {
  const texts = (spec?.fields ?? [])
    .filter((f) => f.kind === 'sql' || f.kind === 'expression')
    .map((f) => ({ name: f.name, text: fieldText(node, f.name) ?? '' }))
    .filter((f) => f.text.trim() !== '');
  const holder = fragment === undefined || fragment === '' ? undefined : texts.find((f) => f.text.includes(fragment));
  return holder?.name ?? (texts.length === 1 ? texts[0]?.name : undefined);
}

/** The field that a message is about: the one whose column it names, or the bounds that a value lies out of. */
function fieldOf(message: string, node: WorkflowNode, spec: ProcessorSpec | undefined): string | undefined {
  const fields = spec?.fields ?? [];
  if (/^value .* is outside the bounds$/.test(message)) return fields.find(({ name }) => name === 'splits')?.name;
  const column = /\bcolumn "(.+?)"/.exec(message)?.[1]?.toLowerCase();
  if (column === undefined) return undefined;
  return fields.find(({ name, kind, list }) => {
    if (kind !== 'column') return false;
    const columns = list === true ? (fieldList(node, name) ?? []) : [fieldText(node, name) ?? ''];
    return columns.some((one) => one.trim().toLowerCase() === column);
  })?.name;
}
