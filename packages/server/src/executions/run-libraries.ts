import type { LibraryEnvironment } from '@millrace/engines/libraries';
import { runsCode } from '@millrace/processors/runs-code';
import type { PreparedRun } from '@millrace/runner';
import { librariesOf, type ProjectLibraries } from '../libraries/project-libraries.ts';
import type { Db } from '../store/database.ts';
import type { Recorder } from './recorder.ts';

/** What a run has of the libraries of its project. */
export interface RunLibraries extends Disposable {
  readonly libraries?: LibraryEnvironment;
  /** Jars that Spark gets. */
  readonly localJars: readonly string[];
}

const none: RunLibraries = { localJars: [], [Symbol.dispose]: () => undefined };

interface LibraryWork {
  readonly db: Db;
  readonly libraries: ProjectLibraries;
  /** True if code of users may run in the process of Spark. */
  readonly canShareSpark: boolean;
}

/** The libraries of a run: code of its nodes finds all of them, and Spark the jars. Others need none. Fails with RunError. */
export async function openRunLibraries(
  { db, libraries, canShareSpark }: LibraryWork,
  projectId: number,
  { graph, order }: PreparedRun,
  recorder: Recorder,
): Promise<RunLibraries> {
  const hasCode = order.some((id) => runsCode(graph.nodes.get(id)?.nodeClass ?? ''));
  const { libraries: listed } = await librariesOf(db, projectId);
  if (!hasCode && !listed.some(({ kind }) => kind === 'jar')) return none;
  const environment = await libraries.open(db, projectId);
  if (environment === undefined) return none;
  const { jars } = environment;
  if (jars.length > 0 && !canShareSpark)
    recorder.note({
      event: 'log',
      level: 'warning',
      message: 'libraries: Spark does not get the jars, since it has no sandbox here (MILLRACE_SANDBOX)',
    });
  return {
    libraries: environment,
    localJars: canShareSpark ? jars : [],
    [Symbol.dispose]: () => environment[Symbol.dispose](),
  };
}
