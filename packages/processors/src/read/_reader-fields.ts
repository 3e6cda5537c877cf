import { choice, expression, flag, layout, path } from '../kit/fields.ts';
import { designSchema, outputSchema } from '../kit/type-fields.ts';
import { integer } from '../kit/number-fields.ts';

/** Path of what is read. */
export const inputPath = (): ReturnType<typeof path> =>
  path({ title: 'Path', description: 'A file, a folder or a pattern such as data/*.csv' });

/** Adds the name of the file that a row comes from. */
export const addInputFileName = (): ReturnType<typeof flag> =>
  flag({
    default: false,
    title: 'Add input file name',
    description: 'Adds the column input_file_name with the path of the file in the file space',
  });

/** The declared schema of a reader that casts by it, on a tab of its own. */
export const schemaTab = { schema: layout(), outputColumns: outputSchema() } as const;

/** The same of a reader whose files say what their columns are. */
export const designSchemaTab = { schema: layout(), outputColumns: designSchema() } as const;

/** How many rows a preview takes while a graph is being designed. Runs read everything. */
export const designSample = {
  interactiveRunConfiguration: layout(),
  limitInputRecords: integer({ default: 20, min: 0, title: 'Preview rows', widget: 'numberfield' }),
  dataSampling: choice(['Random', 'Selective'], {
    default: 'Random',
    title: 'Preview sampling',
    widget: 'array_single',
  }),
  selectiveSamplingExpression: expression({ title: 'Condition for selective sampling' }),
} as const;
