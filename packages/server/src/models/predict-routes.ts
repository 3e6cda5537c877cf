import { EngineStartError } from '@millrace/engines';
import type { Predictions } from '@millrace/runner/serving';
import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { Problem } from '../problems.ts';
import { AnyJson, Id, IdParams, Nullable } from '../http/types.ts';
import { withFileProblems } from '../datasets/file-problems.ts';
import { filesOf } from '../files/home.ts';
import { loadServed } from './load-served.ts';
import { compatibilityOfModel, type ModelRecord } from './record.ts';
import { modelFor, versionByWord, type ModelRow, type VersionRow } from './records.ts';

/** Most rows of one call. */
const maxRows = 10_000;

const Body = Type.Object({
  rows: Type.Array(Type.Record(Type.String(), AnyJson), {
    maxItems: maxRows,
    description: 'Rows with the columns that the model reads (`inputs`), by name',
  }),
  version: Type.Optional(
    // text and null first: a number would make 0 of null, and 1 of true
    Type.Union([Nullable(Type.String({ maxLength: 20 })), Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })], {
      description: 'A number, champion or latest; if absent, the champion, or the newest version if there is none',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
      minItems: 1,
      maxItems: 200,
      description:
        'Columns to return: columns that the model adds or reads, and predictedClass; if absent, those of its last stage',
    }),
  ),
});

const Answer = Type.Object({
  modelId: Id,
  model: Type.String(),
  version: Type.Integer(),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows: Type.Array(Type.Record(Type.String(), AnyJson), { description: 'One result per row of the request, in order' }),
});

/** Predictions for rows as they come. */
export const modelPredictions: Resource = (context) => async (app) => {
  const { db } = context;

  app.post(
    '/api/v1/models/:id/predict',
    {
      config: { access: 'workflows.execute', changes: false },
      schema: {
        tags: ['Models'],
        description:
          'Predicts rows. A vector is a list of numbers, {size, indices, values}, or its values by feature name. If the classes of the label are known, predictedClass is the predicted one.',
        params: IdParams,
        body: Body,
        response: { 200: Answer },
      },
    },
    async (request) => {
      const who = whoIs(request);
      const { rows, version: word, columns: requestedColumns } = request.body;
      const model = await modelFor(db, who, request.params.id, 'EXECUTE');
      const row = await versionByWord(db, model, word == null ? undefined : String(word));
      const record = recordToUse(model, row);
      const classes = classesOf(record);
      // the class has the name of a number, which is asked for in its place
      const columns = classes &&
        requestedColumns && [
          ...new Set(requestedColumns.map((name) => (name === classColumn ? classes.column : name))),
        ];
      const predictions = await predict(context, who, { model, row, record }, rows, columns ?? requestedColumns);
      return {
        modelId: model.id,
        model: model.name,
        version: row.version,
        ...responseOf(predictions, classes, requestedColumns),
      };
    },
  );
};

/** What is known of a version that predicts. Fails with UNPROCESSABLE for one that cannot. */
function recordToUse(model: ModelRow, row: VersionRow): ModelRecord {
  const { version } = row;
  const title = `${model.name}, version ${version}`;
  if (row.replacedAt !== null)
    throw new Problem(
      'UNPROCESSABLE',
      version === model.champion
        ? `another model has replaced the files of ${title}, the champion: mark another version as champion, or name a version`
        : `another model has replaced the files of ${title}: choose another version`,
    );
  const record = JSON.parse(row.record) as ModelRecord;
  if (record.outputs.length === 0)
    throw new Problem('UNPROCESSABLE', `${title} cannot predict single rows: use its forecasts in a workflow`);
  return record;
}

/** Predicts as a user who may see the files of the model. */
async function predict(
  { served, files: space }: Pick<Context, 'served' | 'files'>,
  who: Principal,
  { model, row, record }: { readonly model: ModelRow; readonly row: VersionRow; readonly record: ModelRecord },
  rows: Parameters<Context['served']['predict']>[1],
  columns: Parameters<Context['served']['predict']>[2],
): Promise<Predictions> {
  const { path } = row;
  const classes = classesOf(record);
  await using files = await withFileProblems(() => filesOf(space, who));
  // what lies there now, if this person may see it
  const stamp = await withFileProblems(() =>
    files.stamp(record.library === 'spark' ? `${path}/metadata` : `${path}/card.json`),
  );
  return await withFileProblems(() =>
    served.predict(
      {
        ...record,
        more: classes === undefined ? [] : [classColumn],
        owner: `project ${model.projectId}`,
        view: files.engineView,
        key: `${row.id} ${stamp}`,
        ...(readsVectors(record)
          ? { engine: 'spark', compatibility: compatibilityOfModel(record) }
          : // nothing of it is computed in SQL
            { engine: 'sail', compatibility: 'spark4' }),
        load: (engine) => loadServed(engine, files, path, record.library),
      },
      rows,
      columns,
    ),
  ).catch((error: unknown) => {
    throw error instanceof EngineStartError ? new Problem('UNAVAILABLE', error.message) : error;
  });
}

/** True for models that read vectors of Spark ML, which Sail does not have. */
const readsVectors = ({ library }: ModelRecord): boolean => library === 'spark' || library === 'xgboost';

/** Where answers name the class. */
const classColumn = 'predictedClass';

interface Classes {
  /** The column of its number. */
  readonly column: string;
  readonly of: (answer: Readonly<Record<string, unknown>>) => string | undefined;
}

/** Predictions with the names of classes, where these are known, and asked for or nothing is. */
function responseOf(predictions: Predictions, classes: Classes | undefined, columns: readonly string[] | undefined) {
  const includesClass = columns?.includes(classColumn) ?? true;
  const rows = predictions.rows.map((cells) => {
    const answer = Object.fromEntries(predictions.columns.map(({ name }, i) => [name, cells[i] ?? null]));
    const className = includesClass ? classes?.of(answer) : undefined;
    return className === undefined ? answer : { ...answer, [classColumn]: className };
  });
  if (classes === undefined || columns === undefined || !includesClass)
    return { columns: [...predictions.columns], rows };
  const types = new Map(
    [...predictions.columns, { name: classColumn, type: 'string' }].map((one) => [one.name, one.type]),
  );
  return {
    columns: columns.map((name) => ({ name, type: types.get(name) ?? '' })),
    rows: rows.map((row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(columns.map((name) => [name, row[name] ?? null])),
    ),
  };
}

/** What names the class that a row was given, if the classes of the label are known. */
function classesOf({ parameters, classes }: ModelRecord): Classes | undefined {
  const last = (name: string): unknown => parameters.findLast((one) => one.name === name)?.value;
  const names = classes[String(last('labelCol'))];
  const column = String(last('predictionCol'));
  return (
    names && {
      column,
      of: (answer) => {
        const number = answer[column];
        return typeof number === 'number' ? names[number] : undefined;
      },
    }
  );
}
