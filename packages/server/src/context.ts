import type { ProcessorCatalogue } from '@millrace/processors';
import type { EditingSessions, NodeStore } from '@millrace/runner';
import type { EngineHost } from '@millrace/engines/host';
import type { ServedModels } from '@millrace/runner/serving';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { UnwrittenSessions } from './access/unwritten-sessions.ts';
import type { Vault } from './access/vault.ts';
import type { ProjectLibraries } from './libraries/project-libraries.ts';
import type { Dispatcher } from './executions/dispatcher.ts';
import type { RunLogs } from './executions/run-logs.ts';
import type { RunTables } from './executions/run-tables.ts';
import type { Mailer } from './mail/mailer.ts';
import type { AuditLog } from './store/audit-log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { RunSpace } from './files/home.ts';
import type { Scheduler } from './schedules/scheduler.ts';
import type { UploadStore } from './files/upload-store.ts';
import type { EngineSandbox } from './engines/sandbox.ts';
import type { Settings } from './settings/settings.ts';
import type { Reserve } from './store/reserve.ts';
import type { Store } from './store/database.ts';
import type { Tables } from './store/tables.ts';

/** What the routes stand on. */
export interface Context {
  readonly settings: Settings;
  readonly store: Store;
  readonly db: Kysely<Tables>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  /** All processors; read after the service listens, for that takes a fifth of a second. */
  readonly catalogue: () => Promise<ProcessorCatalogue>;
  readonly host: EngineHost;
  /** Engine sessions of those who edit graphs. */
  readonly editing: EditingSessions;
  /** Models that predict rows as they come. */
  readonly served: ServedModels;
  /** Work of earlier runs; undefined if none is reused. */
  readonly reuse: NodeStore | undefined;
  /** The file space of runs, and where what they have fetched is kept, which engines read. */
  readonly files: RunSpace;
  /** The libraries that code of projects imports. */
  readonly libraries: ProjectLibraries;
  /** Whether engines are kept from the rest of the machine. */
  readonly sandbox: EngineSandbox['state'];
  /** Parts of the sandbox that the system does not have. */
  readonly sandboxGaps: EngineSandbox['gaps'];
  readonly runs: Dispatcher;
  /** The logs of runs in the state folder. */
  readonly logs: RunLogs;
  /** The large tables of runs in the state folder. */
  readonly tables: RunTables;
  /** Uploads that come in parts. */
  readonly uploads: UploadStore;
  /** Keeps the secrets of connections. */
  readonly vault: Vault;
  readonly audit: AuditLog;
  /** Room on the disk that is given up for those who free some. */
  readonly reserve: Reserve;
  /** Sessions that a full disk has not taken. */
  readonly unwritten: UnwrittenSessions;
  readonly metrics: Metrics;
  readonly schedules: Scheduler;
  readonly mailer: Mailer;
  /** Aborted when the service begins to end. */
  readonly ending: AbortSignal;
}
