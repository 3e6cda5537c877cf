import type { Edge, WorkflowNode } from '../document/types.ts';
import type { Json } from '../json/json.ts';

/** A value that differs; null if it is absent. */
export interface Change<T = Json> {
  readonly before: T;
  readonly after: T;
}

export interface NamedChange extends Change {
  readonly name: string;
}

export interface FieldChange extends Change<string | null> {
  readonly name: string;
}

export interface Position {
  readonly x: string | null;
  readonly y: string | null;
}

/** A node that is in both graphs (same id) and differs. */
export interface NodeChange {
  readonly nodeId: string;
  /** Its name in the newer graph. */
  readonly name: string;
  readonly renamed?: Change<string>;
  readonly moved?: Change<Position>;
  /** Field values that differ; a field that is absent counts as null. */
  readonly fields: readonly FieldChange[];
  /** Other keys of the node that differ: type, nodeClass, description, keys of others. */
  readonly attributes: readonly NamedChange[];
}

/** What has to be done to one graph to get the other. The order of nodes, fields and edges plays no part. */
export interface WorkflowDiff {
  /** Keys of the workflow itself that differ. */
  readonly attributes: readonly NamedChange[];
  readonly nodesAdded: readonly WorkflowNode[];
  readonly nodesRemoved: readonly WorkflowNode[];
  readonly nodesChanged: readonly NodeChange[];
  readonly edgesAdded: readonly Edge[];
  readonly edgesRemoved: readonly Edge[];
  /** Nodes that have the same edges in but in another order: which input is first, second, … */
  readonly inputsReordered: readonly string[];
  /** Nodes that have the same edges out but in another order: which output goes where. */
  readonly outputsReordered: readonly string[];
}
