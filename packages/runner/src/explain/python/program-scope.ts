import type { TrainedModel } from '@millrace/processors';
import type { CollectedTable } from '@millrace/spark-connect';
import type { FitStage, FittedStage, TransformStage } from '@millrace/spark-connect/ml';
import type { Relation } from '@millrace/spark-connect/proto';
import { column } from './expression.ts';
import { FetchedTexts } from './fetched.ts';
import type { NodeScope } from './node-code.ts';
import { relationCode } from './relation.ts';
import { pyString } from './text.ts';

/** What the nodes of a program may refer to. */
export interface ProgramSources {
  /** Folder of the file space. */
  readonly root: string;
  readonly urlOf?: ((file: string) => string | undefined) | undefined;
  /** Rows that stand in plans. */
  readonly rows: ReadonlyMap<Relation, CollectedTable>;
  /** Models that the graph loads. */
  readonly loaded: ReadonlyMap<TrainedModel, TransformStage>;
}

/** The scope of all nodes of a program, and what their code turns out to need. */
export class ProgramScope {
  /** Import lines. */
  readonly imports = new Set<string>();
  /** Names of `pyspark.sql`. */
  readonly fromSql = new Set<string>();
  readonly texts = new FetchedTexts();
  readonly scope: Omit<NodeScope, 'hold'>;
  #usesFiles = false;
  #fetches = false;
  readonly #sources: ProgramSources;

  constructor(sources: ProgramSources) {
    this.#sources = sources;
    this.scope = this.#scope();
  }

  /** True if the code names files of the file space. */
  get usesFiles(): boolean {
    return this.#usesFiles;
  }

  /** True if the code reads texts from URLs. */
  get fetches(): boolean {
    return this.#fetches;
  }

  #scope(): Omit<NodeScope, 'hold'> {
    const { rows, loaded } = this.#sources;
    const estimators = new Map<FitStage, string>();
    const models = new Map<TransformStage | FitStage, string>();
    const names = new Map<Relation, string>();
    const plans = new Map<bigint, string>();
    return {
      write: { column, relation: relationCode },
      variable: (relation) => names.get(relation),
      variableOfPlan: (planId) => plans.get(planId),
      estimator: (stage) => estimators.get(stage),
      modelOf: (estimator) => models.get(estimator),
      model(stage) {
        const origin = 'origin' in stage ? (stage as FittedStage).origin : undefined;
        return (
          models.get(stage) ?? (origin === undefined || 'path' in origin ? undefined : models.get(origin.estimator))
        );
      },
      defineEstimator: (stage, name) => void estimators.set(stage, name),
      defineModel: (stage, name) => void models.set(stage, name),
      loaded: (model) => loaded.get(model),
      rows: (relation) => rows.get(relation),
      needs: (what) => void (what.includes(' ') ? this.imports : this.fromSql).add(what),
      define: (relation, name) => {
        names.set(relation, name);
        if (relation.common?.planId !== undefined) plans.set(relation.common.planId, name);
      },
      path: (location) => this.#path(location),
      target: (path) => this.#below(path.startsWith('/') ? path : `/${path}`),
    };
  }

  #path(location: string): string {
    const { root, urlOf } = this.#sources;
    const url = urlOf?.(location);
    if (url !== undefined) {
      this.#fetches = true;
      return this.texts.code(url);
    }
    const inside = location === root ? '' : location.startsWith(`${root}/`) ? location.slice(root.length) : undefined;
    if (inside === undefined && location.startsWith('/')) return pyString(location);
    return this.#below(inside ?? `/${location}`);
  }

  #below(path: string): string {
    this.#usesFiles = true;
    return `f${pyString(`{FILES}${path.replaceAll('{', '{{').replaceAll('}', '}}')}`)}`;
  }
}
