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
  description: 'Reads text files in UTF-8, one row a line. Empty lines are rows too; line ends of all systems count.',
  fields: {
    path: inputPath(),
    outputCol: text({ default: 'lines', title: 'Output column' }),
    addInputFileName: addInputFileName(),
  },
  examples: [
    {
      name: 'one row a line, blanks and empty lines kept',
      fields: { path: 'a.txt' },
      files: { 'a.txt': 'one\n two \r\n\nthree\rfour, "five"' },
      output: table('lines string', [['one'], [' two '], [''], ['three'], ['four, "five"']]),
      ordered: true,
    },
    {
      name: 'files of a folder under another name of the column; unicode; an empty file adds nothing',
      fields: { path: 'in', outputCol: 'a.b c' },
      files: { 'in/b.txt': '日本\n', 'in/a.log': 'é', 'in/empty.txt': '', 'in/.hidden': 'no' },
      output: table('`a.b c` string', [['é'], ['日本']]),
    },
    {
      name: 'an empty file has no rows',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '' },
      output: table('lines string', []),
    },
    {
      name: 'the file of each row is named by its path in the file space',
      fields: { path: 'in/*.txt', addInputFileName: 'true' },
      files: { 'in/a 1%.txt': 'x\ny\n', 'in/b+ü.txt': 'z' },
      output: table('lines string, input_file_name string', [
        ['x', 'in/a 1%.txt'],
        ['y', 'in/a 1%.txt'],
        ['z', 'in/b+ü.txt'],
      ]),
      unverified: 'names of input files',
    },
    { name: 'a missing file is named', fields: { path: 'no/such.txt' }, error: 'there is no file "no/such.txt"' },
  ],
  async run({ fields, ...context }) {
    const location = await context.files.input(fields.path, 'lines');
    const lines = context.session.read.text(...addresses(location.paths, context.engine));
    const named = fields.addInputFileName
      ? [fileSpaceName(F.call(inputFileName), context, { encoded: true }).alias(inputFileName)]
      : [];
    const unordered = unorderedFiles(location);
    return {
      outputs: [lines.select(F.columnNamed('value').alias(fields.outputCol), ...named)],
      ...(fields.addInputFileName ? { unverified: 'names of input files' } : {}),
      ...(unordered === undefined ? {} : { unordered }),
    };
  },
});
