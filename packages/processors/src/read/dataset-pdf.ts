import { types } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { inputPath } from './_reader-fields.ts';

export const datasetPdf = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetPDF',
  name: 'PDF',
  type: 'dataset',
  category: 'Data-Connectors/Input/Unstructured-Files',
  description:
    'Reads the text of PDF files, one row per file: its path in the file space and the text of its pages in order. Text in images is not recognized. A file that is not a PDF fails the run.',
  fields: {
    path: inputPath(),
    fileNameCol: text({ default: 'fileName', title: 'File name column' }),
    contentCol: text({ default: 'content', title: 'Text column' }),
  },
  examples: [
    {
      name: 'rejects a file that is not a PDF and names it',
      fields: { path: 'a.pdf' },
      files: { 'a.pdf': 'plain text' },
      error: '"a.pdf" cannot be read as a PDF: it is no PDF',
    },
    { name: 'rejects a missing file and names it', fields: { path: 'b.pdf' }, error: 'file not found: "b.pdf"' },
  ],
  async run({ fields, session, files }) {
    const texts = await files.pdfText(fields.path);
    const schema = types.struct([
      types.field(fields.fileNameCol, types.string),
      types.field(fields.contentCol, types.string),
    ]);
    return session.createDataFrame(
      texts.map(({ file, text: content }) => [file, content]),
      schema,
    );
  },
});
