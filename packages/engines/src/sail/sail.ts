import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SAIL_VERSION, toolchain } from '@millrace/toolchain';
import type { Engine, EngineOptions } from '../process/engine.ts';
import { engineEnvironment } from '../process/environment.ts';
import { requireInstalled } from '../process/installed.ts';
import { engineMemory } from '../process/memory.ts';
import { sandboxPort, relay, socketName } from '../sandbox/sandbox.ts';
import { startEngine } from '../process/start.ts';

/**
 * Python loads Sail's one native module and nothing else: no site, no user settings.
 * A pyspark on its path is hidden: Sail 0.7.2 refuses every session when it can import one that is newer than 4.2.
 */
const ENTRY =
  'import sys, resource; limit = int(sys.argv.pop(1)); resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)); ' +
  "sys.path.append(sys.argv.pop(1)); sys.modules['pyspark'] = None; " +
  'from pysail import _native; _native.main(sys.argv)';

/** The same in a sandbox: a thread of the process takes what comes over a Unix socket to the port. */
const ENTRY_IN_BOX = `import sys; box = {'__name__': 'relay'}; exec(open(sys.argv.pop(1)).read(), box); box['beside'](sys.argv.pop(1), ${sandboxPort}); ${ENTRY}`;

const server = (port: number): string[] => ['spark', 'server', '--ip', '127.0.0.1', '--port', String(port)];

/** Bytes that Sail asks the system for before any query: an arena of its allocator, and stacks of its threads. */
const fromTheStart = 1.5 * 1024 ** 3;

/**
 * The most that the process may ask the system for, bytes (RLIMIT_DATA). Its pool counts what queries keep, not each value that a
 * function makes: `repeat('x', 2000000000)` took 8 GB in addition to a pool of 512 MB. At the limit Sail ends itself, and with
 * it its run alone.
 */
const limitOf = (memory: number): number => fromTheStart + 2 * memory;

export interface SailOptions extends EngineOptions {
  /** Partitions that a query spreads over; with 1 rows keep the order of their input. Default: as many as cores. */
  readonly parallelism?: number;
}

/**
 * Starts a Sail server on a free port of 127.0.0.1.
 * Fails with EngineStartError when it is not installed or does not come up.
 */
export async function startSail(options: SailOptions): Promise<Engine> {
  const { python, sitePackages } = toolchain();
  const module = join(sitePackages, 'pysail');
  requireInstalled('sail', { 'the Python environment': python, 'the wheel pysail': module });
  const memory = engineMemory('sail', options.memory, '64m');
  const own = [String(limitOf(memory)), sitePackages];
  return startEngine(
    {
      kind: 'sail',
      version: SAIL_VERSION,
      memory,
      command: python,
      args:
        options.box === undefined
          ? ['-I', '-S', '-c', ENTRY, ...own, ...server(0)]
          : ['-I', '-S', '-c', ENTRY_IN_BOX, relay, socketName, ...own, ...server(sandboxPort)],
      env: engineEnvironment({
        // One CPU-bound query would starve the server, even its Interrupt call, with as many threads as cores.
        TOKIO_WORKER_THREADS: '16',
        ...(options.parallelism === undefined
          ? {}
          : { SAIL_EXECUTION__DEFAULT_PARALLELISM: String(options.parallelism) }),
        // Its allocator spends a third less time in the kernel when it keeps freed pages a while and takes small ones.
        MIMALLOC_ALLOW_THP: '0',
        MIMALLOC_PURGE_DELAY: '1000',
        // Spark's own codec for files; materialized rows are written and read with a seventh less work than with zstd.
        SAIL_PARQUET__COMPRESSION: 'snappy',
        // Joins of several tables begin with what leaves the fewest rows. The order of rows after a join is not promised.
        SAIL_OPTIMIZER__ENABLE_JOIN_REORDER: 'true',
        // A session that waits longer than its 15 minutes would lose its settings: one that waits for a run must not.
        SAIL_SPARK__SESSION_TIMEOUT_SECS: '31536000',
        RUST_LOG: 'warn,sail_cli=info',
        TMPDIR: options.scratch,
        SAIL_RUNTIME__MEMORY_POOL__TYPE: 'fair',
        SAIL_RUNTIME__MEMORY_POOL__FAIR__MAX_SIZE: String(memory),
        SAIL_RUNTIME__TEMPORARY_FILES__PATHS: JSON.stringify([options.scratch]),
        SAIL_EXECUTION__CHECKPOINT__PATH: pathToFileURL(join(options.scratch, 'checkpoint')).href,
      }),
      listening: /Spark Connect server on 127\.0\.0\.1:(\d+)/,
      deadline: 30_000,
      grace: 2_000,
    },
    options,
  );
}
