/** Returns the names; a repeated name gets a number that makes it unique (`a`, `a_2`). */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; seen.has(unique) || (unique !== name && taken.has(unique)); n++) unique = `${name}_${n}`;
    seen.add(unique);
    return unique;
  });
}
