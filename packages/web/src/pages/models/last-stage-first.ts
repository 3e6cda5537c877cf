interface Parameter {
  readonly stage: string;
  readonly name: string;
}

/** The stages in reverse order: the last one is the estimator. Parameters of a stage keep their order. */
export function lastStageFirst<P extends Parameter>(parameters: readonly P[]): readonly P[] {
  const stages: { readonly name: string; readonly names: Set<string>; readonly all: P[] }[] = [];
  for (const one of parameters) {
    const last = stages.at(-1);
    // two consecutive stages may have the same class, and a stage has no parameter twice
    if (last !== undefined && last.name === one.stage && !last.names.has(one.name)) {
      last.names.add(one.name);
      last.all.push(one);
    } else stages.push({ name: one.stage, names: new Set([one.name]), all: [one] });
  }
  return stages.toReversed().flatMap(({ all }) => all);
}
