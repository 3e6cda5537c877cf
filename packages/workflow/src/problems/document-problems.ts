import { listing, quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

/** Problems of the document's text and structure: errors and remarks of reading. */
export const documentProblems = {
  'not-json': {
    severity: 'error',
    message: (p) => `The text is not JSON: at line ${p.line}, column ${p.column} ${p.fault}.`,
    remedy: () => 'Correct the text at that place, or export the document again.',
  },
  'too-deep': {
    severity: 'error',
    message: (p) => `The document is not plain JSON, or is nested more than ${p.limit} levels deep.`,
    remedy: () => 'Check that this is a workflow document; real ones are less than ten levels deep.',
  },
  'not-a-workflow': {
    severity: 'error',
    message: (p) => `The document is no workflow: ${p.found}.`,
    remedy: () =>
      'Give a graph with the keys "nodes" and "edges", or a record that holds one in "workflow" or "content".',
  },
  'not-a-dataset': {
    severity: 'error',
    message: (p) => `The document is no dataset record: ${p.found}.`,
    remedy: () => 'Give a JSON object with at least "uuid" and "path".',
  },
  'wrong-shape': {
    severity: 'error',
    message: (p) => `${p.path} must be ${p.expected}, not ${p.found}.`,
    remedy: (p) => `Correct the value at ${p.path}.`,
  },
  'too-many-problems': {
    severity: 'error',
    message: (p) => `The document has more than ${p.limit} problems; the others are not listed.`,
    remedy: () => 'Check that this is a workflow document.',
  },
  'unknown-compatibility': {
    severity: 'error',
    message: (p) => `The compatibility of the workflow is ${quote(p.value)}, which is none.`,
    remedy: (p) => `Set "compatibility" to ${listing(p.known)}, or leave it out.`,
  },
  'node-without-id': {
    severity: 'warning',
    message: (p) => `The node at ${p.path} has no id and is given ${quote(p.id)}.`,
    remedy: () => 'Save the workflow to keep the id, then connect the node.',
  },
  'node-without-class': {
    severity: 'error',
    message: (p) => `Node ${p.node} has no nodeClass, so it is unknown what it does.`,
    remedy: () => 'Replace the node by one of the catalogue.',
  },
  'bad-schema': {
    severity: 'error',
    message: (p) => `The schema of dataset ${p.dataset} cannot be read: ${p.fault}.`,
    remedy: () => 'Correct datasetSchema or schemaModel, or infer the schema again.',
  },
  'bad-detail-schema': {
    severity: 'warning',
    message: (p) => `The schema that the workflow keeps of dataset ${p.dataset} cannot be read: ${p.fault}.`,
    remedy: () => 'Nothing, as long as the dataset itself exists; else correct its datasetSchema.',
  },
  'schemas-differ': {
    severity: 'warning',
    message: (p) =>
      `The datasetSchema and the schemaModel of dataset ${p.dataset} differ at column ${quote(p.column)}; datasetSchema counts.`,
    remedy: () => 'Save the dataset again, so that both say the same.',
  },
} as const satisfies RulesByCode;
