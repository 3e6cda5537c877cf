import { flag } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { documentExamples, documentFields, documentsDescription, saveDocuments } from './_saving-documents.ts';
import { download } from './_saving.ts';

export const savePdf = processor({
  nodeClass: 'fire.nodes.save.NodeSavePdf',
  name: 'Save PDF',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes a text column as PDF documents on A4 pages with long lines wrapped. The built-in fonts cover nearly all scripts; other characters become � with a warning. Right-to-left words are in order only on lines without other text. ${documentsDescription}`,
  fields: {
    ...documentFields('pdf_output'),
    enableDownloadLink: flag({ default: false, title: 'Show the documents in the results', widget: 'array_single' }),
  },
  examples: [
    ...documentExamples('pdf', 'pdf_output'),
    {
      name: 'shows the documents in the results',
      fields: { outputPath: 'out', content: 'text', enableDownloadLink: 'true' },
      input: table('text string', [['a']]),
      output: table('text string', [['a']]),
      results: [{ type: 'text', title: 'Saved documents', text: 'out' }],
    },
  ],
  run(context) {
    const { outputPath, enableDownloadLink } = context.fields;
    const outcome = saveDocuments(context, 'pdf');
    return enableDownloadLink ? { ...outcome, results: [download(outputPath, 'Saved documents')] } : outcome;
  },
});
