import { create } from '@bufbuild/protobuf';
import { DataFrame } from '../dataframe.ts';
import { SparkError } from '../errors.ts';
import type { RunOptions } from '../events.ts';
import { valueOfLiteral } from '../literal.ts';
import {
  MlOperator_OperatorType as Type,
  MlOperatorSchema,
  ObjectRefSchema,
  type MlCommandResult,
  type MlOperator,
  type MlParams,
  type ObjectRef,
} from '../proto.ts';
import { relation } from '../relation.ts';
import type { SparkSession } from '../session.ts';
import type { InputValue } from '../values.ts';
import { attributeIn, attributeOf, methodsOf, plainIn, type Attribute } from './attributes.ts';
import { attributeFrom, noteTransform } from './made-by.ts';
import { operatorIn, refOf, transform, writing } from './messages.ts';
import { writeParams } from './params.ts';
import {
  newUid,
  packageOf,
  type Definition,
  type FitOptions,
  type FitStage,
  type FittedStage,
  type Origin,
  type ParamMap,
  type Params,
  type SaveOptions,
  type TransformStage,
} from './stages.ts';

abstract class Operator {
  readonly definition: Definition;
  readonly params: Params;
  readonly uid: string;
  protected abstract readonly type: Type;

  constructor(definition: Definition, params: Params = {}, uid = newUid(definition.className)) {
    this.definition = definition;
    this.params = params;
    this.uid = uid;
    // wrong parameters throw here, when they are set
    this.toParams();
  }

  protected toParams(): MlParams {
    return writeParams(this.definition.className, this.definition.params, this.params);
  }
  protected get toOperator(): MlOperator {
    return create(MlOperatorSchema, { name: packageOf + this.definition.className, uid: this.uid, type: this.type });
  }

  async save(session: SparkSession, path: string, { overwrite = false, ...options }: SaveOptions = {}): Promise<void> {
    const value = { type: { case: 'operator' as const, value: this.toOperator }, params: this.toParams(), path };
    await session.mlCommand({ case: 'write', value: writing(value, overwrite) }, options);
  }
}

/** Fits a model to a DataFrame, on the engine. */
export class Estimator extends Operator implements FitStage {
  protected readonly type = Type.ESTIMATOR;

  /** Fits it. Throws a `SparkError` of the engine where the data do not allow it. */
  async fit(df: DataFrame, { onWarning, ...options }: FitOptions = {}): Promise<Model> {
    const value = { estimator: this.toOperator, params: this.toParams(), dataset: df.relation };
    const command = { case: 'fit' as const, value: { $typeName: 'spark.connect.MlCommand.Fit' as const, ...value } };
    const info = operatorIn(await df.session.mlCommand(command, options));
    if (info.warningMessage) onWarning?.(info.warningMessage);
    return new Model(df.session, this.definition, {
      ref: refOf(info),
      uid: info.uid ?? this.uid,
      origin: { estimator: this, rows: df },
    });
  }

  withParams(params: ParamMap): Estimator {
    const own = params.get(this.uid);
    return own === undefined ? this : new Estimator(this.definition, { ...this.params, ...own }, this.uid);
  }
}

/** Transforms a DataFrame into another one without fitting. */
export class Transformer extends Operator implements TransformStage {
  protected readonly type = Type.TRANSFORMER;

  transform(df: DataFrame): DataFrame {
    const operator = { case: 'transformer' as const, value: this.toOperator };
    return noteTransform(this, df, transform(df, operator, this.toParams()));
  }

  withParams(params: ParamMap): Transformer {
    const own = params.get(this.uid);
    return own === undefined ? this : new Transformer(this.definition, { ...this.params, ...own }, this.uid);
  }
}

/** Puts a number to how good predictions are. */
export class Evaluator extends Operator {
  protected readonly type = Type.EVALUATOR;

  /** Whether more is better: not so for errors and losses. */
  get isLargerBetter(): boolean {
    return !smallerIsBetter.has(String(this.params['metricName'] ?? this.#metricByDefault));
  }
  get #metricByDefault(): string {
    return this.definition.className.endsWith('.RegressionEvaluator') ? 'rmse' : '';
  }

  async evaluate(df: DataFrame, options: RunOptions = {}): Promise<number> {
    const value = { evaluator: this.toOperator, params: this.toParams(), dataset: df.relation };
    const command = {
      case: 'evaluate' as const,
      value: { $typeName: 'spark.connect.MlCommand.Evaluate' as const, ...value },
    };
    const metric = plainIn(await df.session.mlCommand(command, options));
    if (typeof metric !== 'number') throw new SparkError('the engine gave no metric');
    return metric;
  }
}

const smallerIsBetter = new Set([
  'rmse',
  'mse',
  'mae',
  'logLoss',
  'hammingLoss',
  'weightedFalsePositiveRate',
  'falsePositiveRateByLabel',
]);

/** A fitted model that lives on the engine, under a name that this session has. */
export class Model implements FittedStage {
  readonly session: SparkSession;
  readonly definition: Definition;
  readonly ref: string;
  readonly uid: string;
  readonly params: Params;
  readonly origin: Origin | undefined;

