import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineHost } from '@millrace/engines/host';
import { LibraryStore } from '@millrace/engines/libraries';
import type { SparkPool } from '@millrace/engines/spark-pool';
import { EditingSessions } from '@millrace/runner/editing';
import { Libraries } from '@millrace/runner/libraries';
import { NodeStore } from '@millrace/runner/reuse';
import { ServedModels } from '@millrace/runner/serving';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import { engineOptions } from '../engines/options.ts';
import { openRunSpace } from '../engines/run-space.ts';
import { listable, engineSandboxFor } from '../engines/sandbox.ts';
import { ProjectLibraries } from '../libraries/project-libraries.ts';
import { stateOfFiles } from '../files/state.ts';
import { shownAt, type FilesAt } from '../settings/files-at.ts';
import type { Settings } from '../settings/settings.ts';

/** Engines, and what they work with. */
export type Engines = Pick<
  Context,
  'host' | 'editing' | 'served' | 'reuse' | 'files' | 'libraries' | 'sandbox' | 'sandboxGaps'
>;

/**
 * Opens the file space of runs and the host of engines, in a sandbox if the settings want one. `sparkPool` holds embedded
 * Sparks of another host. `closing` takes all of it down again.
 */
export async function openEngines(
  settings: Settings,
  log: Logger,
  closing: AsyncDisposableStack,
  sparkPool?: SparkPool,
): Promise<Engines> {
  const { home, files } = settings;
  const scratch = await newScratch(home);
  closing.defer(() => removeScratch(scratch));
  const space = await openRunSpace(settings, scratch);
  const { state: sandbox, gaps: sandboxGaps, box } = await engineSandboxFor(settings, space, log);
  if (files.kind !== 'local') void reportState(files, log);
  const others = { ...(box && { box }), ...(sparkPool && { sparkPool }) };
  const host = closing.use(new EngineHost({ scratch, ...others, ...engineOptions(settings, box) }));
  const editing = closing.use(
    new EditingSessions({
      host,
      idleMs: settings.MILLRACE_EDIT_IDLE * 1_000,
      max: settings.MILLRACE_EDIT_SESSIONS,
    }),
  );
  const served = closing.use(new ServedModels({ host, idleMs: settings.MILLRACE_EDIT_IDLE * 1_000 }));
  const maxReuse = settings.MILLRACE_REUSE_MEGABYTES * 2 ** 20;
  const reuse = maxReuse === 0 ? undefined : new NodeStore(join(home, 'reuse'), maxReuse);
  const store = closing.use(new LibraryStore({ folder: join(home, 'libraries') }));
  const fromIndex = settings.MILLRACE_CODE_PACKAGES === 'index';
  const libraries = new ProjectLibraries(space, new Libraries({ store, fromIndex }));
  return { host, editing, served, reuse, files: space, libraries, sandbox, sandboxGaps };
}

/** Says at once what every call to files would: an address that is wrong is found where it was written. */
async function reportState(files: FilesAt, log: Logger): Promise<void> {
  const state = await stateOfFiles(files);
  if (state.state === 'UP') return;
  const { error: err, remedy } = state;
  log.warn({ files: shownAt(files), err, ...(remedy && { remedy }) }, 'the file space does not respond');
}

/** A folder for engines below the state folder; what a process that is gone has left there goes. */
async function newScratch(home: string): Promise<string> {
  const folder = join(home, 'scratch');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const left of await readdir(folder)) await removeScratch(join(folder, left));
  return mkdtemp(join(folder, 'run-'));
}

async function removeScratch(folder: string): Promise<void> {
  await listable(folder);
  await rm(folder, { recursive: true, force: true });
}
