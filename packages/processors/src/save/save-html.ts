import { processor } from '../kit/processor.ts';
import { documentExamples, documentFields, documentsDescription, saveDocuments } from './_saving-documents.ts';

export const saveHtml = processor({
  nodeClass: 'fire.nodes.save.NodeSaveHtml',
  name: 'Save HTML',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes a text column as web pages. Text that begins and ends with a tag is treated as HTML and written as it is, scripts included: a complete HTML document becomes the file if it is the only one in it; of several, only the content of their body elements is combined. All other text is escaped, with its line breaks kept. ${documentsDescription}`,
  fields: documentFields('html_output'),
  examples: documentExamples('html', 'html_output'),
  run: (context) => saveDocuments(context, 'html'),
});
