// @ts-check
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The command line in a third of its files: reading and linking 600 sources takes longer than what most calls do.
 * `npm run setup` writes it. `sources` maps each source, named from the package, to its size and time.
 * @typedef {{ entry: string, sources: Record<string, string> }} Built
 */

/** The package of the command line. */
export const own = join(import.meta.dirname, '..', 'cli');

/** Folder of all builds; `current.json` in it is a {@link Built}. */
export const builds = join(own, 'dist');

/** Changes with each edit of a file; undefined without the file. @param {string} source seen from the package */
export function stateOf(source) {
  const stat = statSync(join(own, source), { throwIfNoEntry: false });
  return stat && `${stat.size} ${stat.mtimeMs}`;
}

/** Path of the built command line; undefined when it is missing or any of its sources has changed since. */
export function builtCommand() {
  const built = readBuilt();
  if (built === undefined) return;
  for (const source in built.sources) if (stateOf(source) !== built.sources[source]) return;
  return join(builds, built.entry);
}

/** @returns {Built | undefined} */
function readBuilt() {
  try {
    return JSON.parse(readFileSync(join(builds, 'current.json'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
}
