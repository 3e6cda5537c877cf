import { userInfo } from 'node:os';
import {
  ConnectionLostError,
  parseRemote,
  SparkConnectClient,
  SparkError,
  SparkSession,
  type ConnectionSettings,
} from '@millrace/spark-connect';
import { plainMessage } from '../plain-message.ts';
import { EngineStartError } from '../process/engine.ts';
import type { ClusterConnection, ConnectServer, SessionLabels } from './adapter.ts';
import { readApplication, type SparkApplication } from './application.ts';
import { currentTags, tagOf } from './operation-tags.ts';
import { ServerWatch } from './server-watch.ts';

/** The oldest Spark whose server takes what Millrace sends. */
const oldestMajor = 4;

/** How long an operation tries to come back to a server, in ms: longer than the watch takes to tell that it is lost, and why. */
const reconnectForMs = 9_000;

/** Opens a session, with its labels, on a server of Spark 4 or newer, and watches the server as long as it is open. */
export async function connectTo(
  { url }: Pick<ConnectServer, 'url'>,
  labels: SessionLabels,
  settings: ConnectionSettings,
): Promise<ClusterConnection> {
  // Spark makes a tag of it
  const userId = tagOf(labels.user ?? systemUser());
  const remote = parseRemote(url, { userId, ...(labels.sessionId && { sessionId: labels.sessionId }) });
  const address = `${remote.host}:${remote.port}`;
  // its first answer shows that the server is there; then the watch has it
  const scout = new SparkSession(new SparkConnectClient(remote));
  const session = new SparkSession(new SparkConnectClient(remote, { ...settings, reconnectForMs, tags: currentTags }));
  for (const tag of labels.tags ?? []) session.addTag(tagOf(tag));
  try {
    const version = await scout.version().catch(unlessAnswered);
    requireVersion(version, address);
    const application = await readApplication(scout, version);
    if (labels.description !== undefined) await describeJobs(session, labels.description);
    return { session, application, ...watch(scout, session, application, address) };
  } catch (error) {
    scout.client.close();
    session.client.close();
    if (!(error instanceof SparkError)) throw error;
    throw new EngineStartError(
      'spark',
      `spark cannot be used: ${plainMessage(error.message, error.errorClass)}. Check its address, and that it is running`,
    );
  }
}

/** Ends all that waits for a server that is lost, with the reason. */
function watch(
  scout: SparkSession,
  session: SparkSession,
  application: SparkApplication | undefined,
  address: string,
): Omit<ClusterConnection, 'session' | 'application'> {
  const name = application === undefined ? '' : ` (application ${application.applicationId})`;
  const { promise, resolve } = Promise.withResolvers<string>();
  let reason: string | undefined;
  const lose = (why: string): void => {
    serverWatch.stop();
    if (reason !== undefined) return;
    reason = `the Spark server at ${address}${name} ${why}`;
    session.client.abandon(reason);
    resolve(reason);
  };
  const serverWatch = new ServerWatch(scout.client, application?.applicationId, lose);
  return { lose, lost: () => reason, onLost: (act) => void promise.then(act), unwatch: () => serverWatch.stop() };
}

/** The user of the system who runs this process. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // a container may run under a number that no name belongs to
    return 'millrace';
  }
}

/** An engine that is not Spark may not tell a version. */
function unlessAnswered(error: unknown): '' {
  if (error instanceof SparkError && !(error instanceof ConnectionLostError)) return '';
  throw error;
}

/** Fails with an EngineStartError for a Spark that is too old. */
export function requireVersion(version: string, address: string): void {
  const major = /^(\d+)\./.exec(version)?.[1];
  if (major === undefined || Number(major) >= oldestMajor) return;
  throw new EngineStartError(
    'spark',
    `spark cannot be used: the server at ${address} is Spark ${version}, which is too old: use a server of Spark ${oldestMajor}.0 or newer`,
  );
}

/** Has Spark's page describe the jobs of a session; a server that refuses the setting describes them in its own way. */
async function describeJobs(session: SparkSession, description: string): Promise<void> {
  await session.setConfig({ 'spark.job.description': description }).catch((error: unknown) => {
    if (!(error instanceof SparkError)) throw error;
  });
}
