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
  description:
    'Reads whole files, one row per file: its path in the file space and its bytes. Empty files give no row.',
  fields: {
    path: inputPath(),
    fileNameCol: text({ default: 'fileName', title: 'File name column' }),
    binaryContentCol: text({ default: 'content', title: 'Content column' }),
  },
  examples: [
    {
      name: 'reads the files of a folder, without hidden files and subfolders',
      fields: { path: 'in' },
      files: { 'in/a b.bin': bytes(0, 255, 10), 'in/ü+1%.txt': 'x', 'in/_tmp': 'no', 'in/sub/c.bin': 'no' },
      output: table('fileName string, content binary', [
        ['in/a b.bin', bytes(0, 255, 10)],
        ['in/ü+1%.txt', bytes(120)],
      ]),
    },
    {
      name: 'reads one file with brackets in its name into renamed columns',
      fields: { path: 'a[1].bin', fileNameCol: 'file', binaryContentCol: 'a.b' },
      files: { 'a[1].bin': bytes(1), 'a1.bin': bytes(2) },
      output: table('file string, `a.b` binary', [['a[1].bin', bytes(1)]]),
    },
    {
      name: 'an empty file gives no row',
      fields: { path: '*.bin' },
      files: { 'a.bin': '' },
      output: table('fileName string, content binary', []),
    },
    {
      name: 'rejects a pattern that matches no file',
      fields: { path: '*.png' },
      files: { 'a.bin': '' },
      error: 'no file matches "*.png"',
    },
  ],
  run: ({ fields, ...context }) =>
    wholeFiles(fields.path, 'bytes', { file: fields.fileNameCol, content: fields.binaryContentCol }, context),
});
