import type { OfPair } from './params.ts';
import { listing, quote } from './quote.ts';
import type { RulesByCode } from './rule.ts';

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const pair = (p: OfPair): string =>
  `Edge ${p.edge} leads from node ${p.source} of type ${quote(p.sourceType)} to node ${p.target} of type ${quote(p.targetType)}`;
const sources = (p: OfPair): string =>
  p.allowed.length > 0
    ? `A node of type ${quote(p.targetType)} takes ${listing(p.allowed)}.`
    : `A node of type ${quote(p.targetType)} takes no input.`;

/** Problems of the graph: ids, edges, classes and types of its nodes, how many inputs and outputs they have. */
export const graphProblems = {
  'duplicate-node-id': {
    severity: 'error',
    message: (p) => `${p.count} nodes have the id ${quote(p.id)}.`,
    remedy: () => 'Give each node an id of its own and connect the edges to the one that is meant.',
  },
  'duplicate-edge-id': {
    severity: 'warning',
    message: (p) => `${p.count} edges have the id ${p.id}; they count in the order of the document.`,
    remedy: () => 'Give each edge an id of its own: ids order the inputs and outputs of nodes.',
  },
  'duplicate-field': {
    severity: 'warning',
    message: (p) => `Node ${p.node} has field ${quote(p.field)} more than once; the first one counts.`,
    remedy: (p) => `Remove all but one of the fields ${quote(p.field)}.`,
  },
  'dangling-edge': {
    severity: 'error',
    message: (p) => `Edge ${p.edge} refers to a node that does not exist: ${listing(p.missing.map(quote))}.`,
    remedy: () => 'Remove the edge, or connect it to an existing node.',
  },
  'self-loop': {
    severity: 'error',
    message: (p) => `Edge ${p.edge} leads from node ${p.node} to itself.`,
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
      `Node ${p.node} reads the table ${quote(p.table)}, which is registered behind it: these nodes wait for each other: ${listing(p.nodes)}.`,
    remedy: () => 'Register the table before the node that reads it, or under another name.',
  },
  'unknown-class': {
    severity: 'error',
    message: (p) => `Node ${p.node} is of class ${quote(p.nodeClass)}, which is not in the catalogue.`,
    remedy: () => 'Replace the node by one of the catalogue, or remove it; the workflow can be saved but not run.',
  },
  'class-unavailable': {
    severity: 'error',
    message: (p) => `Node ${p.node} of class ${quote(p.nodeClass)} cannot run here: ${p.reason}.`,
    remedy: () => 'Replace the node, or run the workflow where what it needs is present.',
  },
  'unknown-type': {
    severity: 'warning',
    message: (p) => `Node ${p.node} has the type ${quote(p.type)}, for which there are no connection rules.`,
    remedy: () => 'Check the edges of the node, or replace it by one of the catalogue.',
  },
  'type-differs': {
    severity: 'warning',
    message: (p) => `Node ${p.node} has the type ${quote(p.type)}, where the catalogue has ${quote(p.expected)}.`,
    remedy: (p) => `Set the type to ${quote(p.expected)}; the node runs either way.`,
  },
  'note-with-edge': {
    severity: 'error',
    message: (p) => `Edge ${p.edge} is connected to node ${p.node}, which is a note and is never run.`,
    remedy: () => 'Remove the edge.',
  },
  'pairing-forbidden': {
    severity: 'error',
    message: (p) => `${pair(p)}, which cannot use what it gives.`,
    remedy: sources,
  },
  'pairing-unusual': {
    severity: 'warning',
    message: (p) => `${pair(p)}, which the connection rules do not list; it runs.`,
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
    remedy: () => 'Remove the edges that are too many, or join or unite the inputs first.',
  },
  'inputs-against-rule': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has ${plural(p.count, 'input')}; the connection rules give type ${quote(p.type)} ${p.min} to ${p.max}, but the processor can run.`,
    remedy: () => 'Check that the edges into the node are the ones meant.',
  },
  'outputs-against-rule': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} feeds ${plural(p.count, 'edge')}; the connection rules give type ${quote(p.type)} at most ${p.limit}, but it runs.`,
    remedy: () => 'Check that the edges out of the node are the ones meant.',
  },
  'too-many-outputs': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has ${plural(p.limit, 'output')}, but ${p.count} edges each ask for one of their own.`,
    remedy: () => 'Remove edges, or name in sourceAnchor the output that each carries.',
  },
  'unknown-anchor': {
    severity: 'warning',
    message: (p) =>
      `Edge ${p.edge} names ${quote(p.anchor)}, which node ${p.node} does not have; the order of edge ids counts.`,
    remedy: (p) => `Use one of ${listing(p.names)}.`,
  },
  'anchor-taken': {
    severity: 'error',
    message: (p) =>
      `Edge ${p.edge} goes into input ${quote(p.anchor)} of node ${p.node}, which another edge fills already.`,
    remedy: () => 'Remove one of the two edges, or connect it to another input.',
  },
} as const satisfies RulesByCode;
