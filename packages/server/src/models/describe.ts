import { text as textOf } from 'node:stream/consumers';
import { columnsInSql, requirementsOf, type StageColumns } from '@millrace/processors/columns-needed';
import { checkSql } from '@millrace/spark-sql';
import { Problem } from '../problems.ts';
import type { Entry, FileSpace } from '../files/file-space.ts';

/** A parameter of a stage of a model, as Spark has written it. */
export interface Parameter {
  /** The stage: `RandomForestClassification`. */
  readonly stage: string;
  readonly name: string;
  readonly value: unknown;
  /** True if it was not set. */
  readonly isDefault: boolean;
}

/** What the files of a saved model say of it. */
export interface ModelFiles {
  /** What it is a model of: `spark`, `sklearn`, `xgboost`, or `sarimax`, `arima` and `var` of statsmodels. */
  readonly library: string;
  /** The class of the model, or of the last stage of a pipeline, or of the best one of a search: `RandomForestClassificationModel`. */
  readonly algorithm: string;
  /** The classes of all stages, in their order. */
  readonly stages: readonly string[];
  /** Of what has made it: `Spark 4.3.0`. */
  readonly madeBy: string;
  readonly parameters: readonly Parameter[];
  /** Columns that rows must have to be predicted for; null if that depends on more than parameters. */
  readonly inputs: readonly string[] | null;
  /** Columns that the last stage adds. */
  readonly outputs: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

interface Metadata {
  readonly class: string;
  readonly uid?: string;
  readonly sparkVersion?: string;
  readonly paramMap?: Readonly<Record<string, unknown>>;
  readonly defaultParamMap?: Readonly<Record<string, unknown>>;
}

/** Most bytes of the metadata of a stage, most stages, and how deep pipelines may stand in pipelines. */
const [maxBytes, maxStages, deepest] = [16 << 20, 1_000, 10];

/**
 * Reads what stands next to the data of a saved model: its classes and parameters. Fails with UNPROCESSABLE if the folder
 * holds no model, or one with SQL that is more than a query over its rows; and as `FileSpace` does.
 */
export async function describeModel(space: FileSpace, path: string): Promise<ModelFiles> {
  const entries = await space.list(path);
  if (entries.some(({ name, isDirectory }) => name === 'card.json' && !isDirectory))
    return { ...cardAt(path, await jsonOf(space, `${path}/card.json`)), ...(await sizeOf(space, path)) };
  const [stages, size] = await Promise.all([stagesAt(space, path, deepest), sizeOf(space, path)]);
  await requireQueries(space, path);
  const last = stages.findLast((stage) => columnsOf(stage).kind !== 'cast');
  if (last === undefined) throw new Problem('UNPROCESSABLE', `path "${path}" holds a pipeline without stages`);
  return {
    library: 'spark',
    algorithm: shortName(last.class),
    stages: stages.map((stage) => shortName(stage.class)),
    madeBy: `Spark ${last.sparkVersion ?? ''}`.trim(),
    parameters: stages.flatMap(parametersOf),
    inputs: inputsOf(stages),
    outputs: columnsIn(last, writing),
    ...size,
  };
}

const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

async function stagesAt(space: FileSpace, path: string, levels: number): Promise<Metadata[]> {
  const metadata = await metadataAt(space, path);
  const kind = shortName(metadata.class);
  const isTuned = kind === 'CrossValidatorModel' || kind === 'TrainValidationSplitModel';
  if (kind !== 'PipelineModel' && !isTuned) return [metadata];
  if (levels === 0) throw new Problem('UNPROCESSABLE', `path "${path}" holds pipelines nested too deeply to be read`);
  // what a search has found stands next to how it was found
  if (isTuned) return stagesAt(space, `${path}/bestModel`, levels - 1);
  const folders = (await space.list(`${path}/stages`)).filter(({ isDirectory }) => isDirectory);
  if (folders.length > maxStages)
    throw new Problem('UNPROCESSABLE', `path "${path}" holds a pipeline with too many stages: ${folders.length}`);
  const stages: Metadata[] = [];
  for (const folder of folders.toSorted((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10)))
    stages.push(...(await stagesAt(space, folder.path, levels - 1)));
  return stages;
}

/**
 * Looks at the SQL of all stages that lie below a folder, whatever holds them. The engine has a sandbox of its own: here, users
 * see it when the model comes in, and not when it is used.
 */
async function requireQueries(space: FileSpace, path: string): Promise<void> {
  for await (const { path: file, size } of filesBelow(space, path)) {
    if (size === 0 || !/\/metadata\/part-[^/]*$/.test(file)) continue;
    const { class: name, paramMap } = (await jsonOf(space, file)) as Partial<Metadata>;
    if (shortName(String(name)) !== 'SQLTransformer') continue;
    const [problem] = checkSql(String(paramMap?.['statement']), ['__THIS__']);
    if (problem === undefined) continue;
    const stage = file.slice(path.length + 1, file.lastIndexOf('/metadata/'));
    throw new Problem(
      'UNPROCESSABLE',
      `path "${path}" holds SQL that does more than query its rows${stage === '' ? '' : `, in folder "${stage}"`}: ${problem.message}: ${problem.remedy}`,
    );
  }
}

async function metadataAt(space: FileSpace, path: string): Promise<Metadata> {
  const parts = await space.list(`${path}/metadata`).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'NOT_FOUND' ? noModel(path, error) : error;
  });
  for (const part of parts.filter(({ name, size }) => name.startsWith('part-') && size > 0)) {
    const json = await jsonOf(space, part.path);
    if ('class' in json && typeof json['class'] === 'string') return json as unknown as Metadata;
  }
  throw noModel(path);
}

