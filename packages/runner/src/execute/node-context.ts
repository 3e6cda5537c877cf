import type { Save, RunContext } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { WorkflowNode } from '@millrace/workflow';
import type { Materialize } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import type { Apart } from '@millrace/parity';
import type { FeatureReuse } from '../cache/features.ts';
import type { RunReuse } from '../cache/run-reuse.ts';
import type { Consumers } from '../plan/consumers.ts';
import type { Prepare } from '../plan/prepare.ts';
import type { TableStorage } from '../results/tables/store-table.ts';
import type { NoTies } from './ties.ts';

/** What a node is given to work with, on the engine of its run; all nodes of a run share it. */
export interface NodeContext {
  readonly around: RunContext & { readonly files: RunFiles };
  /** Counts rows of every node; off for a bare run. */
  readonly counts: boolean;
  readonly signal: AbortSignal;
  /** Why the server of a cluster is lost, which then is why nodes fail; absent if the engine is one of this process. */
  readonly loss?: () => string | undefined;
  readonly keep: Materialize;
  readonly consumers: Consumers;
  readonly noTies: NoTies;
  /** What may not tie among the rows of the inputs of nodes, by node. */
  readonly apart: ReadonlyMap<string, readonly Apart[]>;
  /** True if the engine counts rows while it computes them. */
  readonly observes: boolean;
  /** Rows of a preview of each node; 0 for none. */
  readonly previews: number;
  /** Most rows of a table or chart that names no limit. */
  readonly tableLimit: number;
  /** Where tables go that have more rows than `tableLimit`; without it nodes that name a higher limit show all of that. */
  readonly tables?: TableStorage;
  readonly prepare: Prepare;
  /** The cache of earlier runs. */
  readonly reuse?: RunReuse;
  /** The cache of features and predictions. */
  readonly features?: FeatureReuse;
  /** Writes the rows of a save next to its target; false if the target stays as it is. */
  readonly stage: (node: WorkflowNode, save: Save, inOrder: boolean) => Promise<boolean>;
  /** Gets every output before the run ends. */
  readonly inspect?: (node: WorkflowNode, output: number, df: DataFrame) => Promise<void>;
}
