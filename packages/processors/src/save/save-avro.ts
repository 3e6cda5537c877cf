import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { refuseVectors, saveOutcome, saveTarget } from './_saving.ts';

export const saveAvro = processor({
  nodeClass: 'fire.nodes.save.NodeSaveAvro',
  name: 'Save Avro',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description:
    'Writes the rows as Avro files into a folder. The target changes only when the whole run has ended well. The input goes on unchanged.',
  fields: saveTarget,
  needs: ['avro'],
  unverified: 'Sail does not write Avro',
  examples: [
    {
      name: 'a path is enough',
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
      name: 'vectors, as they are or in lists, have no form in Avro',
      fields: { path: 'out' },
      input: table('id int, v array<vector>', []),
      error: 'the column "v" is of type array<vector>, which Avro cannot hold',
    },
    {
      name: 'overwrites on request',
      fields: { path: 'out', saveMode: 'overwrite' },
      input: table('id int', [[1]]),
      output: table('id int', [[1]]),
      saves: [{ format: 'avro', path: 'out', mode: 'overwrite' }],
    },
    {
      name: 'no rows are saved too',
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
