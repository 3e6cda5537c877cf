import { isJsonObject } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { finish, type Steps } from '../steps.ts';
import type { Problem } from '../problems/problem.ts';
import { readDatasetDetail } from './parse-dataset.ts';
import { readingInput } from './input.ts';
import { kindOf, objects, readingObjects } from './readers.ts';
import { readRecord } from './record.ts';
import { pathText, Report, ROOT } from './report.ts';
import type { Path } from './report.ts';
import { EDGE, FIELD, NODE, WORKFLOW } from './shapes.ts';
import type { Workflow, WorkflowNode } from './types.ts';

export type ParsedWorkflow =
  | {
      readonly ok: true;
      readonly workflow: Workflow;
      /** Warnings only. */
      readonly problems: readonly Problem[];
      /** The other keys of the request body or workflow record that contained the graph. */
      readonly envelope?: JsonObject;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads a workflow: JSON text or a parsed value; a graph, a request body `{analysisflowId, comment, projectId,
 * workflow}`, or a record that holds the graph in `workflow` or as text in `content`. Takes the forms of old
 * files: edges without id, numbers as text, old types, values that are null or lists. Never throws; time is
 * linear in the size of the document.
 */
export const parseWorkflow = (input: unknown): ParsedWorkflow => finish(parsingWorkflow(input));

/** The same in steps of some nodes. */
export function* parsingWorkflow(input: unknown): Steps<ParsedWorkflow> {
  const report = new Report();
  const match = yield* graphSteps(yield* readingInput(input, report), ROOT, report);
  yield;
  const workflow = match && (yield* readGraph(match.graph, match.path, report));
  if (!workflow || report.failed) return { ok: false, problems: report.problems };
  return {
    ok: true,
    workflow,
    problems: report.problems,
    ...(match.envelope && { envelope: match.envelope }),
  };
}

interface GraphMatch {
  readonly graph: JsonObject;
  readonly path: Path;
  readonly envelope?: JsonObject;
}

function* graphSteps(value: Json | undefined, path: Path, report: Report): Steps<GraphMatch | undefined> {
  if (report.failed) return undefined;
  if (!isJsonObject(value)) return notAWorkflow(report, `it is ${kindOf(value)}, not an object`);
  if (value['nodes'] !== undefined || value['edges'] !== undefined) return { graph: value, path };
  const key = ['workflow', 'content'].find((name) => holdsGraph(value[name]));
  if (key === undefined) return notAWorkflow(report, 'it has no "nodes"');
  const inner = typeof value[key] === 'string' ? yield* readingInput(value[key], report) : value[key];
  const { [key]: _, ...envelope } = value;
  const match = yield* graphSteps(inner, { parent: path, key }, report);
  return match && { ...match, envelope };
}

function holdsGraph(value: Json | undefined): boolean {
  return isJsonObject(value) || (typeof value === 'string' && value.trim() !== '');
}

function notAWorkflow(report: Report, reason: string): undefined {
  report.add('not-a-workflow', { actual: reason });
}

/** Nodes or edges of one step. */
const atOnce = 200;

function* readGraph(raw: JsonObject, path: Path, report: Report): Steps<Workflow | undefined> {
  if (raw['nodes'] === undefined || raw['nodes'] === null) return notAWorkflow(report, 'it has no "nodes"');
  const record = readRecord(WORKFLOW, raw, path, report);
  const list = <T>(key: string, read: (item: JsonObject, at: Path) => T): Steps<T[]> =>
    readingObjects(raw[key], { parent: path, key }, report, read, atOnce);
  const nodes = fillIds(
    yield* list('nodes', (item, at) => readNode(item, at, report)),
    { parent: path, key: 'nodes' },
    report,
  );
  const edges = yield* list('edges', (item, at) => readRecord(EDGE, item, at, report));
  const dataSetDetails = yield* list('dataSetDetails', (item, at) => readDatasetDetail(item, at, report));
  return { ...record, nodes, edges, dataSetDetails };
}

function readNode(raw: JsonObject, path: Path, report: Report): WorkflowNode {
  const fields = objects(raw['fields'], { parent: path, key: 'fields' }, report, (item, at) =>
    readRecord(FIELD, item, at, report),
  );
  return { ...readRecord(NODE, raw, path, report), fields };
}

/** Gives every node without an id the next free number, so that messages and edges can name it. */
function fillIds(nodes: readonly WorkflowNode[], path: Path, report: Report): readonly WorkflowNode[] {
  const ids = new Set(nodes.map((node) => node.id));
  if (!ids.has('')) return nodes;
  let next = 1;
  return nodes.map((node, index) => {
    if (node.id !== '') return node;
    while (ids.has(String(next))) next++;
    const id = String(next++);
    const where = pathText({ parent: path, key: index });
    report.add('node-without-id', { path: where, id }, { nodeId: id, path: where });
    return { ...node, id };
  });
}
