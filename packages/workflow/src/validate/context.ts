import type { Catalogue, ProcessorSpec } from '../catalogue.ts';
import type { WorkflowNode } from '../document/types.ts';
import type { Graph } from '../graph/graph.ts';
import type { Problem } from '../problems/problem.ts';

/** A column of an input's schema, as the engine gives it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface ValidateOptions {
  /** Node id -> the columns of each of its inputs; column fields are checked if they are known. */
  readonly schemas?: ReadonlyMap<string, readonly (readonly Column[])[]>;
  /** The uuids of the datasets that exist; dataset fields are checked when it is given. */
  readonly datasets?: { has(uuid: string): boolean };
}

/** The input of every check. */
export interface Context extends ValidateOptions {
  readonly graph: Graph;
  readonly catalogue: Catalogue;
}

/** One rule about documents: yields each violation, and undefined between steps, so that other work can run. */
export type Check = (context: Context) => Iterable<Problem | undefined>;

/** The catalogue entry of a node; undefined for an unknown class. */
export function specOf(context: Context, node: WorkflowNode): ProcessorSpec | undefined {
  return context.catalogue.get(node.nodeClass);
}