  constructor(
    session: SparkSession,
    definition: Definition,
    {
      ref,
      uid,
      origin,
      params = {},
    }: {
      readonly ref: string;
      readonly uid: string;
      readonly origin?: Origin | undefined;
      readonly params?: Params;
    },
  ) {
    this.session = session;
    this.definition = definition;
    this.ref = ref;
    this.uid = uid;
    this.origin = origin;
    this.params = params;
    this.#toParams();
  }

  /** What it was trained on, for its summary; undefined for one that was loaded. */
  get trainedOn(): DataFrame | undefined {
    return this.origin !== undefined && 'rows' in this.origin ? this.origin.rows : undefined;
  }
  /** The parameters of its estimator, such as the columns that the model reads and adds. Empty for a loaded model. */
  get estimatorParams(): Params {
    const { origin } = this;
    return origin !== undefined && 'rows' in origin && origin.estimator instanceof Estimator
      ? origin.estimator.params
      : {};
  }

  /** The same model with other parameters, such as the columns that it reads and writes. */
  with(params: Params): Model {
    return new Model(this.session, this.definition, { ...this, params: { ...this.params, ...params } });
  }

  transform(df: DataFrame): DataFrame {
    return noteTransform(this, df, transform(df, { case: 'objRef', value: this.#object }, this.#toParams()));
  }

  /**
   * What the model says of itself: `coefficients`, `numNodes`, `summary.accuracy`. Vectors and matrices come as those.
   * Throws a `SparkError` for a name that Spark does not give.
   */
  async get(path: string, ...args: readonly InputValue[]): Promise<Attribute> {
    const value = { $typeName: 'spark.connect.Fetch' as const, objRef: this.#object, methods: methodsOf(path, args) };
    const fetch = (): Promise<MlCommandResult['resultType']> => this.session.mlCommand({ case: 'fetch', value });
    return attributeIn(await this.#withSummary(fetch));
  }

  /** What the model says of itself that is a table: `summary.roc`, `freqItemsets`. */
  table(path: string, ...args: readonly InputValue[]): DataFrame {
    const value = { $typeName: 'spark.connect.Fetch' as const, objRef: this.#object, methods: methodsOf(path, args) };
    const isOfSummary = path.startsWith('summary.') && this.trainedOn !== undefined;
    return attributeFrom(
      this,
      path,
      new DataFrame(
        this.session,
        relation({
          case: 'mlRelation',
          value: {
            $typeName: 'spark.connect.MlRelation',
            mlType: { case: 'fetch', value },
            modelSummaryDataset: isOfSummary ? this.transform(this.trainedOn).relation : undefined,
          },
        }),
      ),
    );
  }

  async save(session: SparkSession, path: string, { overwrite = false, ...options }: SaveOptions = {}): Promise<void> {
    const value = { type: { case: 'objRef' as const, value: this.#object }, params: this.#toParams(), path };
    await session.mlCommand({ case: 'write', value: writing(value, overwrite) }, options);
  }

  /** Lets the engine forget it. */
  async dispose(): Promise<void> {
    const value = { $typeName: 'spark.connect.MlCommand.Delete' as const, objRefs: [this.#object], evictOnly: false };
    await this.session.mlCommand({ case: 'delete', value });
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** An engine that has evicted the model has lost its summary, and computes it again from the training data. */
  async #withSummary<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const isLost = error instanceof SparkError && error.errorClass === 'CONNECT_ML.MODEL_SUMMARY_LOST';
      if (!isLost || this.trainedOn === undefined) throw error;
      const value = {
        $typeName: 'spark.connect.MlCommand.CreateSummary' as const,
        modelRef: this.#object,
        dataset: this.trainedOn.relation,
      };
      await this.session.mlCommand({ case: 'createSummary', value });
      return request();
    }
  }

  get #object(): ObjectRef {
    return create(ObjectRefSchema, { id: this.ref });
  }
  #toParams(): MlParams {
    return writeParams(this.definition.modelName ?? this.definition.className, this.definition.params, this.params);
  }
}

/** Reads an operator or a model that some Spark has written. */
export async function readOperator(
  session: SparkSession,
  path: string,
  {
    definition,
    kind,
  }: { readonly definition: Definition; readonly kind: 'estimator' | 'transformer' | 'evaluator' | 'model' },
): Promise<Estimator | Transformer | Evaluator | Model> {
  const type = {
    estimator: Type.ESTIMATOR,
    transformer: Type.TRANSFORMER,
    evaluator: Type.EVALUATOR,
    model: Type.MODEL,
  };
  const name = packageOf + (kind === 'model' ? (definition.modelName ?? definition.className) : definition.className);
  const operator = create(MlOperatorSchema, { name, type: type[kind] });
  const value = { $typeName: 'spark.connect.MlCommand.Read' as const, operator, path };
  const info = operatorIn(await session.mlCommand({ case: 'read', value }));
  const params = Object.fromEntries(
    Object.entries(info.params?.params ?? {}).flatMap(([param, literal]) =>
      param in definition.params ? [[param, attributeOf(valueOfLiteral(literal))]] : [],
    ),
  );
  if (kind === 'model')
    return new Model(session, definition, { ref: refOf(info), uid: info.uid ?? '', origin: { path }, params });
  const constructors = { estimator: Estimator, transformer: Transformer, evaluator: Evaluator }[kind];
  return new constructors(definition, params, info.uid);
}
