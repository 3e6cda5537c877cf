import type { OfPair } from './params.ts';
import { listing, quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const pair = (p: OfPair): string =>
  `Edge ${p.edge} connects node ${p.source} of type ${quote(p.sourceType)} to node ${p.target} of type ${quote(p.targetType)}`;
const sources = (p: OfPair): string =>
  p.allowed.length > 0
    ? `A node of type ${quote(p.targetType)} accepts input from nodes of type ${listing(p.allowed)}.`
    : `A node of type ${quote(p.targetType)} accepts no input.`;

/** Problems of the graph: ids, edges, classes and types of its nodes, how many inputs and outputs they have. */
export const graphProblems = {
  'duplicate-node-id': {
    severity: 'error',
    message: (p) => `${p.count} nodes have the id ${quote(p.id)}.`,
    remedy: () => 'Give each node its own id and connect each edge to the intended node.',
  },
  'duplicate-edge-id': {
    severity: 'warning',
    message: (p) => `${p.count} edges have the id ${p.id}; they are used in the order of the document.`,
    remedy: () => 'Give each edge its own id: ids determine the order of the inputs and outputs of nodes.',
  },
  'duplicate-field': {
    severity: 'warning',
    message: (p) => `Node ${p.node} has field ${quote(p.field)} more than once; the first one is used.`,
    remedy: (p) => `Remove all but one of the fields ${quote(p.field)}.`,
  },
  'dangling-edge': {
    severity: 'error',
    message: (p) => `Edge ${p.edge} refers to a node that does not exist: ${listing(p.missing.map(quote))}.`,
    remedy: () => 'Remove the edge, or connect it to an existing node.',
  },
  'self-loop': {
    severity: 'error',
    message: (p) => `Edge ${p.edge} connects node ${p.node} to itself.`,
    remedy: () => 'Remove the edge.',
  },
  cycle: {
    severity: 'error',
    message: (p) => `These nodes feed each other in a cycle: ${listing(p.nodes)}.`,
    remedy: () => 'Remove one of the edges between them.',
  },
  'table-cycle': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} reads the table ${quote(p.table)}, which is registered downstream of it, so these nodes wait for each other: ${listing(p.nodes)}.`,
    remedy: () => 'Register the table before the node that reads it, or under another name.',
  },
  'unknown-class': {
    severity: 'error',
    message: (p) => `Node ${p.node} is of class ${quote(p.nodeClass)}, which is not in the catalogue.`,
    remedy: () => 'Replace the node with one from the catalogue, or remove it; the workflow can be saved but not run.',
  },
  'class-unavailable': {
    severity: 'error',
    message: (p) => `Node ${p.node} of class ${quote(p.nodeClass)} cannot run here: ${p.reason}.`,
    remedy: () => 'Replace the node, or run the workflow on a machine that has what the node needs.',
  },
  'unknown-type': {
    severity: 'warning',
    message: (p) => `Node ${p.node} has the type ${quote(p.type)}, for which there are no connection rules.`,
    remedy: () => 'Check the edges of the node, or replace it with one from the catalogue.',
  },
  'type-differs': {
    severity: 'warning',
    message: (p) => `Node ${p.node} has the type ${quote(p.type)}, but the catalogue has ${quote(p.expected)}.`,
    remedy: (p) => `Set the type to ${quote(p.expected)}; the node runs either way.`,
  },
  'note-with-edge': {
    severity: 'error',
    message: (p) => `Edge ${p.edge} is connected to node ${p.node}, which is a note and never runs.`,
    remedy: () => 'Remove the edge.',
  },
  'pairing-forbidden': {
    severity: 'error',
    message: (p) => `${pair(p)}, which cannot use its output.`,
    remedy: sources,
  },
  'pairing-unusual': {
    severity: 'warning',
    message: (p) => `${pair(p)}; the connection rules do not list this pair, but the workflow can run.`,
    remedy: sources,
  },
  'too-few-inputs': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${plural(p.count, 'input')}, but needs at least ${p.limit}.`,
    remedy: () => 'Connect the missing input, or remove the node.',
  },
  'too-many-inputs': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${plural(p.count, 'input')}, but takes at most ${p.limit}.`,
    remedy: () => 'Remove the extra edges, or combine the inputs with a join or a union first.',
  },
  'inputs-against-rule': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has ${plural(p.count, 'input')}; the connection rules allow ${p.min} to ${p.max} for type ${quote(p.type)}, but the workflow can run.`,
    remedy: () => 'Check that the edges into the node are the intended ones.',
  },
  'outputs-against-rule': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} feeds ${plural(p.count, 'edge')}; the connection rules allow at most ${p.limit} for type ${quote(p.type)}, but the workflow can run.`,
    remedy: () => 'Check that the edges out of the node are the intended ones.',
  },
  'too-many-outputs': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${plural(p.limit, 'output')}, but ${p.count} edges each need their own.`,
    remedy: () => 'Remove edges, or set the output of each edge in sourceAnchor.',
  },
  'unknown-anchor': {
    severity: 'warning',
    message: (p) =>
      `Edge ${p.edge} names ${quote(p.anchor)}, an input or output that node ${p.node} does not have; the order of edge ids is used instead.`,
    remedy: (p) => `Use one of ${listing(p.names)}.`,
  },
  'anchor-taken': {
    severity: 'error',
    message: (p) =>
      `Edge ${p.edge} is connected to input ${quote(p.anchor)} of node ${p.node}, which already has an edge.`,
    remedy: () => 'Remove one of the two edges, or connect it to another input.',
  },
} as const satisfies RulesByCode;
