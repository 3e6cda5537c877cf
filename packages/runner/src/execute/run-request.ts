import type { ModelRegistry, ProcessorCatalogue } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import type { Compatibility, Dataset, WorkflowNode } from '@millrace/workflow';
import type { EngineHost, EngineSession, SessionLabels } from '@millrace/engines/host';
import type { LibraryEnvironment } from '@millrace/engines/libraries';
import type { RunFiles } from '@millrace/file-space';
import type { Reuse } from '../cache/run-reuse.ts';
import type { RequestedEngine } from '../plan/choose-engine.ts';
import type { SparkRequest } from '../plan/spark-request.ts';
import type { Emit } from '../results/events.ts';
import type { TableStorage } from '../results/tables/store-table.ts';

/** The engine that a run asks for. */
export interface EngineRequest {
  readonly engine: RequestedEngine;
  /** Which Spark the workflow was made for; `spark4` by default. */
  readonly compatibility?: Compatibility | undefined;
  /** The project or user of the run: an embedded Spark serves one owner at a time. */
  readonly owner?: string;
  /** Settings and jars of Spark. */
  readonly spark?: SparkRequest;
  /** The libraries that code of nodes finds. The caller disposes of them after the run. */
  readonly libraries?: LibraryEnvironment | undefined;
  /** True for an application of its own on a cluster, which ends with it. */
  readonly ownApplication?: boolean;
  /** Whom the run works for on a cluster; the user of the system if not set. */
  readonly submitter?: Submitter;
}

/** Whom a run works for on a cluster, and by which name Spark's page shows it. */
export interface Submitter extends Required<Pick<SessionLabels, 'user' | 'sessionId'>> {
  /** The run, such as `17`. */
  readonly run: string;
}

/** What makes a run repeatable: the same clock and seed give the same rows. */
export interface FixedValues {
  /** Start of the run, ISO in UTC; the present time by default. */
  readonly now?: string;
  /** Seed of nodes that name none; another one for each run by default. */
  readonly seed?: bigint;
}

/** How much a run shows of its nodes. */
export interface OutputOptions {
  /** Counts the rows of every node; true by default. */
  readonly counts?: boolean;
  /** Rows of a preview of each node; 0, which is the default, for none. */
  readonly previews?: number;
  /** Most rows of a table or chart that names no limit; 1000 by default. */
  readonly tableLimit?: number;
}

/** What is asked of a run, in addition to its workflow. */
export interface RunRequest extends EngineRequest, FixedValues, OutputOptions {
  /** Names the run, however often it begins: saves of an attempt that was cut off are not written again. */
  readonly runKey?: string;
  /** Ends the run with the first node that fails. */
  readonly failFast?: boolean;
  /** Runs everything but puts no saved rows in place. */
  readonly dryRun?: boolean;
}

/** What nodes can name and read. */
export interface RunSources {
  readonly catalogue: ProcessorCatalogue;
  /** Saved datasets by uuid; they come before the graph's own. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly files: RunFiles;
  /** The registered models. */
  readonly models?: ModelRegistry;
}

/** Callers that follow a run while it works. */
export interface RunObserver {
  readonly emit: Emit;
  /** Gets each session that the run works on, before its first node: a caller that kills runs needs it. */
  readonly onOpen?: (session: EngineSession) => void;
  /** Gets every output before the run ends. */
  readonly inspect?: (node: WorkflowNode, output: number, df: DataFrame) => Promise<void>;
}

/** What a run works with: sources, engines, caches, and the callers that follow it. */
export interface RunServices extends RunSources, RunObserver {
  readonly host: EngineHost;
  readonly signal?: AbortSignal;
  /** Where tables go that have more rows than `tableLimit`; without it nodes that name a higher limit show all of that. */
  readonly tables?: TableStorage;
  /** The cache of earlier runs, which this one uses and fills. */
  readonly reuse?: Reuse;
  /** Called before saved rows are put in place; throws if this run may not do so any more. */
  readonly mayCommit?: () => Promise<void>;
}
