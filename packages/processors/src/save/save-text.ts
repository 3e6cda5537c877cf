import { FieldError } from '../kit/field-error.ts';
import { sqlTypeName } from '../kit/wrong-type.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { saveOutcome, saveAsText, saveTarget, writtenAtEnd } from './_saving.ts';

export const saveText = processor({
  nodeClass: 'fire.nodes.save.NodeSaveText',
  name: 'Save Text',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes one text column, one line per row; null becomes an empty line. Partition columns may be added. ${writtenAtEnd}`,
  fields: { ...saveTarget, ...saveAsText },
  examples: [
    {
      name: 'writes one text column',
      fields: { path: 'out', saveAsOneFile: 'true' },
      input: table('line string', [['ä\tb'], [null]]),
      output: table('line string', [['ä\tb'], [null]]),
      saves: [{ format: 'text', path: 'out', mode: 'append', singleFile: true }],
    },
    {
      name: 'partitions by the other columns',
      fields: { path: 'out', saveMode: 'Overwrite', partitionColNames: ['n'] },
      input: table('n int, line string', [[1, 'x']]),
      output: table('n int, line string', [[1, 'x']]),
      saves: [{ format: 'text', path: 'out', mode: 'overwrite', partitionBy: ['n'] }],
      unverified: 'partitioned output',
    },
    {
      name: 'saves no rows too',
      fields: { path: 'out' },
      input: table('line string', []),
      output: table('line string', []),
      saves: [{ format: 'text', path: 'out', mode: 'append' }],
    },
    {
      name: 'rejects a column that is not text',
      fields: { path: 'out' },
      input: table('n int', []),
      error: 'column "n" has type INT: must be text',
    },
    {
      name: 'rejects more than one column',
      fields: { path: 'out' },
      input: table('a string, b string', []),
      error: 'cannot write 2 columns to a text file: must be one',
    },
  ],
  run(context) {
    const partitions = context.fields.partitionColNames.map((name) => name.toLowerCase());
    const columns = context.schema.fields.filter((f) => !partitions.includes(f.name.toLowerCase()));
    const [column] = columns;
    if (column === undefined || columns.length > 1)
      throw new FieldError(
        'path',
        `cannot write ${columns.length} columns to a text file: must be one`,
        'combine the columns into one before this node',
      );
    if (column.type.kind !== 'string')
      throw new FieldError(
        'path',
        `column "${column.name}" has type ${sqlTypeName(column.type)}: must be text`,
        'cast the column to STRING before this node',
      );
    return saveOutcome(context, 'text');
  },
});
