import { join } from 'node:path';
import { startSail, type Engine } from '@millrace/runner/engines';
import { EngineHost, type HostOptions } from '@millrace/runner/host';
import { closeAtEnd, shared, sharedFolder } from './shared.ts';

let lender: EngineHost | undefined;

/** The host whose embedded Spark the test files of a process share. */
function lending(): EngineHost {
  lender ??= closeAtEnd(new EngineHost({ scratch: sharedFolder() }));
  return lender;
}

/** Options that do not concern the processes of engines: hosts that differ in nothing else can share a Spark. */
export type SharingOptions = Omit<
  HostOptions,
  'sparkRemote' | 'sparks' | 'sparkIdleMs' | 'box' | 'oneRun' | 'memory' | 'sparkRoom'
>;

/**
 * Options of a host that borrows the embedded Spark of all test files of this process, which is warm from the second file
 * on; its Sail processes are its own. Closing the host leaves Spark alone.
 */
export const sharing = (options: SharingOptions = {}): HostOptions => ({ ...options, sparkRoom: lending().sparkRoom });

const engines = {
  sail: shared(() => startSail({ scratch: join(sharedFolder(), 'engine') })),
  spark: shared(async () => {
    const lease = await lending().sparkRoom.lease('');
    return { ...lease.engine, [Symbol.asyncDispose]: async () => lease.release() };
  }),
};

/** An engine that the test files of this process share, each with sessions of its own. A test must not end it. */
export const sharedEngine = (kind: 'sail' | 'spark'): Promise<Engine> => engines[kind]();
