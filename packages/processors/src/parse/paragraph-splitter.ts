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
    'Reads a text file and gives one row a paragraph. Blank lines part paragraphs; lines at the top and bottom can be dropped first. Line ends inside a paragraph stay, blanks around it do not. An input only says when: its rows do not matter.',
  inputs: { min: 0, max: 1 },
  fields: {
    filePath: path({ title: 'Path' }),
    outputCol: text({ default: 'paragraphs', title: 'Output column' }),
    dropTopRows: integer({ default: 0, min: 0, title: 'Lines to drop at the top' }),
    dropBottomRows: integer({ default: 0, min: 0, title: 'Lines to drop at the bottom' }),
  },
  examples: [
    {
      name: 'blank lines part paragraphs, lines of blanks too',
      fields: { filePath: 'a.txt' },
      files: { 'a.txt': 'One\ntwo.\n\n  \n\nThree – é.\r\n\r\nFour' },
      output: table('paragraphs string', [['One\ntwo.'], ['Three – é.'], ['Four']]),
      ordered: true,
    },
    {
      name: 'title and signature dropped; another name of the column',
      fields: { filePath: 'a.txt', outputCol: 'p', dropTopRows: '2', dropBottomRows: '1' },
      files: { 'a.txt': 'Title\n=====\nText\n\nMore\nSigned\n' },
      output: table('p string', [['Text'], ['More']]),
      ordered: true,
    },
    {
      name: 'nothing is left when more lines are dropped than there are',
      fields: { filePath: 'a.txt', dropTopRows: '5', dropBottomRows: '5' },
      files: { 'a.txt': 'Text\n' },
      output: table('paragraphs string', []),
    },
    {
      name: 'an empty file has no paragraphs',
      fields: { filePath: 'a.txt' },
      files: { 'a.txt': '' },
      output: table('paragraphs string', []),
    },
    { name: 'a missing file is named', fields: { filePath: 'b.txt' }, error: 'there is no file "b.txt"' },
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
