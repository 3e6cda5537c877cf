import { types } from '@millrace/spark-connect';
import { integer } from '../kit/number-fields.ts';
import { path, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const paragraphSplitter = processor({
  nodeClass: 'fire.nodes.etl.NodeParagraphSplitter',
  name: 'Paragraph Splitter',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Reads a text file and returns one row for each paragraph. Blank lines separate paragraphs; lines at the top and bottom can be dropped first. Line breaks inside a paragraph are kept; white space around it is removed. An input only determines when the file is read; its rows are ignored.',
  inputs: { min: 0, max: 1 },
  fields: {
    filePath: path({ title: 'Path' }),
    outputCol: text({ default: 'paragraphs', title: 'Output column' }),
    dropTopRows: integer({ default: 0, min: 0, title: 'Lines to drop at the top' }),
    dropBottomRows: integer({ default: 0, min: 0, title: 'Lines to drop at the bottom' }),
  },
  examples: [
    {
      name: 'separates paragraphs by blank lines, also lines of spaces',
      fields: { filePath: 'a.txt' },
      files: { 'a.txt': 'One\ntwo.\n\n  \n\nThree – é.\r\n\r\nFour' },
      output: table('paragraphs string', [['One\ntwo.'], ['Three – é.'], ['Four']]),
      ordered: true,
    },
    {
      name: 'drops title and signature; takes another column name',
      fields: { filePath: 'a.txt', outputCol: 'p', dropTopRows: '2', dropBottomRows: '1' },
      files: { 'a.txt': 'Title\n=====\nText\n\nMore\nSigned\n' },
      output: table('p string', [['Text'], ['More']]),
      ordered: true,
    },
    {
      name: 'returns no rows if more lines are dropped than there are',
      fields: { filePath: 'a.txt', dropTopRows: '5', dropBottomRows: '5' },
      files: { 'a.txt': 'Text\n' },
      output: table('paragraphs string', []),
    },
    {
      name: 'returns no rows for an empty file',
      fields: { filePath: 'a.txt' },
      files: { 'a.txt': '' },
      output: table('paragraphs string', []),
    },
    { name: 'names a missing file', fields: { filePath: 'b.txt' }, error: 'file not found: "b.txt"' },
  ],
  async run({ fields, files, session }) {
    const lines = (await files.text(fields.filePath)).replace(/(\r\n?|\n)$/, '').split(/\r\n?|\n/);
    const body = lines.slice(fields.dropTopRows, Math.max(fields.dropTopRows, lines.length - fields.dropBottomRows));
    const paragraphs = body
      .join('\n')
      .split(/\n(?:[^\S\n]*\n)+/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== '');
    return session.createDataFrame(
      paragraphs.map((paragraph) => [paragraph]),
      types.struct([types.field(fields.outputCol, types.string)]),
    );
  },
});
