import type { ErrorRules } from '../rule.ts';

/** Parameters of errors about graphs, their nodes and their datasets. */
export interface GraphErrorParams {
  /** The texts are those of the processor. */
  'bad-field': { readonly message: string; readonly remedy: string };
  'unknown-processor': { readonly nodeClass: string };
  'missing-output': {
    /** Counted from 1. */
    readonly output: number;
    /** The node that the edge leads to. */
    readonly target: string;
  };
  'dataset-unreadable': { readonly problem: string };
  'too-many-editors': { readonly limit: number };
  /** A node that cannot become code, and why. */
  'node-without-code': { readonly reason: string };
  /** A node outside of a selection that reads one of its nodes, and is read by another. */
  'between-selected': Record<never, never>;
  /** A selected node without a connection to the others. */
  'selected-apart': Record<never, never>;
  /** A selection with a number of inputs or outputs that no code node has. */
  'selection-ends': { readonly ends: 'inputs' | 'outputs'; readonly count: number; readonly rule: string };
}

export const graphErrors: ErrorRules<GraphErrorParams> = {
  'bad-field': { code: 'BAD_FIELD', message: ({ message }) => message, remedy: ({ remedy }) => remedy },
  'unknown-processor': {
    code: 'UNKNOWN_CLASS',
    message: ({ nodeClass }) => `the processor ${nodeClass} is not available here`,
    remedy: () => 'replace the node, or remove it',
  },
  'missing-output': {
    code: 'NO_OUTPUT',
    message: ({ output }) => `it has no output ${output}`,
    remedy: ({ target }) => `connect node ${target} to another output`,
  },
  'dataset-unreadable': {
    code: 'BAD_DATASET',
    message: ({ problem }) => problem,
    remedy: () => 'correct the record of the dataset',
  },
  'too-many-editors': {
    code: 'TOO_MANY_SESSIONS',
    message: ({ limit }) => `${limit} users are previewing graphs at the moment, which is the maximum`,
    remedy: () => 'try again in a moment, or raise MILLRACE_EDIT_SESSIONS',
  },
  'node-without-code': {
    code: 'NO_CODE',
    message: ({ reason }) => `it cannot become code: ${reason}`,
    remedy: () => 'leave it out of the selection',
  },
  'between-selected': {
    code: 'NO_CODE',
    message: () => 'it lies between selected nodes, which cannot become one code node without it',
    remedy: () => 'select it, too',
  },
  'selected-apart': {
    code: 'NO_CODE',
    message: () => 'it is not connected to the other selected nodes',
    remedy: () => 'select connected nodes',
  },
  'selection-ends': {
    code: 'NO_CODE',
    message: ({ ends, count, rule }) => `the selection has ${count} ${ends}, but a code node must have ${rule}`,
    remedy: () => 'select other nodes',
  },
};
