import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { inputPath } from './_reader-fields.ts';
import { wholeFiles } from './_whole-files.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

export const datasetBinaryFiles = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetBinaryFiles',
  name: 'Binary Files',
  type: 'dataset',
  category: 'Data-Connectors/Input/Unstructured-Files',
  description: 'Reads files whole, one row a file: its path in the file space and its bytes. Empty files give none.',
  fields: {
    path: inputPath(),
    fileNameCol: text({ default: 'fileName', title: 'Column of the file’s name' }),
    binaryContentCol: text({ default: 'content', title: 'Column of the content' }),
  },
  examples: [
    {
      name: 'the files of a folder; hidden ones and folders in it do not count',
      fields: { path: 'in' },
      files: { 'in/a b.bin': bytes(0, 255, 10), 'in/ü+1%.txt': 'x', 'in/_tmp': 'no', 'in/sub/c.bin': 'no' },
      output: table('fileName string, content binary', [
        ['in/a b.bin', bytes(0, 255, 10)],
        ['in/ü+1%.txt', bytes(120)],
      ]),
    },
    {
      name: 'one file under other names of the columns, brackets in its name',
      fields: { path: 'a[1].bin', fileNameCol: 'file', binaryContentCol: 'a.b' },
      files: { 'a[1].bin': bytes(1), 'a1.bin': bytes(2) },
      output: table('file string, `a.b` binary', [['a[1].bin', bytes(1)]]),
    },
    {
      name: 'an empty file is no row',
      fields: { path: '*.bin' },
      files: { 'a.bin': '' },
      output: table('fileName string, content binary', []),
    },
    {
      name: 'a pattern without a file fails',
      fields: { path: '*.png' },
      files: { 'a.bin': '' },
      error: 'no file matches "*.png"',
    },
  ],
  run: ({ fields, ...context }) =>
    wholeFiles(fields.path, 'bytes', { file: fields.fileNameCol, content: fields.binaryContentCol }, context),
});
