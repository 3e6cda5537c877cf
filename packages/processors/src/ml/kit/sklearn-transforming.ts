import { types, type DataType, type StructType } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { once } from './ml-artifacts.ts';
import type { AboutModel, FittedModel } from '../../contract/ml-artifacts.ts';
import { isNumber } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import type { Context } from '../../contract/context.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import type { Json } from '../../contract/python.ts';
import type { Outcome, Result } from '../../contract/results.ts';
import { numbersType, requirePlain, withFields } from './sklearn-columns.ts';
import { pairing, requireFeaturesOf } from './sklearn-predicting.ts';

type TransformerContext = Pick<Context<Record<never, never>>, 'session' | 'input' | 'schema' | 'trains' | 'python'>;

interface SklearnFitting {
  /** The transformer in words: `scikit-learn min-max scaler`. Nodes that apply it know it by this title. */
  readonly title: string;
  /** The class of scikit-learn. */
  readonly estimator: string;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly features: readonly string[];
  /** The field that names them. */
  readonly field?: string;
  /** A column that is added, if the features are not changed in their places. */
  readonly output?: { readonly name: string; readonly type: DataType };
  /** Columns of numbers that are added. */
  readonly adds?: readonly string[];
  /** Fields whose names are not those of the parameters. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The title of the table of fitted values. */
  readonly tableTitle?: string;
}

/** The columns of numbers, all of which some nodes change. Throws a `FieldError` if there are none. */
export function allNumbers(schema: StructType): readonly string[] {
  const names = schema.fields.filter(({ type }) => isNumber(type)).map(({ name }) => name);
  if (names.length === 0)
    throw new FieldError(
      '',
      'the input has no numeric column',
      'provide numeric columns, or cast columns to numbers before this node',
    );
  return names;
}

/** The rows after a transformer that is fitted to them; it goes on with them, for nodes that apply it. */
export async function fittingInPython(context: TransformerContext, node: SklearnFitting): Promise<Outcome> {
  const { session, input, schema, trains, python } = context;
  requirePlain(schema);
  const { title, estimator, parameters, features, field, output, adds = [], fields, tableTitle } = node;
  const about: AboutModel = {
    library: 'sklearn',
    kind: 'transformer',
    ...{ title, estimator, features },
    ...(field === undefined ? {} : { field }),
    ...(output === undefined ? {} : { output: output.name }),
  };
  const after = schemaAfter(schema, {
    features: output === undefined && adds.length === 0 ? features : [],
    newTypes: { ...(output === undefined ? {} : { [output.name]: output.type }), ...doubles(adds) },
  });
  const none = session.createDataFrame([], after);
  if (python === undefined) {
    const fitted: FittedModel = { title, about, handle: () => Promise.reject(new TypeError('nothing runs here')) };
    return { outputs: [none], learned: [{ fitted }] };
  }
  const model = python.nextModel();
  const fit = once(() =>
    python.call<{ readonly told: Readonly<Record<string, readonly (string | number)[]>> }>({
      operation: 'fit',
      parameters: { model, about, parameters },
      rows: { input },
      ...(fields === undefined ? {} : { fields }),
    }),
  );
  const { value, tables, warnings } = await fit();
  const fitted: FittedModel = {
    ...{ title, about, before: { rows: input, schema } },
    handle: async () => {
      await fit();
      return model;
    },
  };
  const results: readonly Result[] =
    tableTitle === undefined || !trains
      ? []
      : [{ type: 'table', title: tableTitle, data: session.createDataFrame(...tableOf(value.told)) }];
  return {
    outputs: [tables.rows ?? none],
    learned: [{ fitted }],
    ...(results.length === 0 ? {} : { results }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

const doubles = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, types.double]));

/** Features become doubles in their places, lists lists of them; others are added. */
function schemaAfter(
  schema: StructType,
  {
    features,
    newTypes,
  }: { readonly features: readonly string[]; readonly newTypes: Readonly<Record<string, DataType>> },
): StructType {
  const changedFields = schema.fields
    .filter(({ name }) => features.includes(name))
    .map(({ name, type }) => [name, type.kind === 'array' ? numbersType : types.double] as const);
  return withFields(schema, { ...Object.fromEntries(changedFields), ...newTypes });
}

function tableOf(
  columns: Readonly<Record<string, readonly (string | number)[]>>,
): readonly [rows: (string | number | null)[][], schema: StructType] {
  const names = Object.keys(columns);
  const [first = []] = Object.values(columns);
  const rows = first.map((_, i) => names.map((name) => columns[name]?.[i] ?? null));
  const fields = names.map((name, i) => ({ name, type: i === 0 ? types.string : types.double, nullable: true }));
  return [rows, { kind: 'struct', fields }];
}

interface FittedTransformerNode extends Pick<
  Definition<Record<never, never>>,
  'nodeClass' | 'name' | 'examples' | 'description'
> {
  /** The title of the fitted transformer that it applies. */
  readonly title: string;
  readonly inverse?: boolean;
}

/** A node that applies a transformer fitted by another node, or its inverse. */
export const applyInPython = ({ title, inverse = false, ...rest }: FittedTransformerNode): Processor =>
  processor({
    ...rest,
    type: 'ml-predict',
    category: 'Machine-Learning/ML-Sklearn/PreProcessing',
    fields: {},
    inputs: { min: 1, max: 2 },
    inputNames: ['Data', 'Model'],
    needs: ['python'],
    async run({ session, inputs, schemas, learned, python }) {
      const pair = pairing(
        { inputs, schemas, learned },
        {
          isSuitable: (about) => about.title === title,
          description: title,
          ofSpark: 'of Spark ML that ends in "Transform"',
        },
      );
      const { fitted } = pair;
      // alone it takes back what it has done to the very rows
      const isAlone = inverse && inputs.length === 1;
      const rows = isAlone ? (inputs[0] ?? pair.rows) : pair.rows;
      const schema = isAlone ? (schemas[0] ?? pair.schema) : pair.schema;
      requireFeaturesOf(fitted.about, schema);
      const none = session.createDataFrame([], schemaAfter(schema, { features: fitted.about.features, newTypes: {} }));
      if (python === undefined) return { outputs: [none], learned: [{}] };
      const model = await fitted.handle();
      const { tables, warnings } = await python.call({
        operation: 'apply',
        parameters: { model, inverse },
        rows: { input: rows },
      });
      return {
        outputs: [tables.rows ?? none],
        learned: [{}],
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  });
