import { FieldError } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { fieldList, fieldText, type ProcessorSpec, type WorkflowNode } from '@millrace/workflow';
import { EngineStartError } from '@millrace/engines';
import { RunError } from '@millrace/errors';
import type { NodeFailure } from '../results/events.ts';
import { plainMessage } from '@millrace/engines/plain-message';
import { isDiskFull, remedyFor, remedyInWorkflow } from './remedies.ts';

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
    return { code: 'ENGINE_START', message: error.message, remedy: 'see docs/operate/set-up.md, or run npm run setup' };
  if (error instanceof ConnectionLostError)
    return {
      code: 'ENGINE_LOST',
      message: plainMessage(error.message),
      remedy:
        remedyFor(error.message) ??
        'run it again; if it happens again give the engine more memory (MILLRACE_ENGINE_MEMORY)',
    };
  if (isDiskFull(error))
    return {
      code: 'DISK_FULL',
      message: 'a disk that the engine writes to has no space left',
      remedy: 'free space on the disk of the temporary folder (TMPDIR), or of the target if it saves',
    };
  if (error instanceof SparkError) {
    const { errorClass, sqlState } = error;
    const message = plainMessage(error.message, errorClass);
    const field = fieldAtFault(error.details.contexts?.[0]?.fragment, node, spec) ?? fieldOf(message, node, spec);
    return {
      code: 'ENGINE_ERROR',
      message: saysWhereOnly(errorClass) ? [message, rootCause(error)].join(' ').trim() : message,
      remedy:
        remedyInWorkflow(errorClass ?? message) ??
        remedyInWorkflow(message) ??
        'check the fields of the node and its input',
      ...(field === undefined ? {} : { field }),
      ...(errorClass === undefined ? {} : { errorClass }),
      ...(sqlState === undefined ? {} : { sqlState }),
    };
  }
  return undefined;
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
  const written = (spec?.fields ?? [])
    .filter((f) => f.kind === 'sql' || f.kind === 'expression')
    .map((f) => ({ name: f.name, text: fieldText(node, f.name) ?? '' }))
    .filter((f) => f.text.trim() !== '');
  const holder = fragment === undefined || fragment === '' ? undefined : written.find((f) => f.text.includes(fragment));
  return holder?.name ?? (written.length === 1 ? written[0]?.name : undefined);
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
