import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';

export const documentation = processor({
  nodeClass: 'fire.nodes.doc.NodeDocLarge',
  name: 'Notes',
  type: 'doc',
  category: 'Documentation',
  description: 'A note on the canvas. It has no edges and is never run.',
  fields: { comment: text({ widget: 'textarea_rich', description: 'The text of the note; rich text is preserved' }) },
  examples: [],
  run: () => ({ outputs: [] }),
});
