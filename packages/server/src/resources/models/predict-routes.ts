import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { EngineStartError } from '@millrace/runner/engines';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { whoIs } from '../../http/authenticate.ts';
import { Problem } from '../../http/problems.ts';
import { AnyJson, Id, IdParams } from '../../http/types.ts';
import { told } from '../datasets/told.ts';
import { filesOf } from '../files/home.ts';
import { loadServed } from './load-served.ts';
import type { ModelRecord } from './record.ts';
import { modelFor, versionMeant } from './records.ts';

/** Most rows of one call. */
const mostRows = 10_000;

const Body = Type.Object({
  rows: Type.Array(Type.Record(Type.String(), AnyJson), {
    maxItems: mostRows,
    description: 'Each with the columns that the model reads (`inputs`), by name',
  }),
  version: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), Type.String({ maxLength: 20 })], {
      description: 'A number, champion or latest; the champion where not said, or else the newest',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
      minItems: 1,
      maxItems: 200,
      description: 'What to give: columns that the model adds or reads; those of its last stage where not said',
    }),
  ),
});

const Answer = Type.Object({
  modelId: Id,
  model: Type.String(),
  version: Type.Integer(),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows: Type.Array(Type.Record(Type.String(), AnyJson), { description: 'One for each row that was given, in order' }),
});

/** Predictions for rows as they come. */
export const predictRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, served, files: space } = context;

    app.post(
      '/api/v1/models/:id/predict',
      {
        config: { access: 'workflows.execute', changes: false },
        schema: {
          tags: ['Models'],
          description:
            'Predicts for rows. A vector is a list of numbers, {size, indices, values}, or its values by the names of its places. Where the classes of the label are known, predictedClass names the one that was predicted.',
          params: IdParams,
          body: Body,
          response: { 200: Answer },
        },
      },
      async (request) => {
        const who = whoIs(request);
        const { rows, version: word, columns: wanted } = request.body;
        const model = await modelFor(db, who, request.params.id, 'EXECUTE');
        const row = await versionMeant(db, model, word === undefined ? undefined : String(word));
        const { version, path } = row;
        const title = `${model.name}, version ${version}`;
        if (row.replacedAt !== null)
          throw new Problem(
            'UNPROCESSABLE',
            version === model.champion
              ? `another model was saved in the folder of ${title}, the champion, since: mark another version as champion, or name one`
              : `another model was saved in the folder of ${title} since: take another one`,
          );
        const record = JSON.parse(row.record) as ModelRecord;
        if (record.outputs.length === 0)
          throw new Problem(
            'UNPROCESSABLE',
            `${title} predicts nothing of single rows: take its forecasts in a workflow`,
          );
        await using files = await told(() => filesOf(space, who));
        // what lies there now, if this person may see it
        const stamp = await told(() =>
          files.stamp(record.library === 'spark' ? `${path}/metadata` : `${path}/card.json`),
        );
        const predicted = await told(() =>
          served.predict(
            {
              ...record,
              owner: `project ${model.projectId}`,
              key: `${row.id} ${stamp}`,
              engine: readsVectors(record) ? 'spark' : 'sail',
              load: (engine) => loadServed(engine, files, path, record.library),
            },
            rows,
            wanted,
          ),
        ).catch((error: unknown) => {
          throw error instanceof EngineStartError ? new Problem('UNAVAILABLE', error.message) : error;
        });
        const classes = wanted === undefined ? classesOf(record) : undefined;
        return {
          modelId: model.id,
          model: model.name,
          version,
          columns: [...predicted.columns],
          rows: predicted.rows.map((cells) => {
            const answer = Object.fromEntries(predicted.columns.map(({ name }, i) => [name, cells[i] ?? null]));
            const named = classes?.(answer);
            return named === undefined ? answer : { ...answer, predictedClass: named };
          }),
        };
      },
    );
  };

/** True for models that read vectors of Spark ML, which Sail does not have. */
const readsVectors = ({ library }: ModelRecord): boolean => library === 'spark' || library === 'xgboost';

/** What names the class that a row was given, where the classes of the label are known. */
function classesOf({
  parameters,
  classes,
}: ModelRecord): ((answer: Readonly<Record<string, unknown>>) => string | undefined) | undefined {
  const last = (name: string): unknown => parameters.findLast((one) => one.name === name)?.value;
  const names = classes[String(last('labelCol'))];
  const column = String(last('predictionCol'));
  return (
    names &&
    ((answer) => {
      const number = answer[column];
      return typeof number === 'number' ? names[number] : undefined;
    })
  );
}
