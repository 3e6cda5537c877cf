import type { RelayedRequest } from '@millrace/spark-connect/relay';
import { childMessages, type Message } from '@millrace/spark-connect/visit';
import type { EngineKind } from '../index.ts';
import { guardPlans } from '../host/guard-plans.ts';
import { guardedConfig, sessionConfig } from '../host/session-config.ts';

/** Methods that the code of a node may call. Its session is the run's: it neither ends nor copies it. */
const methods = new Set([
  'ExecutePlan',
  'AnalyzePlan',
  'Config',
  'AddArtifacts',
  'ArtifactStatus',
  'Interrupt',
  'ReattachExecute',
  'ReleaseExecute',
  'FetchErrorDetails',
]);

/** Commands that code may run. Views stay in its own process, and streams belong to nodes of streams. */
const commands = new Set([
  'sqlCommand',
  'registerFunction',
  'registerTableFunction',
  'checkpointCommand',
  'removeCachedRemoteRelationCommand',
  'mlCommand',
  'getResourcesCommand',
]);

/** Messages that run classes of Java by name, reach other catalogues, or are of unknown types. */
const refusedMessages = new Map([
  ['spark.connect.JavaUDF', 'a function in Java'],
  ['spark.connect.ScalarScalaUDF', 'a function in Scala'],
  ['spark.connect.TypedAggregateExpression', 'a function in Scala'],
  ['spark.connect.CommonInlineUserDefinedDataSource', 'a data source in Python'],
  ['spark.connect.Catalog', 'the catalog'],
  ['google.protobuf.Any', 'an extension of Spark Connect'],
]);

/** Messages with functions in Python, which the engine runs. */
const pythonFunctions = new Set(['spark.connect.PythonUDF', 'spark.connect.PythonUDTF']);

/** The error of functions in Python that the engine does not run. */
export class FunctionsRefused extends Error {}

/** Formats that code may read, in lower case; nothing: Spark's default. */
const formats = new Set(['', 'csv', 'json', 'parquet', 'orc', 'text', 'xml', 'avro', 'binaryfile', 'libsvm']);

/** Settings that later nodes and the walls around the engine depend on. */
const fixedSettings = new Set([...Object.keys(sessionConfig), ...Object.keys(guardedConfig)]);

interface CodePolicyOptions {
  readonly kind: EngineKind;
  /** True if the engine may run functions in Python. */
  readonly runsFunctions: boolean;
  readonly onComputing?: (request: RelayedRequest) => void;
}

/**
 * What the code of a node may ask of its engine (`RelayOptions.inspect`): to compose and run plans over the files that
 * the engine sees. `onComputing` is called before it computes anything, and refuses that if it throws. Throws an error
 * that names what is refused. Spark's own wall (`SparkWall.java`) refuses more.
 */
export function codePolicy({
  kind,
  runsFunctions,
  onComputing = () => undefined,
}: CodePolicyOptions): (method: string, request: RelayedRequest) => void {
  const guard = guardPlans(kind);
  return (method, request) => {
    if (!methods.has(method)) throw new Error(`code may not call ${method}: its session is that of the run`);
    if (method === 'ExecutePlan') {
      onComputing(request);
      checkPlan(request['plan'], runsFunctions);
      guard(request);
    } else if (method === 'AnalyzePlan') {
      checkMessages(request, runsFunctions);
      guard(request);
    } else if (method === 'Config') checkConfig(request['operation']);
    else if (method === 'AddArtifacts') checkArtifacts(request['payload']);
  };
}

/** Refuses what a plan that code gives back may not hold; it is guarded again when the run sends it. */
export const checkMessages = (message: object, runsFunctions: boolean): void => {
  const visited = new Set<object>([message]);
  const waiting = [message];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    checkMessage(at as Message & Record<string, unknown>, runsFunctions);
    for (const child of childMessages(at))
      if (!visited.has(child)) {
        visited.add(child);
        waiting.push(child);
      }
  }
};

