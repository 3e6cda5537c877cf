/** The longest part of a name that a file takes over, in characters. */
const longest = 100;

/** A name as a file or folder may have it on any system. */
export function fileName(name: string): string {
  const safe = [...name.replaceAll(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, '_')]
    .slice(0, longest)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return safe === '' ? 'unnamed' : safe;
}

/** Folders of projects: their names, with the id where two would be one. */
export function folderNames(projects: readonly { readonly id: number; readonly name: string }[]): Map<number, string> {
  const times = new Map<string, number>();
  const keyOf = (name: string): string => fileName(name).toLowerCase();
  for (const { name } of projects) times.set(keyOf(name), (times.get(keyOf(name)) ?? 0) + 1);
  return new Map(
    projects.map(({ id, name }) => [id, times.get(keyOf(name)) === 1 ? fileName(name) : `${fileName(name)} (${id})`]),
  );
}
