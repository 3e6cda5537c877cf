import { typeName } from '@millrace/spark-connect';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { saveOutcome, saveAsText, saveTarget } from './_saving.ts';

export const saveText = processor({
  nodeClass: 'fire.nodes.save.NodeSaveText',
  name: 'Save Text',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description:
    'Writes one text column, a row a line; null becomes an empty line. Columns to partition by come on top of it. The target changes only when the whole run has ended well. The input goes on unchanged.',
  fields: { ...saveTarget, ...saveAsText },
  examples: [
    {
      name: 'one text column',
      fields: { path: 'out', saveAsOneFile: 'true' },
      input: table('line string', [['ä\tb'], [null]]),
      output: table('line string', [['ä\tb'], [null]]),
      saves: [{ format: 'text', path: 'out', mode: 'append', singleFile: true }],
    },
    {
      name: 'folders by the other columns',
      fields: { path: 'out', saveMode: 'Overwrite', partitionColNames: ['n'] },
      input: table('n int, line string', [[1, 'x']]),
      output: table('n int, line string', [[1, 'x']]),
      saves: [{ format: 'text', path: 'out', mode: 'overwrite', partitionBy: ['n'] }],
      unverified: 'folders by column',
    },
    {
      name: 'no rows are saved too',
      fields: { path: 'out' },
      input: table('line string', []),
      output: table('line string', []),
      saves: [{ format: 'text', path: 'out', mode: 'append' }],
    },
    {
      name: 'a column that is no text fails',
      fields: { path: 'out' },
      input: table('n int', []),
      error: 'the column "n" is of type int, and text files hold text alone',
    },
    {
      name: 'more than one column fails',
      fields: { path: 'out' },
      input: table('a string, b string', []),
      error: 'the input has 2 columns to write, and text files hold one',
    },
  ],
  run(context) {
    const partitions = context.fields.partitionColNames.map((name) => name.toLowerCase());
    const written = context.schema.fields.filter((f) => !partitions.includes(f.name.toLowerCase()));
    const [column] = written;
    if (column === undefined || written.length > 1)
      throw new FieldError(
        'path',
        `the input has ${written.length} columns to write, and text files hold one`,
        'put the columns together into one before this node',
      );
    if (column.type.kind !== 'string')
      throw new FieldError(
        'path',
        `the column "${column.name}" is of type ${typeName(column.type)}, and text files hold text alone`,
        'cast it to STRING before this node',
      );
    return saveOutcome(context, 'text');
  },
});
