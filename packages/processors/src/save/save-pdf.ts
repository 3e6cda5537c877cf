import { flag } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { documentExamples, documentFields, documentsDescription, savedDocuments } from './_saving-documents.ts';
import { download } from './_saving.ts';

export const savePdf = processor({
  nodeClass: 'fire.nodes.save.NodeSavePdf',
  name: 'Save PDF',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes a column of text as PDF documents on A4 pages, long lines wrapped. Letters of nearly all scripts are in the fonts that come with it; others become � with a warning, and words of text from right to left stand in order only where nothing else shares their line. ${documentsDescription}`,
  fields: {
    ...documentFields('pdf_output'),
    enableDownloadLink: flag({ default: false, title: 'Offer the documents in the results', widget: 'array_single' }),
  },
  examples: [
    ...documentExamples('pdf', 'pdf_output'),
    {
      name: 'a link in the results',
      fields: { outputPath: 'out', content: 'text', enableDownloadLink: 'true' },
      input: table('text string', [['a']]),
      output: table('text string', [['a']]),
      results: [{ type: 'text', title: 'Saved documents', text: 'out' }],
    },
  ],
  run(context) {
    const { outputPath, enableDownloadLink } = context.fields;
    const outcome = savedDocuments(context, 'pdf');
    return enableDownloadLink ? { ...outcome, results: [download(outputPath, 'Saved documents')] } : outcome;
  },
});
