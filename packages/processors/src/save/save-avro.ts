import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { refuseVectors, saveOutcome, saveTarget, writtenAtEnd } from './_saving.ts';

export const saveAvro = processor({
  nodeClass: 'fire.nodes.save.NodeSaveAvro',
  name: 'Save Avro',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes the rows as Avro files into a folder. ${writtenAtEnd}`,
  fields: saveTarget,
  needs: ['avro'],
  unverified: 'Sail does not write Avro',
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
      saves: [{ format: 'avro', path: 'out', mode: 'append' }],
    },
    {
      name: 'rejects vectors, also in lists',
      fields: { path: 'out' },
      input: table('id int, v array<vector>', []),
      error: 'column "v" has type ARRAY<VECTOR>: cannot be saved as Avro',
    },
    {
      name: 'overwrites on request',
      fields: { path: 'out', saveMode: 'overwrite' },
      input: table('id int', [[1]]),
      output: table('id int', [[1]]),
      saves: [{ format: 'avro', path: 'out', mode: 'overwrite' }],
    },
    {
      name: 'saves no rows too',
      fields: { path: 'out', saveMode: 'ErrorIfExists' },
      input: table('id int', []),
      output: table('id int', []),
      saves: [{ format: 'avro', path: 'out', mode: 'error' }],
    },
  ],
  run(context) {
    refuseVectors(context.schema, 'Avro');
    return saveOutcome(context, 'avro');
  },
});
