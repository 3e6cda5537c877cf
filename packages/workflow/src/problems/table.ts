import { listing, quote } from './quote.ts';
import type { OfField, OfPair, ProblemParams } from './params.ts';
import type { Severity } from './severity.ts';

interface Rule<P> {
  readonly severity: Severity;
  readonly message: (params: P) => string;
  readonly remedy: (params: P) => string;
}

const meant = (nearest: string | undefined): string =>
  nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`;
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const pair = (p: OfPair): string =>
  `Edge ${p.edge} leads from node ${p.source} of type ${quote(p.sourceType)} to node ${p.target} of type ${quote(p.targetType)}`;
const sources = (p: OfPair): string =>
  p.allowed.length > 0
    ? `A node of type ${quote(p.targetType)} takes ${listing(p.allowed)}.`
    : `A node of type ${quote(p.targetType)} takes no input.`;
const lengthsOf = (p: { readonly lengths: ReadonlyMap<string, number> }): string =>
  listing([...p.lengths].map(([name, length]) => `${name} has ${length}`));
const setTo = (p: OfField, what: string): string => `Set field ${quote(p.field)} to ${what}.`;

/** Every problem that a document can have: how bad it is, what it says, what to do about it. */
export const RULES: { readonly [C in keyof ProblemParams]: Rule<ProblemParams[C]> } = {
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
  'missing-field': {
    severity: 'error',
    message: (p) => `Node ${p.node} has no value in the required field ${quote(p.field)}.`,
    remedy: (p) => `Fill in ${quote(p.title || p.field)}.`,
  },
  'value-not-an-option': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is not one of its options.`,
    remedy: (p) => `Choose one of ${listing(p.options)}.${meant(p.nearest)}`,
  },
  'value-not-integer': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is not a whole number.`,
    remedy: (p) => setTo(p, 'a whole number such as 10'),
  },
  'value-not-number': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is not a number.`,
    remedy: (p) => setTo(p, 'a number such as 0.5 or 1e-6'),
  },
  'value-not-boolean': {
    severity: 'error',
    message: (p) => `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is neither true nor false.`,
    remedy: (p) => setTo(p, 'true or false'),
  },
  'value-not-url': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which is no URL of http or https.`,
    remedy: (p) => setTo(p, 'a URL such as https://example.org/data.txt'),
  },
  'list-not-json': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has ${quote(p.value)} in field ${quote(p.field)}, which begins like a list but is no JSON list; it counts as one element.`,
    remedy: (p) => setTo(p, 'a list such as ["a","b"]'),
  },
  'rows-differ': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} has lists of different length in fields that belong together: ${lengthsOf(p)}; what is missing counts as blank.`,
    remedy: () => 'Give every row a value in each of these fields ("" for none).',
  },
  'rows-incomplete': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} has lists of different length in fields that belong together: ${lengthsOf(p)}; each row needs a value in ${quote(p.field)}.`,
    remedy: (p) => `Give every row a value in ${quote(p.field)}, or take out the rows that have none.`,
  },
  'dataset-not-found': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} reads dataset ${quote(p.value)} (field ${quote(p.field)}), which does not exist or is not visible.`,
    remedy: () => 'Choose another dataset, or add the one with this uuid.',
  },
  'column-not-found': {
    severity: 'error',
    message: (p) =>
      `Node ${p.node} names column ${quote(p.value)} in field ${quote(p.field)}, which its input does not have.`,
    remedy: (p) => `${columns(p.columns)}${meant(p.nearest)}`,
  },
  'target-shared': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} writes to ${quote(p.value)} (field ${quote(p.field)}), and so does node ${p.other} (field ${quote(p.otherField)}): one may replace what the other has written.`,
    remedy: () =>
      'Give each a path of its own; only rows that are appended, and versions of models without a fixed path, share one.',
  },
  'plan-refused': {
    severity: 'error',
    message: (p) => `Node ${p.node} cannot run as it stands: ${p.fault}.`,
    remedy: (p) => p.advice,
  },
  'data-not-there': {
    severity: 'warning',
    message: (p) => `Node ${p.node} finds no data: ${p.fault}.`,
    remedy: () => 'Put it there before the run; the columns of the nodes below were not checked.',
  },
  'plans-unchecked': {
    severity: 'warning',
    message: (p) => `Columns and SQL were not checked: ${p.fault}.`,
    remedy: () => 'Run npm run setup, or check them by a run.',
  },
  'unknown-parameter': {
    severity: 'warning',
    message: (p) =>
      `Node ${p.node} mentions $${p.name} in field ${quote(p.field)}, but there is no such parameter; the text is left as it is.`,
    remedy: (p) =>
      `If a parameter is meant, give it a value: --param ${p.name}=value, or --var in the workflow itself.`,
  },
  'unused-parameter': {
    severity: 'warning',
    message: (p) => `No field mentions the parameter ${quote(p.name)}, so its value has no effect.`,
    remedy: (p) => `Check its name, or write $${p.name} where the value belongs.`,
  },
  'parameter-not-understood': {
    severity: 'warning',
    message: (p) => `${quote(p.text)} in the parameters is not of the form --var name=value and is left out.`,
    remedy: () => 'Write --var name=value; put a value with blanks in quotes.',
  },
  'parameter-not-closed': {
    severity: 'warning',
    message: (p) => `A quote is not closed in the parameters: ${quote(p.text)}.`,
    remedy: () => 'Close the quote.',
  },
};

function columns(names: readonly string[]): string {
  return names.length > 0 ? `It has ${listing(names)}.` : 'It has no columns.';
}