const noModel = (path: string, cause?: unknown): Problem =>
  new Problem('UNPROCESSABLE', `path "${path}" holds no model that was saved by a node or by Spark`, { cause });

/** What a small file says that holds an object of JSON. Fails with UNPROCESSABLE for another one. */
async function jsonOf(space: FileSpace, path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = await space.open(path);
  if (file.size > maxBytes) {
    await file[Symbol.asyncDispose]();
    throw noModel(path);
  }
  try {
    const json: unknown = JSON.parse(await textOf(file.read(0, file.size)));
    if (typeof json === 'object' && json !== null) return json as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw noModel(path);
}

/** What stands next to a model of the Python worker. */
function cardAt(path: string, card: Readonly<Record<string, unknown>>): Omit<ModelFiles, 'files' | 'bytes'> {
  const { library, kind, estimator, features, outputs, parameters = {}, versions = {} } = card;
  if (typeof library !== 'string' || typeof kind !== 'string' || !Array.isArray(features)) throw noModel(path);
  const algorithm = typeof estimator === 'string' ? estimator : typeof kind === 'string' ? kind : library;
  const predicts = ['classifier', 'regressor', 'clusterer'].includes(kind);
  return {
    library,
    algorithm,
    stages: [algorithm],
    madeBy: libraryVersionOf(library, versions as Readonly<Record<string, unknown>>),
    parameters: Object.entries(parameters as Readonly<Record<string, unknown>>).map(([name, value]) => ({
      stage: algorithm,
      name,
      value,
      isDefault: false,
    })),
    inputs: features.map(String),
    outputs: Array.isArray(outputs)
      ? outputs.map(String)
      : predicts
        ? ['prediction', ...(kind === 'classifier' ? ['probability'] : [])]
        : [],
  };
}

function libraryVersionOf(library: string, versions: Readonly<Record<string, unknown>>): string {
  if (library === 'sklearn') return `scikit-learn ${String(versions['scikit-learn'] ?? '')}`.trim();
  return library === 'xgboost' ? `XGBoost ${String(versions['xgboost'] ?? '')}`.trim() : 'statsmodels';
}

function parametersOf({ class: name, uid, paramMap = {}, defaultParamMap = {} }: Metadata): Parameter[] {
  const stage = shortName(name).replace(/Model$/, '');
  const names = new Set([...Object.keys(paramMap), ...Object.keys(defaultParamMap)]);
  // a column without a name of its own is called after the stage, and so each time in another way
  const isGenerated = (one: string): boolean =>
    !(one in paramMap) && String(defaultParamMap[one]).startsWith(`${uid}__`);
  return [...names]
    .filter((one) => !isGenerated(one))
    .toSorted()
    .map((one) => ({
      stage,
      name: one,
      value: paramMap[one] ?? defaultParamMap[one] ?? null,
      isDefault: !(one in paramMap),
    }));
}

/** Parameters that name columns which a model reads, and which it adds. */
const reading = ['inputCol', 'inputCols', 'featuresCol', 'userCol', 'itemCol', 'itemsCol'];
const writing = [
  'outputCol',
  'outputCols',
  'predictionCol',
  'probabilityCol',
  'rawPredictionCol',
  'topicDistributionCol',
  'quantilesCol',
  'linkPredictionCol',
  'varianceCol',
  'leafCol',
];

function columnsIn({ paramMap = {}, defaultParamMap = {} }: Metadata, of: readonly string[]): string[] {
  return of.flatMap((param) => {
    const value = paramMap[param] ?? defaultParamMap[param];
    // of the two spellings of a parameter, one is set: the other's default is the stage's own name
    const other = param.endsWith('s') ? param.slice(0, -1) : `${param}s`;
    if (paramMap[param] === undefined && paramMap[other] !== undefined) return [];
    return Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];
  });
}

function inputsOf(stages: readonly Metadata[]): readonly string[] | null {
  const columns = stages.map(columnsOf);
  return columns.some(({ kind }) => kind === 'hidden') ? null : requirementsOf(columns).ofRows;
}

function columnsOf(stage: Metadata): StageColumns {
  const kind = shortName(stage.class);
  if (kind === 'SQLTransformer') return columnsInSql(String(stage.paramMap?.['statement']));
  return {
    kind: kind === 'RFormulaModel' ? 'hidden' : kind === 'StringIndexerModel' ? 'each' : 'all',
    reads: columnsIn(stage, reading),
    adds: columnsIn(stage, writing),
    predicts: !stage.class.includes('.feature.'),
  };
}

async function sizeOf(space: FileSpace, path: string): Promise<{ files: number; bytes: number }> {
  const size = { files: 0, bytes: 0 };
  for await (const { size: bytes } of filesBelow(space, path)) {
    size.files++;
    size.bytes += bytes;
  }
  return size;
}

/** All files below a folder. */
export async function* filesBelow(space: FileSpace, path: string): AsyncGenerator<Entry, void, undefined> {
  for (const entry of (await space.list(path)).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (entry.isDirectory) yield* filesBelow(space, entry.path);
    else yield entry;
}
