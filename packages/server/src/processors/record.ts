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
      description: 'The type of its value; layout: a heading of the form, without a value',
    }),
    widget: Type.String({ description: 'The widget of the stored field, by which older editors draw it' }),
    title: Type.String(),
    description: Type.String(),
    required: Type.Boolean(),
    default: Type.String({ description: 'The default value; empty if there is none' }),
    options: Nullable(Type.Array(Type.String(), { description: 'The allowed values; null for any' })),
    aliases: Type.Unsafe<Static<typeof Spelling>>({
      ...Spelling,
      description: 'Alternative spellings of options in graphs, each with its option',
    }),
    list: Type.Boolean({ description: 'True if the value is a JSON list as text; empty elements are ignored' }),
    rows: Nullable(
      Type.String({
        description: 'Lists with the same group name belong together: element i of each list forms one rule',
      }),
    ),
    input: Type.Integer({ description: 'The input whose columns it selects from, from 0' }),
  }),
);

const parts = {
  nodeClass: Type.String({ description: 'The class that nodes of a graph name' }),
  name: Type.String(),
  type: Type.String({ description: 'Its node type in the connection rules' }),
  category: Type.String({
    description: 'Its folder in the catalogue: names separated by slashes, from the outermost one',
  }),
  description: Type.String(),
  inputs: Type.Object({ min: Type.Integer(), max: Type.Integer() }, { description: 'The number of inputs it accepts' }),
  inputNames: Type.Array(Type.String(), {
    description: 'The names of its inputs in order, for targetAnchor of edges; empty if they have none',
  }),
  outputs: Type.Array(Type.String(), {
    description:
      'The names of its outputs in order, for sourceAnchor of edges; empty for a single output without a name',
  }),
  defaultOutput: Nullable(
    Type.String({
      description: 'The output of edges that name none; null if such edges take the outputs in the order of their ids',
    }),
  ),
  formerly: Type.Array(Type.String(), { description: 'Other classes by which graphs name it' }),
  unavailable: Nullable(Type.String({ description: 'Why it cannot run here; null if it can' })),
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
