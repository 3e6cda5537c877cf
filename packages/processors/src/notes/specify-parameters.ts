import { rows } from '../kit/list-fields.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';

export const specifyParameters = processor({
  nodeClass: 'fire.nodes.util.NodeSpecifyParameters',
  name: 'Specify Parameters',
  type: 'doc',
  category: 'Data-Preparation/Control-Structures',
  description:
    'Gives parameters their values: `$name` and `${name}` in the fields of all other nodes stand for them. It has no edges; a value given for a run goes before it.',
  fields: {
    parameters: rows(
      { names: text({ required: true, title: 'Name' }), values: text({ title: 'Value' }) },
      { key: 'names', widgets: { names: 'key_array', values: 'value_array' } },
    ),
  },
  examples: [],
  run: () => ({ outputs: [] }),
});
