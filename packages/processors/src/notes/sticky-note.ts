import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';

export const stickyNote = processor({
  nodeClass: 'fire.nodes.doc.NodeStickyNote',
  name: 'Sticky Note',
  type: 'sticky',
  category: 'Documentation',
  description: 'A note with a colour and a size on the canvas. It has no edges and is never run.',
  fields: {
    bgColor: text({ default: 'gray', title: 'Colour' }),
    width: text({ default: '300px' }),
    height: text({ default: '110px' }),
    pushedToBack: text({ default: 'false', title: 'Behind the nodes' }),
    comment: text({ widget: 'textarea_rich', description: 'The text of the note; rich text is preserved' }),
  },
  examples: [],
  run: () => ({ outputs: [] }),
});
