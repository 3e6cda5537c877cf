import { sameJson } from '../json/compare.ts';
import { finish, type Steps } from '../steps.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { descriptorText, readColumns, schemaModel } from './dataset-schema.ts';
import { writeRecord } from './record.ts';
import type { WriteOptions } from './record.ts';
import { Report } from './report.ts';
import { DATASET, DATASET_DETAIL, EDGE, FIELD, NODE, WORKFLOW } from './shapes.ts';
import type { Dataset, DatasetDetail, Field, SchemaColumn, Workflow, WorkflowNode } from './types.ts';

/**
 * The JSON of a workflow graph. An untouched document comes back as it was read, unknown keys and all; a
 * changed value is written, everything around it stays. `complete` also writes the keys of the interface that
 * the document left out, with their defaults.
 */
export const serialiseWorkflow = (workflow: Workflow, options: WriteOptions = {}): JsonObject =>
  finish(serialisingWorkflow(workflow, options));

/** The same in steps of some nodes. */
export function* serialisingWorkflow(workflow: Workflow, options: WriteOptions = {}): Steps<JsonObject> {
  const out = writeRecord(WORKFLOW, workflow, options);
  const { nodes, edges, dataSetDetails } = workflow;
  putList(out, 'nodes', yield* writingEach(nodes, (node) => serialiseNode(node, options)), options);
  putList(out, 'edges', yield* writingEach(edges, (edge) => writeRecord(EDGE, edge, options)), options);
  putList(out, 'dataSetDetails', yield* writingEach(dataSetDetails, (detail) => writeDetail(detail, options)), options);
  return out;
}

/** Nodes or edges that one step writes. */
const atOnce = 200;

function* writingEach<T>(list: readonly T[], write: (item: T) => JsonObject): Steps<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  for (const [index, item] of list.entries()) {
    items.push(write(item));
    if (index % atOnce === atOnce - 1) yield;
  }
  return items;
}

/** The JSON of a dataset record; see `serialiseWorkflow`. */
export function serialiseDataset(dataset: Dataset, options: WriteOptions = {}): JsonObject {
  const out = writeRecord(DATASET, dataset, options);
  putColumns(out, dataset, options);
  return out;
}

/** The JSON of one node; see `serialiseWorkflow`. */
export function serialiseNode(node: WorkflowNode, options: WriteOptions = {}): JsonObject {
  const out = writeRecord(NODE, node, options);
  const fields = node.fields.map((field: Field) => writeRecord(FIELD, field, options));
  putList(out, 'fields', fields, options);
  return out;
}

function writeDetail(detail: DatasetDetail, options: WriteOptions): JsonObject {
  const out = writeRecord(DATASET_DETAIL, detail, options);
  putColumns(out, detail, options);
  return out;
}

function putList(
  out: Record<string, Json | undefined>,
  key: string,
  list: readonly JsonObject[],
  options: WriteOptions,
): void {
  const absent = out[key] === undefined || out[key] === null;
  if (list.length > 0 || !absent || options.complete) out[key] = list;
}

function putColumns(
  out: Record<string, Json | undefined>,
  dataset: { readonly raw: JsonObject; readonly columns: readonly SchemaColumn[] },
  options: WriteOptions,
): void {
  const unchanged = sameJson(asJson(readColumns(dataset.raw, new Report())), asJson(dataset.columns));
  if (unchanged && !(options.complete && out['datasetSchema'] === undefined)) return;
  out['datasetSchema'] = descriptorText(dataset.columns);
  if (out['schemaModel'] !== undefined) out['schemaModel'] = schemaModel(dataset.columns);
}

function asJson(columns: readonly SchemaColumn[]): Json {
  return columns.map((column) => ({ ...column }));
}
