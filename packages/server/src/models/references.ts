import { substitute } from '@millrace/workflow';
import { modelsMeant } from '@millrace/processors/newest-model';
import { spacePath } from '../files/paths.ts';
import type { ModelRow, VersionRow } from './records.ts';

/** A reference to a model that mentions parameters, and how its node reads it. */
export interface OpenReference {
  readonly reference: string;
  /** True if the champion of the model is taken, whichever version is named. */
  readonly champion: boolean;
  /** True if a name alone leads to a model, and no folder of that name. */
  readonly takesNames: boolean;
  readonly fixedPath: boolean | undefined;
}

/** The versions of a model that a reference can lead to: the parameters that it mentions may have any value. */
export function matchingVersions(
  { reference, champion, takesNames, fixedPath }: OpenReference,
  { name, uuid, champion: marked }: ModelRow,
  versions: readonly VersionRow[],
): readonly VersionRow[] {
  const best = versions.find(({ version }) => version === marked);
  const [newest] = versions;
  const one = best ?? newest;
  const there = versions.filter(({ replacedAt }) => replacedAt === null);
  const folders = new Set(there.flatMap(({ path }) => withParents(path)));
  const texts: readonly (readonly [string, VersionRow | undefined])[] = [
    [`models:/${name}`, one],
    [`models:/${name}/champion`, best],
    [`models:/${name}/latest`, newest],
    ...versions.map((row) => [`models:/${name}/${row.version}`, row] as const),
    [uuid, one],
    ...versions.map((row) => [row.uuid, row] as const),
    ...(takesNames ? [[name, one] as const] : []),
  ];
  const fits = fitting(reference);
  const fitsFolder = fitting(folderIn(reference));
  const matches = [
    ...texts.flatMap(([text, row]) => (row !== undefined && fits(text) ? [row] : [])),
    ...[...folders]
      .filter(fitsFolder)
      .flatMap((folder) => modelsMeant(below(there, folder), ({ path }) => path === folder, fixedPath)[0] ?? []),
  ];
  const selection = new Set(champion && matches.length > 0 ? [best] : matches);
  return there.filter((row) => selection.has(row));
}

/** The versions in a folder and below it. */
export const below = (versions: readonly VersionRow[], folder: string): readonly VersionRow[] =>
  versions.filter(({ path, replacedAt }) => replacedAt === null && (path === folder || path.startsWith(`${folder}/`)));

/** A folder and those that it lies in: `/`, `/a`, `/a/b`. */
export const withParents = (path: string): string[] =>
  path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/') || '/');

function folderIn(reference: string): string {
  try {
    return spacePath(reference);
  } catch {
    // no path at all: nothing is called that
    return reference;
  }
}

/** What decides whether a text that mentions parameters can become another one. */
function fitting(text: string): (other: string) => boolean {
  const variables = substitute(text, new Map()).unknown;
  const [start = '', ...parts] = substitute(text, new Map(variables.map((name) => [name, '\0']))).text.split('\0');
  const end = parts.pop();
  return (other) => {
    if (end === undefined) return other === start;
    if (!other.startsWith(start) || !other.endsWith(end)) return false;
    let at = start.length;
    for (const part of parts) {
      const index = other.indexOf(part, at);
      if (index === -1) return false;
      at = index + part.length;
    }
    return at <= other.length - end.length;
  };
}
