import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runError } from '@millrace/errors';
import { CHANNEL, toolchain } from '@millrace/toolchain';
import type { LibraryEnvironment } from '../libraries/environment.ts';
import type { WorkerProgram } from '../process/worker.ts';

/** The folder that holds the packages. */
const home = fileURLToPath(new URL('../../../../python/', import.meta.url));

/** The packages of `python/` that answer requests: of libraries, and of the code of users. */
export type WorkerPackage = 'millrace_worker' | 'millrace_code';

// -I: neither packages of the user's own nor the working folder come in; -B: no bytecode is written next to the sources
const entryOf = (name: WorkerPackage): string =>
  `import sys; sys.path.insert(0, sys.argv[1]); from ${name}.__main__ import main; main(${CHANNEL})`;

/** Where processes for code find the folder that they import libraries from, after all that is built in. */
const librariesVariable = 'MILLRACE_LIBRARIES';

const variablesOf = ({ python }: Pick<LibraryEnvironment, 'python'>): Readonly<Record<string, string>> =>
  python === undefined ? {} : { [librariesVariable]: python };

/** What a Spark is started with whose functions in Python find libraries; see `python/millrace_code/spark_daemon.py`. */
export const functionLibraries = (
  libraries: LibraryEnvironment | undefined,
): Pick<WorkerProgram, 'env' | 'readable'> & { readonly settings: Readonly<Record<string, string>> } =>
  libraries?.python === undefined
    ? { env: {}, readable: [], settings: {} }
    : {
        env: { ...variablesOf(libraries), PYTHONPATH: home },
        readable: [libraries.folder, home],
        settings: { 'spark.python.daemon.module': 'millrace_code.spark_daemon' },
      };

/** Runs a package of `python/`; the code of users imports from `libraries`. */
export const pythonProgram =
  (name: WorkerPackage, libraries?: LibraryEnvironment) =>
  (scratch: string, memory: number): WorkerProgram => ({
    kind: 'python',
    command: [toolchain().python, '-I', '-B', '-c', entryOf(name), home],
    readable: [home, ...(libraries === undefined ? [] : [libraries.folder])],
    env: {
      OMP_NUM_THREADS: String(availableParallelism()),
      // series are many small products, which several threads make ten times slower where cores are busy
      OPENBLAS_NUM_THREADS: '1',
      // threads that have nothing to do leave the cores to others
      OMP_WAIT_POLICY: 'PASSIVE',
      // joblib and the libraries keep nothing outside of the worker's folder
      JOBLIB_TEMP_FOLDER: scratch,
      // it would look for semaphores, which a sandbox has none of, and warn: work is shared among threads
      JOBLIB_MULTIPROCESSING: '0',
      TMPDIR: scratch,
      MILLRACE_MEMORY: String(memory),
      ...(libraries && variablesOf(libraries)),
    },
    lost: (reason) => runError('python-ended', { reason }),
  });