function checkMessage(message: Message & Record<string, unknown>, runsFunctions: boolean): void {
  const refused = refusedMessages.get(message.$typeName);
  if (refused !== undefined) throw new Error(`code may not use ${refused}`);
  if (!runsFunctions && pythonFunctions.has(message.$typeName))
    throw new FunctionsRefused(
      'functions in Python do not run here: Spark needs a sandbox for them, or MILLRACE_CODE set to unsafe',
    );
  switch (message.$typeName) {
    case 'spark.connect.Read':
      if (message['isStreaming'] === true) throw new Error('code may not read streams');
      break;
    case 'spark.connect.MlCommand.Write':
      throw new Error('code may not write models: nodes save them');
    case 'spark.connect.MlCommand.Read':
      throw new Error('code may not read models: nodes load them');
    case 'spark.connect.Read.DataSource':
      checkFormat(message['format']);
      break;
    default:
  }
}

function checkFormat(format: unknown): void {
  const name = typeof format === 'string' ? format : '';
  if (!formats.has(name.toLowerCase()))
    throw new Error(`code may not use format "${name}": choose one of ${[...formats].filter(Boolean).join(', ')}`);
}

function checkPlan(plan: unknown, runsFunctions: boolean): void {
  const { case: kind, value } = (plan as { readonly opType: { readonly case?: string; readonly value?: object } })
    .opType;
  if (kind === undefined || value === undefined) throw new Error('the plan is empty');
  if (kind === 'command') {
    const command = (value as { readonly commandType: { readonly case?: string } }).commandType.case ?? 'unknown';
    if (command.startsWith('writeOperation'))
      throw new Error('code may not write files: return the rows to a node that saves them');
    if (!commands.has(command)) throw new Error(`code may not run ${command}`);
  } else if (kind !== 'root') throw new Error(`code may not run ${kind}`);
  checkMessages(value, runsFunctions);
}

interface ConfigOperation {
  readonly opType: {
    readonly case?: string;
    readonly value?: { readonly pairs?: readonly { readonly key: string }[]; readonly keys?: readonly string[] };
  };
}

/** Settings that code reads, and sets unless they are fixed: those of queries and of pandas on Spark. */
const ownSettings = /^(spark\.(python\.)?sql|pandas_on_Spark)\./;

/** What code reads besides. */
const namesOfRun = new Set(['spark.app.id', 'spark.app.name']);

function checkConfig(operation: unknown): void {
  const { case: kind, value } = (operation as ConfigOperation).opType;
  // settings of the process hold the token of the engine
  if (kind === 'getAll') throw new Error('code may not list the settings: read them one by one');
  const isChange = kind === 'set' || kind === 'unset';
  for (const key of [...(value?.pairs ?? []).map((pair) => pair.key), ...(value?.keys ?? [])]) {
    if (!ownSettings.test(key) && (isChange || !namesOfRun.has(key)))
      throw new Error(`code may not use setting "${key}": only those of spark.sql`);
    if (!isChange) continue;
    if (fixedSettings.has(key)) throw new Error(`code may not change setting "${key}": it is the same for all nodes`);
    if (/^spark\.sql\.(catalog|artifact|extensions)/.test(key)) throw new Error(`code may not change setting "${key}"`);
  }
}

/** Code sends rows this way, and nothing that the engine would load or run. */
function checkArtifacts(payload: unknown): void {
  const { case: kind, value } = payload as {
    readonly case?: string;
    readonly value?: Message & Record<string, unknown>;
  };
  const artifacts =
    kind === 'batch'
      ? (value?.['artifacts'] as readonly { readonly name: string }[])
      : kind === 'beginChunk'
        ? [value as unknown as { readonly name: string }]
        : [];
  for (const { name } of artifacts)
    if (!/^cache\/[0-9a-f]{64}$/.test(name))
      throw new Error(`code may not send "${name}" to the engine: add libraries to the project instead`);
}
