import { nodeType } from './old-types.ts';
import { anything, edgeId, fieldValue, flag, text, whole } from './readers.ts';
import type { Shape } from './record.ts';
import type { Dataset, DatasetDetail, Edge, Field, Workflow, WorkflowNode } from './types.ts';

/** The plain keys of each record; lists of records inside them are read by hand. */
export const FIELD: Shape<Omit<Field, 'raw'>> = {
  name: text(''),
  value: fieldValue,
  widget: text(''),
  title: text(''),
  description: text(''),
  optionsArray: anything,
  optionsMap: anything,
  datatypes: anything,
  required: flag(false),
  display: flag(true),
  editable: flag(true),
  disableRefresh: flag(false),
};

export const NODE: Shape<Omit<WorkflowNode, 'raw' | 'fields'>> = {
  id: text(''),
  path: text(null),
  name: text(''),
  iconImage: text(null),
  description: text(''),
  details: text(''),
  examples: text(''),
  type: nodeType,
  nodeClass: text(''),
  x: text(null),
  y: text(null),
  engine: text('all'),
};

export const EDGE: Shape<Omit<Edge, 'raw'>> = {
  id: edgeId,
  source: text(''),
  target: text(''),
  sourceAnchor: text(null),
  targetAnchor: text(null),
};

export const WORKFLOW: Shape<Omit<Workflow, 'raw' | 'nodes' | 'edges' | 'dataSetDetails'>> = {
  name: text(''),
  uuid: text(''),
  category: text('-'),
  description: text(''),
  parameters: text(null),
  engine: text('all'),
  h2OWorkflow: flag(false),
  version: whole(null),
};

export const DATASET_DETAIL: Shape<Omit<DatasetDetail, 'raw' | 'columns'>> = {
  id: whole(null),
  uuid: text(''),
  version: whole(0),
  name: text(''),
  description: text(''),
  header: flag(false),
  path: text(''),
  delimiter: text(','),
  datasetType: text('CSV'),
  filterLinesContaining: text(null),
  readOptions: text(null),
};

export const DATASET: Shape<Omit<Dataset, 'raw' | 'columns'>> = {
  ...DATASET_DETAIL,
  userId: whole(null),
  projectId: whole(null),
  category: text(null),
};
