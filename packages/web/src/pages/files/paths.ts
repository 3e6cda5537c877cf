/** Paths of the file space: from the root, `/` between their parts. */
export const joinPath = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/** The folder in an address: the part after `/files/`. */
export const folderAt = (splat: string): string => `/${partsOf(splat).join('/')}`;

/** The ending of a name in lower case, without its dot; empty if there is none. */
export const endingOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A name like the given one that is free: "trips.csv", "trips (2).csv". */
export function freeName(name: string, usedNames: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.+?)((?:\.[^.]+)?)$/s.exec(name) ?? [];
  for (let i = 2; ; i++) {
    const next = `${stem} (${i})${ending}`;
    if (!usedNames.has(next)) return next;
  }
}
