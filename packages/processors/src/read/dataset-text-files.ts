import { inputFileNames } from './_unverified.ts';
import { functions as F } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { fileSpaceName, inputFileName } from './_file-name.ts';
import { addresses, unorderedFiles } from './_locate.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { addInputFileName, inputPath } from './_reader-fields.ts';

export const datasetTextFiles = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetTextFiles',
  name: 'TextFiles',
  type: 'dataset',
  category: 'Data-Connectors/Input/Unstructured-Files',
  description: 'Reads UTF-8 text files, one row per line, empty lines included. Lines may end with \\n, \\r\\n or \\r.',
  fields: {
    path: inputPath(),
    outputCol: text({ default: 'lines', title: 'Output column' }),
    addInputFileName: addInputFileName(),
  },
  examples: [
    {
      name: 'gives one row per line, with spaces and empty lines',
      fields: { path: 'a.txt' },
      files: { 'a.txt': 'one\n two \r\n\nthree\rfour, "five"' },
      output: table('lines string', [['one'], [' two '], [''], ['three'], ['four, "five"']]),
      ordered: true,
    },
    {
      name: 'reads a folder with Unicode text into a renamed column; an empty file gives no row',
      fields: { path: 'in', outputCol: 'a.b c' },
      files: { 'in/b.txt': '日本\n', 'in/a.log': 'é', 'in/empty.txt': '', 'in/.hidden': 'no' },
      output: table('`a.b c` string', [['é'], ['日本']]),
    },
    {
      name: 'an empty file gives no rows',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '' },
      output: table('lines string', []),
    },
    {
      name: 'adds the path of each row’s file in the file space',
      fields: { path: 'in/*.txt', addInputFileName: 'true' },
      files: { 'in/a 1%.txt': 'x\ny\n', 'in/b+ü.txt': 'z' },
      output: table('lines string, input_file_name string', [
        ['x', 'in/a 1%.txt'],
        ['y', 'in/a 1%.txt'],
        ['z', 'in/b+ü.txt'],
      ]),
      unverified: 'input file names',
    },
    {
      name: 'rejects a missing file and names it',
      fields: { path: 'no/such.txt' },
      error: 'file not found: "no/such.txt"',
    },
  ],
  async run({ fields, ...context }) {
    const location = await context.files.input(fields.path, 'lines');
    const lines = context.session.read.text(...addresses(location.paths, context.engine));
    const nameColumns = fields.addInputFileName
      ? [fileSpaceName(F.call(inputFileName), context, { encoded: true }).alias(inputFileName)]
      : [];
    const unordered = unorderedFiles(location);
    return {
      outputs: [lines.select(F.columnNamed('value').alias(fields.outputCol), ...nameColumns)],
      ...(fields.addInputFileName ? { unverified: inputFileNames } : {}),
      ...(unordered === undefined ? {} : { unordered }),
    };
  },
});
