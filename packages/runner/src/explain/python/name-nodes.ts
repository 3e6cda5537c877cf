import { pyNamePart } from './text.ts';

/** Variable names of nodes' outputs: `df_8`, and `df_5_true`, `df_5_false` where a node has several. All different. */
export class Names {
  readonly #names = new Set<string>(['spark', 'F', 'Window', 'FILES', 'json', 'datetime', 'Decimal', 'StructType']);

  /** The name itself, or with a number where it is taken. */
  unique(base: string): string {
    let name = base;
    for (let n = 2; this.#names.has(name); n++) name = `${base}_${n}`;
    this.#names.add(name);
    return name;
  }

  ofOutputs(nodeId: string, count: number, anchors: readonly string[]): string[] {
    const base = `df_${pyNamePart(nodeId)}`;
    return Array.from({ length: count }, (_, i) =>
      this.unique(count === 1 ? base : `${base}_${pyNamePart(anchors[i]?.toLowerCase() ?? String(i + 1))}`),
    );
  }
}
