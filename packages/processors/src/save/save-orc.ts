import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { saveOutcome, saveTarget, writtenAtEnd } from './_saving.ts';

export const saveOrc = processor({
  nodeClass: 'fire.nodes.save.NodeSaveORC',
  name: 'Save ORC',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes the rows as ORC files into a folder. ${writtenAtEnd}`,
  fields: saveTarget,
  needs: ['orc'],
  unverified: 'Sail does not write ORC',
  examples: [
    {
      name: 'appends by default',
      fields: { path: 'out' },
      input: table('id int, name string', [
        [1, 'ü'],
        [null, null],
      ]),
      output: table('id int, name string', [
        [1, 'ü'],
        [null, null],
      ]),
      saves: [{ format: 'orc', path: 'out', mode: 'append' }],
    },
    {
      name: 'overwrites on request',
      fields: { path: 'out', saveMode: 'overwrite' },
      input: table('id int', [[1]]),
      output: table('id int', [[1]]),
      saves: [{ format: 'orc', path: 'out', mode: 'overwrite' }],
    },
    {
      name: 'saves no rows too',
      fields: { path: 'out', saveMode: 'ErrorIfExists' },
      input: table('id int', []),
      output: table('id int', []),
      saves: [{ format: 'orc', path: 'out', mode: 'error' }],
    },
  ],
  run: (context) => saveOutcome(context, 'orc'),
});
