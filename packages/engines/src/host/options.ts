import type { Compatibility } from '@millrace/workflow';
import type { SessionLabels } from '../cluster/adapter.ts';
import type { EngineView } from '../index.ts';
import type { LibraryEnvironment } from '../libraries/environment.ts';
import type { SandboxConfig } from '../sandbox/sandbox.ts';
import type { SparkPool } from '../spark/spark-pool.ts';

/** The sandbox of code of nodes; `unsafe`: it may do all that this process may; `none`: it is refused. */
export type CodeIsolation = SandboxConfig | 'unsafe' | 'none';

export interface HostOptions {
  /** Address of a Spark that runs elsewhere; an embedded one is started if it is absent. */
  readonly sparkRemote?: string;
  /** A standalone cluster on which Spark works, instead of embedded. */
  readonly cluster?: { readonly master: string; readonly conf: ReadonlyMap<string, string> };
  /** Most embedded Spark processes, or drivers of applications on a cluster, at once; no limit if not set. */
  readonly sparks?: number;
  /** Embedded Sparks of another host, which closes them; with it `sparks` and `sparkIdleMs` are that host's. */
  readonly sparkPool?: SparkPool;
  /** Milliseconds after which an unused embedded Spark, or application on a cluster, ends; at the end of all if not set. */
  readonly sparkIdleMs?: number;
  /** The sandbox that engines run in; none if not set. */
  readonly box?: SandboxConfig;
  /** How code of nodes runs; in `box`, and not at all without one, if not set. Asked when the first code runs. */
  readonly code?: () => Promise<CodeIsolation>;
  /** True if this process stays, and grows: a small one starts engines for it. */
  readonly stays?: boolean;
  /** True if this process does a single run: an embedded Spark is made for the size of its inputs. */
  readonly oneRun?: boolean;
  /** Memory of each engine, e.g. `4g`. */
  readonly memory?: string;
  /** Sail processes that always wait for runs to come; none if not set. */
  readonly warm?: number;
  /** Folder for engines' scratch folders; the system's temporary folder if not set. */
  readonly scratch?: string;
  /** Inputs up to this many bytes are read in one partition; {@link onePartitionBytes} if not set. */
  readonly onePartitionBytes?: number;
  /** Inputs up to this many bytes are not worth several partitions; {@link notWorthSpreading} if not set. */
  readonly notWorthSpreading?: number;
}

/** What an engine is opened for. */
export interface OpenOptions {
  /** Size of the inputs, which decides whether Sail spreads them over several partitions where `spread` does not. */
  readonly bytes?: number;
  readonly spread?: boolean;
  /** Whom an embedded Spark works for: it serves no one else. */
  readonly owner?: string;
  /** What of the file space it sees, if there is a sandbox; all if not set. */
  readonly view?: EngineView | undefined;
  /** The libraries that its code finds. The caller holds them until code runs. */
  readonly libraries?: LibraryEnvironment | undefined;
  /** Which Spark the graph was made for; `spark4` if not set. Sail has no other. */
  readonly compatibility?: Compatibility | undefined;
  /** Whom the session works for, and what Spark's page shows of it, on a cluster. */
  readonly labels?: SessionLabels;
  /** True for an application of its own on a cluster; runs of one owner share one if not set. */
  readonly ownApplication?: boolean;
  /** An embedded Spark for this session alone, which ends with it. */
  readonly alone?: boolean;
  /** Ends the wait for a slot for an embedded Spark. */
  readonly signal?: AbortSignal;
}
