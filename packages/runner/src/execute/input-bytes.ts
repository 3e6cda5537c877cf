import { RunError } from '@millrace/errors';
import { isSourceClass, pathsOf, urlsOf } from '../plan/sources.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunSources } from './run-request.ts';

/**
 * Bytes of all files and URLs that the graph reads, as far as they can be had; a missing one is the node's own error.
 * URLs are fetched here, side by side.
 */
export async function inputBytes(
  options: Pick<RunSources, 'datasets' | 'files' | 'catalogue'>,
  { workflow }: PreparedRun,
): Promise<number> {
  const sources = workflow.nodes.filter((node) => isSourceClass(node, options.catalogue));
  const attempt = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!(error instanceof RunError)) throw error;
    });
  const fetches = Promise.all(
    sources.flatMap((node) =>
      urlsOf(node, options.catalogue).map(({ url, field }) => attempt(options.files.url(url, field))),
    ),
  );
  // awaited below
  fetches.catch(() => undefined);
  for (const node of sources)
    for (const path of pathsOf(node, workflow, options.datasets)) await attempt(options.files.input(path));
  await fetches;
  return options.files.inputBytes();
}
