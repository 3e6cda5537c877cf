import { create } from '@bufbuild/protobuf';
import { ConnectionLostError, InterruptedError, SparkError } from '../errors.ts';
import { literal } from '../literal.ts';
import { Fetch_MethodSchema } from '../proto.ts';
import type { SparkSession } from '../session.ts';
import { helper } from './helper.ts';
import type { SaveOptions } from './stages.ts';

interface Saveable {
  readonly uid: string;
  save(session: SparkSession, path: string, options?: SaveOptions): Promise<void>;
}

interface SavedPipeline {
  readonly className: 'Pipeline' | 'PipelineModel';
  readonly uid: string;
  readonly stages: readonly Saveable[];
}

/** What is saved at a path is no model, or none that this Spark knows. */
export class SavedModelError extends Error {
  override readonly name = 'SavedModelError';
}

/** True for an error of files that hold no model which can be read, as opposed to one of the way there. */
export const isUnreadableModel = (error: unknown): error is SavedModelError | SparkError =>
  error instanceof SavedModelError ||
  (error instanceof SparkError && !(error instanceof ConnectionLostError) && !(error instanceof InterruptedError));

/** The metadata next to every saved stage. */
export interface Metadata {
  readonly class: string;
  readonly sparkVersion?: string;
  readonly uid: string;
  readonly paramMap: Readonly<Record<string, unknown>>;
}

/** Writes a pipeline in the form that Spark itself has for it. */
export async function savePipeline(
  session: SparkSession,
  path: string,
  { className, uid, stages }: SavedPipeline,
  { overwrite = false, ...options }: SaveOptions = {},
): Promise<void> {
  if (overwrite) await clear(session, path);
  const metadata = {
    class: `org.apache.spark.ml.${className}`,
    timestamp: Date.now(),
    sparkVersion: await session.version(),
    uid,
    paramMap: { stageUids: stages.map((stage) => stage.uid) },
    defaultParamMap: {},
  };
  await session
    .createDataFrame([[JSON.stringify(metadata)]], 'value string')
    .coalesce(1)
    .write.text(`${path}/metadata`, options);
  for (const [i, stage] of stages.entries())
    await stage.save(session, stagePath(path, i, stages.length, stage.uid), options);
}

/** The metadata next to a saved stage. Throws a `SparkError` if it is missing, a `SavedModelError` for anything else. */
export async function readMetadata(session: SparkSession, path: string): Promise<Metadata> {
  const [line] = await session.read.text(`${path}/metadata`).limit(1).collect();
  const text = line?.['value'];
  if (typeof text !== 'string') throw new SavedModelError('its metadata are empty');
  const metadata = parseMetadata(text);
  if (metadata === undefined) throw new SavedModelError('its metadata are not those of a model');
  return metadata;
}

function parseMetadata(text: string): Metadata | undefined {
  try {
    const value = JSON.parse(text) as Partial<Metadata> | null;
    if (typeof value?.class !== 'string') return undefined;
    return { ...value, class: value.class, uid: value.uid ?? '', paramMap: value.paramMap ?? {} };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const stagePath = (path: string, i: number, stages: number, uid: string): string =>
  `${path}/stages/${String(i).padStart(String(stages).length, '0')}_${uid}`;

/** Spark's own helper, which removes what lies at a path. */
async function clear(session: SparkSession, path: string): Promise<void> {
  const method = create(Fetch_MethodSchema, {
    method: 'handleOverwrite',
    args: [path, true].map((arg) => ({ argsType: { case: 'param' as const, value: literal(arg) } })),
  });
  const value = { $typeName: 'spark.connect.Fetch' as const, objRef: helper, methods: [method] };
  await session.mlCommand({ case: 'fetch', value });
}
