import { processor } from '../kit/processor.ts';
import { documentExamples, documentFields, documentsDescription, saveDocuments } from './_saving-documents.ts';

export const saveDocx = processor({
  nodeClass: 'fire.nodes.save.NodeSaveDocx',
  name: 'Save DOCX',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes a text column as Word documents (Office Open XML), one paragraph per line. ${documentsDescription}`,
  fields: documentFields('docx_output'),
  examples: documentExamples('docx', 'docx_output'),
  run: (context) => saveDocuments(context, 'docx'),
});
