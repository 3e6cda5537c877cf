import type { Json, JsonObject } from '../json/json.ts';

/**
 * Every record carries `raw`, the JSON object that it was read from (empty for a record made in code).
 * Unknown keys live there and are written back; a known key is written only when its value differs from
 * what reading `raw` gives, so an untouched document is given back as it came.
 */
export interface Recorded {
  readonly raw: JsonObject;
}

/** A configuration field of a node (interface, "Field"). A value that is absent or null means "use the default". */
export interface Field extends Recorded {
  readonly name: string;
  readonly value: string | null;
  readonly widget: string;
  readonly title: string;
  readonly description: string;
  readonly optionsArray: Json;
  readonly optionsMap: Json;
  readonly datatypes: Json;
  readonly required: boolean;
  readonly display: boolean;
  readonly editable: boolean;
  readonly disableRefresh: boolean;
}

/** A processing node (interface, "Node"). `type` is the present spelling; old spellings are read as such. */
export interface WorkflowNode extends Recorded {
  readonly id: string;
  readonly path: string | null;
  readonly name: string;
  readonly iconImage: string | null;
  readonly description: string;
  readonly details: string;
  readonly examples: string;
  readonly type: string;
  readonly nodeClass: string;
  /** Position as text, `<number>px`. */
  readonly x: string | null;
  readonly y: string | null;
  readonly fields: readonly Field[];
  readonly engine: string;
}

/** An edge; its id orders the inputs and outputs of nodes. Some old edges have none (null). */
export interface Edge extends Recorded {
  readonly id: number | string | null;
  readonly source: string;
  readonly target: string;
  /** Name of the output it leaves from, if the source has named outputs. */
  readonly sourceAnchor: string | null;
  /** Name of the input it goes into, if the target has named inputs. */
  readonly targetAnchor: string | null;
  /** On an edge that no document has: the name under which SQL of the target reads the output of the source. */
  readonly table?: string;
}

/** A column of a dataset's schema; `type` is a colType such as DOUBLE, `format` '' when unused. */
export interface SchemaColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly mlType: string;
}

/** The properties of a dataset that a workflow needs (interface, "dataSetDetails"). */
export interface DatasetDetail extends Recorded {
  readonly id: number | null;
  readonly uuid: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly header: boolean;
  readonly path: string;
  /** As stored: a tab is the two characters `\t`; see `delimiterText`. */
  readonly delimiter: string;
  readonly datasetType: string;
  readonly filterLinesContaining: string | null;
  readonly readOptions: string | null;
  /** From datasetSchema, else from schemaModel. */
  readonly columns: readonly SchemaColumn[];
}

/** A dataset record (interface, "Dataset"); keys not listed here (sampleData, dates, …) are in `raw`. */
export interface Dataset extends DatasetDetail {
  readonly userId: number | null;
  readonly projectId: number | null;
  readonly category: string | null;
}

/** A workflow graph (interface, "Workflow graph"). */
export interface Workflow extends Recorded {
  readonly name: string;
  readonly uuid: string;
  readonly category: string;
  readonly description: string;
  /** Text such as `--var a=1 --var b=2`. */
  readonly parameters: string | null;
  readonly engine: string;
  readonly h2OWorkflow: boolean;
  /** The version at which the graph was read; null if it has none. */
  readonly version: number | null;
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly Edge[];
  readonly dataSetDetails: readonly DatasetDetail[];
}
