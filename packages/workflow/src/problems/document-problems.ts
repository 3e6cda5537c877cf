import { listing, quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

/** Problems of the document's text and structure: errors and remarks of reading. */
export const documentProblems = {
  'not-json': {
    severity: 'error',
    message: (p) => `The text is not valid JSON at line ${p.line}, column ${p.column}: ${p.fault}.`,
    remedy: () => 'Correct the text there, or export the document again.',
  },
  'too-deep': {
    severity: 'error',
    message: (p) => `The document is not plain JSON, or is nested more than ${p.limit} levels deep.`,
    remedy: () => 'Check that this is a workflow document; those have fewer than ten levels.',
  },
  'not-a-workflow': {
    severity: 'error',
    message: (p) => `The document is not a workflow: ${p.actual}.`,
    remedy: () =>
      'Provide a graph with the keys "nodes" and "edges", or a record that contains one in "workflow" or "content".',
  },
  'not-a-dataset': {
    severity: 'error',
    message: (p) => `The document is not a dataset record: ${p.actual}.`,
    remedy: () => 'Provide a JSON object with at least "uuid" and "path".',
  },
  'wrong-shape': {
    severity: 'error',
    message: (p) => `${p.path} must be ${p.expected}, not ${p.actual}.`,
    remedy: (p) => `Correct the value at ${p.path}.`,
  },
  'too-many-problems': {
    severity: 'error',
    message: (p) => `The document has more than ${p.limit} problems; the others are not listed.`,
    remedy: () => 'Check that this is a workflow document.',
  },
  'unknown-compatibility': {
    severity: 'error',
    message: (p) => `The workflow has the unknown compatibility ${quote(p.value)}.`,
    remedy: (p) => `Set "compatibility" to one of ${listing(p.supported)}, or remove it.`,
  },
  'node-without-id': {
    severity: 'warning',
    message: (p) => `The node at ${p.path} has no id; it was assigned the id ${quote(p.id)}.`,
    remedy: () => 'Save the workflow with this id, then connect the node.',
  },
  'node-without-class': {
    severity: 'error',
    message: (p) => `Node ${p.node} has no nodeClass, so its processor is unknown.`,
    remedy: () => 'Replace the node with one from the catalogue.',
  },
  'bad-schema': {
    severity: 'error',
    message: (p) => `The schema of dataset ${p.dataset} cannot be read: ${p.fault}.`,
    remedy: () => 'Correct datasetSchema or schemaModel, or infer the schema again.',
  },
  'bad-detail-schema': {
    severity: 'warning',
    message: (p) => `The schema of dataset ${p.dataset} in the workflow cannot be read: ${p.fault}.`,
    remedy: () =>
      'If the dataset itself does not exist, correct this datasetSchema; otherwise nothing needs to be done.',
  },
  'schemas-differ': {
    severity: 'warning',
    message: (p) =>
      `The datasetSchema and the schemaModel of dataset ${p.dataset} differ at column ${quote(p.column)}; datasetSchema is used.`,
    remedy: () => 'Save the dataset again to make both the same.',
  },
} as const satisfies RulesByCode;
