import { join } from 'node:path';
import { startSail, startSpark, type Engine, type EngineExit } from '@millrace/engines';
import { EngineHost, type HostOptions } from '@millrace/engines/host';
import { SparkPool } from '@millrace/engines/spark-pool';
import { closeAtEnd, shared, sharedFolder } from './shared.ts';

let sparkSlots: SparkPool | undefined;

/** The embedded Spark that test files share: of all test processes where the runner has started one, else of this process. */
export function sharedSparkPool(): SparkPool {
  sparkSlots ??= processWideSpark() ?? closeAtEnd(new EngineHost({ scratch: sharedFolder() })).sparkPool;
  return sparkSlots;
}

/** A room for the Spark that `spark.ts` has started: all owners share it, and one who ends it ends what is his alone. */
function processWideSpark({ MILLRACE_TEST_SPARK: description } = process.env): SparkPool | undefined {
  if (description === undefined) return undefined;
  const process = JSON.parse(description) as Pick<Engine, 'url' | 'pid' | 'scratch' | 'version'>;
  const start = async (): Promise<Engine> => {
    const { promise: exited, resolve } = Promise.withResolvers<EngineExit>();
    const kill = (): void => resolve({ code: 0, signal: null, log: [] });
    const stop = async (): Promise<void> => kill();
    return { ...process, kind: 'spark', exited, stop, kill, [Symbol.asyncDispose]: stop };
  };
  return new SparkPool({ start, max: Infinity, idleMs: Infinity });
}

/** Options that do not concern the processes of engines: hosts that differ in nothing else can share a Spark. */
export type SharingOptions = Omit<
  HostOptions,
  'sparkRemote' | 'sparks' | 'sparkIdleMs' | 'box' | 'oneRun' | 'memory' | 'sparkPool'
>;

/**
 * Options of a host that borrows the embedded Spark of all test files, which is warm; its Sail processes are its own.
 * Closing the host leaves Spark alone.
 */
export const sharing = (options: SharingOptions = {}): HostOptions => ({
  // the code of examples is ours
  code: async () => 'unsafe',
  ...options,
  sparkPool: sharedSparkPool(),
});

const engines = {
  sail: shared(() => startSail({ scratch: join(sharedFolder(), 'engine') })),
  spark: shared(async () => {
    const lease = await sharedSparkPool().lease('');
    return { ...lease.engine, [Symbol.asyncDispose]: async () => lease.release() };
  }),
  'open spark': shared(() => startSpark({ scratch: join(sharedFolder(), 'open-spark'), wall: false })),
};

/**
 * An engine that the test files of this process share, each with sessions of its own. A test must not end it. The open Spark
 * has no wall (`SparkOptions.wall`): a client may ask for more than Millrace does.
 */
export const sharedEngine = (kind: keyof typeof engines): Promise<Engine> => engines[kind]();
