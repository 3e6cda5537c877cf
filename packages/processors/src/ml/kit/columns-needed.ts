import { castsIn, isCast } from './casting.ts';

/** What a stage of a fitted model does with columns. */
export interface StageColumns {
  /**
   * `each`: makes each column that it adds of the one at its index alone, and goes without those that are not there;
   * `cast`: as `castFor` has written it, which makes columns in the same way but goes without none;
   * `hidden`: its text names columns, SQL or a formula; `all`: reads all that it names.
   */
  readonly kind: 'each' | 'cast' | 'hidden' | 'all';
  readonly reads: readonly string[];
  readonly adds: readonly string[];
  /** True for one that predicts something, and does not only change columns. */
  readonly predicts: boolean;
}

/** What a stage does whose text names columns. */
export function columnsInSql(statement: string): StageColumns {
  const casts = castsIn(statement);
  return isCast(statement)
    ? { kind: 'cast', reads: casts.map(({ reads }) => reads), adds: casts.map(({ adds }) => adds), predicts: false }
    : { kind: 'hidden', reads: [], adds: [], predicts: false };
}

/** A column that a model reads and predicts without: what an indexer makes of it no stage behind reads. */
export interface SpareColumn {
  readonly name: string;
  /** The indexer, as its index among the stages, and which of the columns that it reads it is. */
  readonly stage: number;
  readonly at: number;
  /** What the indexer makes of it. */
  readonly output: string;
  /** True if it comes to the indexer by way of a cast. */
  readonly isCast: boolean;
}

export interface NeededColumns {
  /** Of each stage the columns that it reads and that have to be there. */
  readonly ofStages: readonly (readonly string[])[];
  /** Columns that rows must have for all of them, those of later stages first. */
  readonly ofRows: readonly string[];
  readonly spare: readonly SpareColumn[];
}

/** What a model needs of rows: not what is to be predicted, which an indexer makes for the learner alone. */
export function requirementsOf(stages: readonly StageColumns[]): NeededColumns {
  const requirements = new Map<string, string>();
  const last = stages.findLastIndex(({ kind }) => kind !== 'cast');
  // what a text names may be any column that is made before it; if nothing is predicted, all that is made is wanted
  const isKnown = stages.every(({ kind }) => kind !== 'hidden') && stages.some(({ predicts }) => predicts);
  const isRequired = (name = ''): boolean => requirements.has(name.toLowerCase());
  const ofStages = stages.map((): readonly string[] => []);
  for (const [i, { kind, reads, adds }] of [...stages.entries()].toReversed()) {
    const isSparing = isKnown && i !== last && (kind === 'each' || kind === 'cast');
    const required = isSparing ? reads.filter((_, at) => isRequired(adds[at])) : reads;
    ofStages[i] = required;
    for (const name of adds) requirements.delete(name.toLowerCase());
    for (const name of required) requirements.set(name.toLowerCase(), name);
  }
  const producers = new Map<string, string>();
  const spare: SpareColumn[] = [];
  for (const [stage, { kind, reads, adds }] of stages.entries()) {
    if (kind === 'each')
      for (const [at, name] of reads.entries()) {
        const output = adds[at];
        const source = producers.get(name.toLowerCase()) ?? name;
        if (output !== undefined && !ofStages[stage]?.includes(name) && !isRequired(source))
          spare.push({ name: source, stage, at, output, isCast: source !== name });
      }
    for (const [at, name] of adds.entries())
      producers.set(name.toLowerCase(), kind === 'cast' ? (reads[at] ?? '') : '');
  }
  return { ofStages, ofRows: [...requirements.values()], spare: spare.filter(({ name }) => name !== '') };
}
