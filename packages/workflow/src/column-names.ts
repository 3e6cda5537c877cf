/** Returns the names; a repeated name gets a number that makes it unique (`a`, `a_2`). */
export function uniqueNames(names: readonly string[]): string[] {
  const originals = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; used.has(unique) || (unique !== name && originals.has(unique)); n++) unique = `${name}_${n}`;
    used.add(unique);
    return unique;
  });
}
