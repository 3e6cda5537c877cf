import type { Processor } from '@millrace/processors';
import type { FieldKind, FieldSpec } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import { component, Nullable } from '../http/types.ts';

const kinds = [
  'text',
  'integer',
  'number',
  'boolean',
  'choice',
  'column',
  'expression',
  'sql',
  'path',
  'url',
  'dataset',
  'model',
  'type',
  'format',
  'code',
  'layout',
] as const satisfies readonly FieldKind[];

const Spelling = Type.Record(Type.String(), Type.String());

export const ProcessorField = component(
  'ProcessorField',
  Type.Object({
    name: Type.String({ description: 'Its name in the graph' }),
    kind: Type.Enum([...kinds], {
      description: 'What its text means; layout: a heading of a form, which holds nothing',
    }),
    widget: Type.String({ description: 'How older editors draw it: the widget of a stored field' }),
    title: Type.String(),
    description: Type.String(),
    required: Type.Boolean(),
    default: Type.String({ description: 'What counts where the graph says nothing; empty where there is none' }),
    options: Nullable(Type.Array(Type.String(), { description: 'The values that it may have; null: any' })),
    aliases: Type.Unsafe<Static<typeof Spelling>>({
      ...Spelling,
      description: 'Other spellings of options that graphs hold, each with its option',
    }),
    list: Type.Boolean({ description: 'The value is a JSON list in text; an empty element is not used' }),
    rows: Nullable(
      Type.String({
        description: 'Lists of one such name belong together row by row: element i of each makes one rule',
      }),
    ),
    input: Type.Integer({ description: 'The input whose columns it picks from, from 0' }),
  }),
);

const parts = {
  nodeClass: Type.String({ description: 'What a node of a graph names' }),
  name: Type.String(),
  type: Type.String({ description: 'Its type in the rules of nodes, which say what may follow what' }),
  category: Type.String({ description: 'Where it stands in the list: names between strokes, from the outermost in' }),
  description: Type.String(),
  inputs: Type.Object({ min: Type.Integer(), max: Type.Integer() }, { description: 'How many inputs it takes' }),
  inputNames: Type.Array(Type.String(), {
    description: 'Names of its inputs in order, for targetAnchor of edges; empty where they have none',
  }),
  outputs: Type.Array(Type.String(), {
    description: 'Names of its outputs in order, for sourceAnchor of edges; empty for a single one without a name',
  }),
  defaultOutput: Nullable(
    Type.String({
      description: 'The output that edges carry which name none; null: they take the outputs in the order of their ids',
    }),
  ),
  formerly: Type.Array(Type.String(), { description: 'Other classes under which graphs name it' }),
  unavailable: Nullable(Type.String({ description: 'Why it cannot run here; null where it can' })),
  fields: Type.Array(ProcessorField, { description: 'In the order of a form' }),
};

/** A processor, for who draws graphs. */
export const ProcessorRecord = component('Processor', Type.Object(parts));

export const processorParts = parts;

export function processorRecord(processor: Processor): Static<typeof ProcessorRecord> {
  const { nodeClass, name, type, category, description, inputs, inputNames = [], outputs, formerly } = processor;
  return {
    nodeClass,
    name,
    type,
    category,
    description,
    inputs,
    inputNames: [...inputNames],
    outputs: [...outputs],
    defaultOutput: processor.defaultOutput ?? null,
    formerly: [...formerly],
    unavailable: processor.unavailable ?? null,
    fields: processor.fields.map(fieldRecord),
  };
}

const fieldRecord = (field: FieldSpec): Static<typeof ProcessorField> => ({
  name: field.name,
  kind: field.kind,
  widget: field.widget,
  title: field.title,
  description: field.description ?? '',
  required: field.required,
  default: field.default ?? '',
  options: field.options === undefined ? null : [...field.options],
  aliases: { ...field.aliases },
  list: field.list ?? false,
  rows: field.rows ?? null,
  input: field.input ?? 0,
});
