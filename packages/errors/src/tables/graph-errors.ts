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
};
