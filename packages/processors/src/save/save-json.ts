import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { jsonLines } from './_save-lines.ts';
import { saveOutcome, saveAsText, saveTarget, writtenAtEnd } from './_saving.ts';

export const saveJson = processor({
  nodeClass: 'fire.nodes.save.NodeSaveJSON',
  name: 'Save JSON',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes the rows as JSON, one record per line; null values are omitted. ${writtenAtEnd}`,
  fields: { ...saveTarget, ...saveAsText },
  examples: [
    {
      name: 'writes one record per line',
      fields: { path: 'out', saveMode: 'Ignore' },
      input: table('id int, name string', [[1, null]]),
      output: table('id int, name string', [[1, null]]),
      saves: [{ format: 'json', path: 'out', mode: 'ignore' }],
    },
    {
      name: 'writes nested values to one file',
      fields: { path: 'out', overwrite: 'true', saveAsOneFile: 'true' },
      input: table('a struct<`x.y`:int>, b double', [[{ 'x.y': 1 }, 1.5]]),
      output: table('a struct<`x.y`:int>, b double', [[{ 'x.y': 1 }, 1.5]]),
      saves: [{ format: 'json', path: 'out', mode: 'overwrite', singleFile: true }],
      unverified: 'the JSON text of struct',
    },
    {
      name: 'saves no rows too',
      fields: { path: 'out', overwrite: 'false' },
      input: table('id int', []),
      output: table('id int', []),
      saves: [{ format: 'json', path: 'out', mode: 'append' }],
    },
  ],
  run: (context) => saveOutcome(context, 'json', {}, () => jsonLines(context.input, context.schema)),
});
