import { processor } from '../kit/processor.ts';
import { documentExamples, documentFields, documentsDescription, savedDocuments } from './_saving-documents.ts';

export const saveHtml = processor({
  nodeClass: 'fire.nodes.save.NodeSaveHtml',
  name: 'Save HTML',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes a column of text as web pages. Text that begins and ends with a tag is taken for HTML and stays as it is, scripts included: a whole HTML document that is alone in its file is the file, of several only what stands between their body tags is put together. All other text is shown letter for letter, lines kept. ${documentsDescription}`,
  fields: documentFields('html_output'),
  examples: documentExamples('html', 'html_output'),
  run: (context) => savedDocuments(context, 'html'),
});
