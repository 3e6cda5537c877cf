import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runError } from '@millrace/errors';
import { CHANNEL, sparkClassPath, toolchain } from '@millrace/toolchain';
import type { LibraryEnvironment } from '../libraries/environment.ts';
import type { WorkerProgram } from '../process/worker.ts';
import { JVM_OPTIONS, SPARK_SETTINGS } from '../spark/spark-options.ts';

/** Spark logs nothing: its lines would stand among those of the code. */
const logging = fileURLToPath(new URL('./log4j2.properties', import.meta.url));

/** Settings of the Spark that code has for itself. */
const settings: Readonly<Record<string, string>> = {
  ...SPARK_SETTINGS,
  'spark.master': `local[${availableParallelism()}]`,
  'spark.sql.shuffle.partitions': String(availableParallelism()),
  // columns are written by the engine's types, and timestamps as all readers know them
  'spark.sql.parquet.outputTimestampType': 'TIMESTAMP_MICROS',
};

/**
 * Runs Scala code of nodes on a Spark of its own; see `scala/Worker.scala`. The class path begins with the engine's, whose
 * start-up cache serves it as well; the jars of `libraries` come last, so they replace none of its classes.
 */
export const scalaProgram =
  (libraries?: LibraryEnvironment) =>
  (scratch: string, memory: number): WorkerProgram => {
    const { java, aotCache, scalaWorker } = toolchain();
    if (!existsSync(scalaWorker)) throw runError('scala-missing', {});
    return {
      kind: 'spark',
      command: [
        java,
        ...JVM_OPTIONS,
        // the JVM warns of what it cannot take from the cache, among the lines of the code
        '-Xlog:disable',
        ...(existsSync(aotCache) ? [`-XX:AOTCache=${aotCache}`] : []),
        ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', `-Xmx${Math.floor(memory / 1024 ** 2)}m`],
        ...[`-Djava.io.tmpdir=${scratch}`, `-Dlog4j2.configurationFile=${logging}`],
        ...Object.entries(settings).map(([key, value]) => `-D${key}=${value}`),
        `-Dspark.local.dir=${join(scratch, 'local')}`,
        `-Dspark.checkpoint.dir=${join(scratch, 'checkpoint')}`,
        `-Dspark.sql.warehouse.dir=${pathToFileURL(join(scratch, 'warehouse')).href}`,
        ...['-cp', [...sparkClassPath(toolchain()), scalaWorker, ...(libraries?.jars ?? [])].join(delimiter)],
        ...['org.apache.spark.sql.millrace.Worker', String(CHANNEL)],
      ],
      readable: [fileURLToPath(new URL('.', import.meta.url)), ...(libraries === undefined ? [] : [libraries.folder])],
      env: { TMPDIR: scratch, SPARK_LOCAL_IP: '127.0.0.1' },
      lost: (reason) =>
        runError(
          'code-failed',
          {
            message: `the code ended its process (${reason})`,
            remedy: 'remove what ends the process from the code, or use fewer rows if it ran out of memory',
          },
          { field: 'code' },
        ),
    };
  };
