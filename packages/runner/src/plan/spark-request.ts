import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SparkError } from '@millrace/spark-connect';
import { RunError, runError, withMessage } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import type { EngineSession } from '@millrace/engines/host';
import { plainMessage } from '@millrace/engines/plain-message';

/** Settings and jars that a run asks of Spark, in addition to its graph. */
export interface SparkRequest {
  /** Settings of Spark, by key. */
  readonly config: ReadonlyMap<string, string>;
  /** Paths of jars in the file space, patterns too. */
  readonly jars: readonly string[];
  /** Paths of jars on this machine. */
  readonly localJars?: readonly string[];
}

/** A jar as Spark Connect takes it. */
export interface Jar {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Bytes of all jars of a run at most: they are held in memory on their way. */
const maxBytes = 512 << 20;

/** Reads the jars of a run: those that it names, and those of its project. Fails with a RunError where one is not there or is none, two have one name, or all are too large. */
export async function readJars(
  { jars: paths, localJars = [] }: Pick<SparkRequest, 'jars' | 'localJars'>,
  files: RunFiles,
): Promise<readonly Jar[]> {
  const jars = new Map<string, Jar>();
  let bytes = 0;
  const add = async (file: string, path: string): Promise<void> => {
    const name = `jars/${basename(file)}`;
    if (!/\.jar$/i.test(name)) throw runError('not-a-jar', { path, file: basename(file) });
    if (jars.has(name)) throw runError('duplicate-jar', { file: basename(file) });
    bytes += (await stat(file)).size;
    if (bytes > maxBytes) throw runError('jars-too-large', {});
    jars.set(name, { name, data: await readFile(file) });
  };
  for (const path of paths) for (const file of (await files.input(path).catch(ofJar)).names) await add(file, path);
  for (const path of localJars) await add(path, path);
  return [...jars.values()];
}

function ofJar(error: unknown): never {
  if (!(error instanceof RunError)) throw error;
  throw withMessage(error, `libJars: ${error.message}`);
}

/**
 * Whom an embedded Spark works for that has these jars: a process keeps those that it has been given, and runs without them
 * have another one.
 */
export function ownerWith(jars: readonly Jar[], owner = ''): string {
  if (jars.length === 0) return owner;
  const hash = createHash('sha256');
  for (const { name, data } of jars) hash.update(`${name}\0${data.length}\0`).update(data);
  return `${owner} with jars ${hash.digest('hex')}`;
}

/** Settings that Sail goes by; it takes any others without a word. */
const onSail: ReadonlySet<string> = new Set(['spark.sql.session.timeZone']);

/**
 * Gives a session the settings and jars of a run. Returns a sentence for each setting that it cannot have. Fails with a RunError for a
 * value that the engine does not take.
 */
export async function configureSession(
  { kind, session }: Pick<EngineSession, 'kind' | 'session'>,
  config: SparkRequest['config'],
  jars: readonly Jar[],
): Promise<readonly string[]> {
  const modifiableKeys = kind === 'sail' ? onSail : await modifiable(session, [...config.keys()]);
  const settings = [...config].filter(([key]) => modifiableKeys.has(key));
  try {
    if (settings.length > 0) await session.setConfig(Object.fromEntries(settings));
    if (kind === 'spark' && jars.length > 0) await session.client.addArtifacts(jars);
  } catch (error) {
    if (!(error instanceof SparkError)) throw error;
    const reason = plainMessage(error.message, error.errorClass);
    throw runError('spark-config-refused', { reason }, { cause: error });
  }
  return [...config.keys()]
    .filter((key) => !modifiableKeys.has(key))
    .map((key) => `sparkConfig: ${key} ${reasons[kind]}`);
}

const reasons = {
  sail: 'is unknown to Sail, the engine of this run: request Spark with millrace.engine=spark',
  spark: 'is unknown to this Spark, or cannot be set for a single run: it is ignored',
} as const;

/** Which of these settings a session of Spark may have a value of its own for. */
async function modifiable({ client }: EngineSession['session'], keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const answer = await client.config({ opType: { case: 'isModifiable', value: { keys: [...keys] } } });
  return new Set(keys.filter((key) => answer.get(key) === 'true'));
}
