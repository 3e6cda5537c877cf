import type { Catalogue, FieldSpec, ProcessorSpec } from '../../src/index.ts';

export function field(name: string, more: Partial<FieldSpec> = {}): FieldSpec {
  return { name, kind: 'text', widget: 'textfield', title: name, required: false, ...more };
}

type Row = Partial<ProcessorSpec> & { readonly type: string };

function spec(nodeClass: string, row: Row): ProcessorSpec {
  const reader = row.type === 'dataset' || row.type === 'sparkstreaming';
  const joins = row.type === 'join';
  return {
    nodeClass,
    name: nodeClass,
    category: 'Test',
    description: '',
    fields: [],
    inputs: reader ? { min: 0, max: 0 } : joins ? { min: 2, max: 8 } : { min: 1, max: 1 },
    outputs: [],
    ...row,
  };
}

/** A small catalogue with one processor for each thing that validation looks at. */
const ROWS: Readonly<Record<string, Row>> = {
  'a.Read': { type: 'dataset', fields: [field('dataset', { kind: 'dataset', required: true })] },
  'a.Pass': {
    type: 'transform',
    fields: [
      field('n', { kind: 'integer', default: '10' }),
      field('share', { kind: 'number', title: 'Share of rows' }),
      field('header', { kind: 'boolean' }),
      field('mode', { kind: 'choice', options: ['append', 'overwrite'], aliases: { '1': 'append' } }),
      field('column', { kind: 'column' }),
      field('columns', { kind: 'column', list: true }),
      field('tab', { kind: 'layout', required: true }),
      field('note'),
    ],
  },
  'a.Cast': { type: 'transform', fields: [field('to', { kind: 'type', options: ['INTEGER', 'DATE', 'DECIMAL'] })] },
  'a.Need': {
    type: 'transform',
    fields: [field('sql', { kind: 'sql', required: true }), field('limit', { required: true, default: '5' })],
  },
  'a.Rows': {
    type: 'transform',
    fields: [
      field('names', { list: true, rows: 'rules', inRow: 'key' }),
      field('expressions', { kind: 'expression', list: true, rows: 'rules', inRow: 'required' }),
      field('notes', { list: true, rows: 'rules' }),
      field('keys', { kind: 'column', list: true }),
    ],
  },
  'a.Save': {
    type: 'transform',
    fields: [
      field('path', { kind: 'path', writes: 'by-mode' }),
      field('saveMode', {
        kind: 'choice',
        options: ['Append', 'Overwrite', 'ErrorIfExists', 'Ignore'],
        default: 'Append',
      }),
    ],
  },
  'a.Keep': { type: 'ml-modelsave', fields: [field('path', { kind: 'path', writes: 'version', default: 'models' })] },
  'a.Matrix': { type: 'transform', fields: [field('to', { kind: 'path', writes: 'replacing' })] },
  'a.Split': { type: 'transform', outputs: ['First', 'Second'] },
  'a.Summary': { type: 'transform', outputs: ['summary', 'input'], defaultOutput: 'input' },
  'a.Join': {
    type: 'join',
    inputNames: ['Left', 'Right'],
    fields: [field('right', { kind: 'column', input: 1 })],
  },
  'a.Union': { type: 'join', inputNames: ['multiInput'] },
  'a.Index': { type: 'ml-transformer' },
  'a.Learn': { type: 'ml-estimator' },
  'a.Pipeline': { type: 'ml-pipeline' },
  'a.Predict': { type: 'ml-predict', inputs: { min: 1, max: 2 } },
  'a.Judge': { type: 'ml-evaluator' },
  'a.Scala': { type: 'scala' },
  'a.Stream': { type: 'sparkstreaming' },
  'a.Gone': { type: 'transform', unavailable: 'it needs a mail server' },
  'a.Note': { type: 'doc', inputs: { min: 0, max: 0 } },
};

const SPECS = new Map(Object.entries(ROWS).map(([nodeClass, row]) => [nodeClass, spec(nodeClass, row)]));

export const catalogue: Catalogue = { get: (nodeClass) => SPECS.get(nodeClass) };

export function typeOf(nodeClass: string): string {
  return SPECS.get(nodeClass)?.type ?? 'transform';
}
