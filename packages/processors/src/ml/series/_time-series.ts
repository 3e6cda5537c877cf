import { types, type StructType } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { columns } from '../../kit/list-fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { text } from '../../kit/fields.ts';
import type { AboutModel, Shown } from '../../contract/learned.ts';
import { ofFeatures, summary } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import type { Context } from '../../contract/context.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { folderOrModel, modelName } from '../kit/model-names.ts';
import { loadingModel, savingModel } from '../kit/sklearn-files.ts';
import { noModel } from '../kit/sklearn-predicting.ts';

type Library = Exclude<AboutModel['library'], 'sklearn'>;

const category = 'Machine-Learning/ML-TimeSeries';

/** What a model of time series tells of itself: `series.py` gives it. */
export interface FittedSeries {
  readonly rows: number;
  readonly numbers: Readonly<Record<string, number | null>>;
  readonly names: readonly string[];
  /** Parameters with what is known of them, in the order of their names. */
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>;
  /** Of a search: the orders that were found, and how many were tried. */
  readonly order?: string;
  readonly tried?: number;
}

/** Numbers of the model as a whole, and its parameters. */
export function shownSeries(session: Context<Record<never, never>>['session'], found: FittedSeries): Shown {
  const { rows, numbers, names, columns: all, order, tried } = found;
  const known = Object.fromEntries(
    Object.entries(numbers).flatMap(([name, one]) => (one === null ? [] : [[name, one]])),
  );
  const { value = [], ...more } = Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name, values.map((one) => one ?? Number.NaN)]),
  );
  const parameters = ofFeatures(session, 'Parameters', (at) => names[at] ?? '', { value }, more);
  return {
    metrics: known,
    results: [
      ...(order === undefined ? [] : [{ type: 'text' as const, title: 'Orders', text: order }]),
      summary(session, { rows, ...(tried === undefined ? {} : { 'models tried': tried }), ...known }),
      ...parameters,
    ],
  };
}

interface Kept extends Pick<Definition<Record<never, never>>, 'nodeClass' | 'name' | 'examples'> {
  readonly library: Library;
  /** What it is, in words: `SARIMAX model`. */
  readonly what: string;
}

/** A node that saves a model of time series. */
export const savingSeries = ({ library, what, ...rest }: Kept): Processor =>
  processor({
    ...rest,
    type: 'ml-modelsave',
    category,
    description: `Saves the ${what} of its input, as the rows and parameters that it is made of, and hands it on. Each run saves a version of its own below the folder, named by the start of the run.`,
    fields: { path: text({ default: 'modelsavepath', kind: 'path', writes: 'version', title: 'Folder' }), modelName },
    needs: ['python'],
    run: (context) => savingModel(context, context.fields, { libraries: [library], what }),
  });

/** A node that loads one. */
export const loadingSeries = ({ library, what, ...rest }: Kept): Processor =>
  processor({
    ...rest,
    type: 'ml-modelload',
    category,
    description: `Loads a ${what} that was saved before: the one that the folder holds, or the newest of the versions below it. After a node that saves to the same folder it is the model of this run.`,
    fields: { path: text({ default: 'modelsavepath', ...folderOrModel }) },
    inputs: { min: 0, max: 1 },
    needs: ['python'],
    run: (context) => loadingModel(context, context.fields, { libraries: [library], what }),
  });

const mostSteps = 10_000;

/** Rows of a forecast of one series. */
const forecastSchema: StructType = {
  kind: 'struct',
  fields: [
    { name: 'step', type: types.integer, nullable: true },
    ...['forecast', 'lower', 'upper'].map((name) => ({ name, type: types.double, nullable: true })),
  ],
};

/** A node that foretells one series, with bounds that hold in 95 of 100 cases. */
export const forecasting = ({ library, what, ...rest }: Kept): Processor =>
  processor({
    ...rest,
    type: 'ml-predict',
    category,
    description: `Foretells what follows the rows that a ${what} was made of: a row for each step, with bounds that hold in 95 of 100 cases. A model with exogenous columns wants their values to come as the rows of another input.`,
    fields: {
      steps: integer({ default: 1, min: 1, max: mostSteps, title: 'Steps' }),
      exogenous: columns({ title: 'Exogenous columns', description: "The model's own where nothing is chosen" }),
    },
    inputs: { min: 1, max: 2 },
    needs: ['python'],
    async run({ fields, inputs, schemas, learned, session, python }) {
      const at = learned.findLastIndex((one) => one?.fitted?.about.library === library);
      const fitted = learned[at]?.fitted;
      if (fitted === undefined) throw noModel(learned, what, '"Spark Predict"');
      const { features } = fitted.about;
      const chosen = fields.exogenous;
      if (chosen.length > 0 && (chosen.length !== features.length || chosen.some((one) => !features.includes(one))))
        throw new FieldError(
          'exogenous',
          `"exogenous" names ${chosen.join(', ')}, but the model was made with ${features.join(', ') || 'none'}`,
          'choose those, or none',
        );
      const other = inputs.findIndex((_, i) => i !== at);
      const coming = inputs[other];
      if (features.length > 0) {
        const missing = features.find((name) => schemas[other]?.fields.every((one) => one.name !== name) !== false);
        if (coming === undefined || missing !== undefined)
          throw new FieldError(
            'exogenous',
            `the model was made with ${features.join(', ')}, whose values to come no input brings`,
            'connect rows with these columns, one for each step',
          );
      }
      const none = session.createDataFrame([], forecastSchema);
      if (python === undefined) return { outputs: [none], learned: [{}] };
      const { tables, warnings } = await python.call({
        operation: 'forecast',
        parameters: { model: await fitted.handle(), steps: fields.steps },
        ...(features.length === 0 || coming === undefined ? {} : { rows: { coming } }),
      });
      return { outputs: [tables.rows ?? none], learned: [{}], ...(warnings.length === 0 ? {} : { warnings }) };
    },
  });

/** Whole numbers as people write them: `1,0,0`. Throws a `FieldError` where they are not so many. */
export function wholeNumbers(text: string, field: string, count: number): readonly number[] {
  const found = text
    .replaceAll(/[()[\]\s]/g, '')
    .split(',')
    .map(Number);
  if (found.length === count && found.every((one) => Number.isInteger(one) && one >= 0)) return found;
  const such = Array.from({ length: count }, (_, i) => (i === 0 ? 1 : 0)).join(',');
  throw new FieldError(field, `"${field}" is "${text}", which are not ${count} whole numbers`, `give such as ${such}`);
}
