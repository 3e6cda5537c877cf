interface Parameter {
  readonly stage: string;
  readonly name: string;
}

/** The stages the other way round: the last one is what learns. Within a stage parameters stay as they come. */
export function lastStageFirst<P extends Parameter>(parameters: readonly P[]): readonly P[] {
  const stages: { readonly name: string; readonly names: Set<string>; readonly all: P[] }[] = [];
  for (const one of parameters) {
    const last = stages.at(-1);
    // two stages of one class may follow each other, and a stage has no parameter twice
    if (last !== undefined && last.name === one.stage && !last.names.has(one.name)) {
      last.names.add(one.name);
      last.all.push(one);
    } else stages.push({ name: one.stage, names: new Set([one.name]), all: [one] });
  }
  return stages.toReversed().flatMap(({ all }) => all);
}
