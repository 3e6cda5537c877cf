import { rows } from '../kit/list-fields.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';

export const specifyParameters = processor({
  nodeClass: 'fire.nodes.util.NodeSpecifyParameters',
  name: 'Specify Parameters',
  type: 'doc',
  category: 'Data-Preparation/Control-Structures',
  description:
    'Sets the values of parameters: `$name` and `${name}` in the fields of all other nodes are replaced by them. It has no edges. A value passed to a run takes precedence.',
  fields: {
    parameters: rows(
      { names: text({ required: true, title: 'Name' }), values: text({ title: 'Value' }) },
      { key: 'names', widgets: { names: 'key_array', values: 'value_array' } },
    ),
  },
  examples: [],
  run: () => ({ outputs: [] }),
});
