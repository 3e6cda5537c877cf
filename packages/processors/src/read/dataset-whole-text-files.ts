import { functions as F, types } from '@millrace/spark-connect';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { inputPath } from './_reader-fields.ts';
import { wholeFiles } from './_whole-files.ts';

export const datasetWholeTextFiles = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetWholeTextFiles',
  name: 'Whole Text Files',
  type: 'dataset',
  category: 'Data-Connectors/Input/Unstructured-Files',
  description:
    'Reads whole UTF-8 text files, one row per file: its path in the file space in the column fileName and its text in the column content. Invalid bytes become the replacement character. Empty files give no row.',
  fields: { path: inputPath() },
  examples: [
    {
      name: 'keeps line endings in the text',
      fields: { path: 'in' },
      files: { 'in/a.txt': 'one\ntwo\r\n', 'in/b.txt': '日本 "x"' },
      output: table('fileName string, content string', [
        ['in/a.txt', 'one\ntwo\r\n'],
        ['in/b.txt', '日本 "x"'],
      ]),
    },
    {
      name: 'an empty file gives no row',
      fields: { path: 'a.txt' },
      files: { 'a.txt': '' },
      output: table('fileName string, content string', []),
    },
    {
      name: 'rejects a folder without files',
      fields: { path: 'in' },
      files: { 'in/sub/a.txt': 'x' },
      error: 'folder "in" contains no files of its own',
    },
  ],
  // Sail refuses such bytes loudly
  run: ({ fields, ...context }) =>
    wholeFiles(fields.path, 'document', { file: 'fileName', content: 'content' }, context, (bytes) => {
      const text = bytes.cast(types.string);
      return context.engine === 'spark' ? F.call('make_valid_utf8', text) : text;
    }),
});
