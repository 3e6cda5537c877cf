import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SparkError } from '@millrace/spark-connect';
import { RunError } from '@millrace/errors';
import type { RunFiles } from '@millrace/file-space';
import type { EngineSession } from '@millrace/engines/host';
import { plainMessage } from '@millrace/engines/plain-message';

/** Settings and jars that a run asks of Spark, in addition to its graph. */
export interface SparkRequest {
  /** Settings of Spark, by key. */
  readonly config: ReadonlyMap<string, string>;
  /** Paths of jars in the file space, patterns too. */
  readonly jars: readonly string[];
}

/** A jar as Spark Connect takes it. */
export interface Jar {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Bytes of all jars of a run at most: they are held in memory on their way. */
const mostBytes = 512 << 20;

/** Reads the jars that a run names. Fails with a RunError where one is not there or is none, two have one name, or all are too large. */
export async function readJars(paths: readonly string[], files: RunFiles): Promise<readonly Jar[]> {
  const jars = new Map<string, Jar>();
  let bytes = 0;
  for (const path of paths)
    for (const file of (await files.input(path).catch(ofJar)).names) {
      const name = `jars/${basename(file)}`;
      if (!/\.jar$/i.test(name))
        throw new RunError(
          'NO_JAR',
          `libJars: "${path}" holds "${basename(file)}", which is no jar`,
          'name jars alone',
        );
      if (jars.has(name))
        throw new RunError('JAR_TWICE', `libJars: two jars are called "${basename(file)}"`, 'give one another name');
      bytes += (await stat(file)).size;
      if (bytes > mostBytes)
        throw new RunError('JARS_TOO_LARGE', 'libJars: the jars are larger than 512 MB together', 'name fewer of them');
      jars.set(name, { name, data: await readFile(file) });
    }
  return [...jars.values()];
}

function ofJar(error: unknown): never {
  if (!(error instanceof RunError)) throw error;
  throw new RunError(error.code, `libJars: ${error.message}`, error.remedy, undefined, error);
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
  const taken = kind === 'sail' ? onSail : await modifiable(session, [...config.keys()]);
  const given = [...config].filter(([key]) => taken.has(key));
  try {
    if (given.length > 0) await session.setConfig(Object.fromEntries(given));
    if (kind === 'spark' && jars.length > 0) await session.client.addArtifacts(jars);
  } catch (error) {
    if (!(error instanceof SparkError)) throw error;
    const why = plainMessage(error.message, error.errorClass);
    throw new RunError(
      'BAD_SPARK_CONFIG',
      `the Spark configuration cannot be used: ${why}`,
      'correct it',
      undefined,
      error,
    );
  }
  return [...config.keys()].filter((key) => !taken.has(key)).map((key) => `sparkConfig: ${key} ${untaken[kind]}`);
}

const untaken = {
  sail: 'is not known to Sail, which this run is on: ask for Spark with millrace.engine=spark',
  spark: 'is not known to this Spark, or cannot be set for one run: it goes without it',
} as const;

/** Which of these settings a session of Spark may have a value of its own for. */
async function modifiable({ client }: EngineSession['session'], keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const answer = await client.config({ opType: { case: 'isModifiable', value: { keys: [...keys] } } });
  return new Set(keys.filter((key) => answer.get(key) === 'true'));
}
