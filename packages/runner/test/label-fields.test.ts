import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineStartError } from '@millrace/engines';
import { runError } from '@millrace/errors';
import { FieldError } from '@millrace/processors';
import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { parseWorkflow, type FieldSpec, type ProcessorSpec } from '@millrace/workflow';
import { explainFailure } from '../src/faults/explain-failure.ts';
import { withLabels } from '../src/faults/label-fields.ts';

const field = (name: string, title: string): FieldSpec => ({
  ...{ name, title },
  ...{ kind: 'text', widget: 'textfield', required: false },
});
const spec: ProcessorSpec = {
  ...{ nodeClass: 'fire.nodes.ml.NodeAny', name: 'Any', type: 'transform', category: 'ml', description: 'Any' },
  fields: [
    field('weightCol', 'Weight column'),
    field('labelCol', 'Label column'),
    field('k', 'Number of clusters'),
    field('url', 'url'),
    field('untitled', ''),
  ],
  inputs: { min: 1, max: 1 },
  outputs: [],
};

const parsed = parseWorkflow({
  name: 'any',
  nodes: [{ id: '1', name: 'Any', nodeClass: spec.nodeClass, type: spec.type, fields: [] }],
  edges: [],
});
const [node] = parsed.ok ? parsed.workflow.nodes : [];
assert.ok(node);

describe('a sentence about a node calls its fields by their labels', () => {
  const cases: readonly (readonly [name: string, sentence: string, labelled: string])[] = [
    ['one field', 'field "weightCol" is required', 'field "Weight column" is required'],
    [
      'a field behind a value that has its name',
      'invalid value "weightCol" for field "weightCol": must be a number',
      'invalid value "weightCol" for field "Weight column": must be a number',
    ],
    [
      'two fields',
      'fields "weightCol" and "labelCol" name the same column "labelCol"',
      'fields "Weight column" and "Label column" name the same column "labelCol"',
    ],
    [
      'three fields',
      'set one of the fields "weightCol", "labelCol" or "k"',
      'set one of the fields "Weight column", "Label column" or "Number of clusters"',
    ],
    [
      'a list with a comma before its last word',
      'fields "weightCol", "labelCol", and "k" differ',
      'fields "Weight column", "Label column", and "Number of clusters" differ',
    ],
    [
      'two places',
      'field "k" must be less than field "weightCol"',
      'field "Number of clusters" must be less than field "Weight column"',
    ],
    ['the first word of a sentence', 'Field "k" is required', 'Field "Number of clusters" is required'],
    ['a name that is its label', 'field "url" is required', 'field "url" is required'],
    ['a field without a label', 'field "untitled" is required', 'field "untitled" is required'],
    ['a field of another node', 'field "saveMode" is required', 'field "saveMode" is required'],
    ['one that is known among others', 'fields "saveMode" and "k"', 'fields "saveMode" and "Number of clusters"'],
    ['other words in quotes', 'column "k" is not in "labelCol"', 'column "k" is not in "labelCol"'],
    ['a longer word', 'subfield "k" and fieldset "k"', 'subfield "k" and fieldset "k"'],
    ['a name elsewhere', 'the field is "k"', 'the field is "k"'],
  ];
  for (const [name, sentence, labelled] of cases)
    test(name, () => {
      assert.equal(withLabels(sentence, spec), labelled);
      assert.equal(withLabels(sentence, undefined), sentence);
    });
});

describe('a failed node', () => {
  const explain = (error: unknown, of: ProcessorSpec | undefined = spec) => explainFailure(error, node, of);

  test('has labels in message and remedy, and the stored name of its field', () => {
    const error = new FieldError('weightCol', 'field "weightCol" is required', 'set field "weightCol" or "labelCol"');
    assert.deepEqual(explain(error), {
      code: 'BAD_FIELD',
      message: 'field "Weight column" is required',
      remedy: 'set field "Weight column" or "Label column"',
      field: 'weightCol',
    });
    assert.equal(explainFailure(error, node, undefined)?.message, error.message);
  });

  test('has the code, the field and the labels of an error of the table', () => {
    const error = runError('not-utf8', { file: 'a.txt', content: 'text in UTF-16' }, { field: 'path' });
    const reader = { ...spec, fields: [field('encoding', 'Character set')] };
    assert.deepEqual(explain(error, reader), {
      code: 'WRONG_KIND',
      message: 'file "a.txt" is text in UTF-16, not UTF-8',
      remedy: 'set field "Character set" to UTF-16 if the reader has it, or save the file as UTF-8',
      field: 'path',
    });
  });

  test('keeps the words of Spark, and has labels in our remedy', () => {
    const error = new SparkError('source vector size 2 must be no less than k=3 in field "k"');
    assert.deepEqual(explain(error), {
      code: 'ENGINE_ERROR',
      message: 'source vector size 2 must be no less than k=3 in field "k"',
      remedy: 'set field "Number of clusters" to at most the size of the vectors',
    });
  });

  test('tells engines that did not start, ended or found no space from faults of the query', () => {
    assert.equal(explain(new EngineStartError('sail', 'sail did not start'))?.code, 'ENGINE_START');
    assert.equal(explain(new ConnectionLostError('sail ended during the run: exit code 1'))?.code, 'ENGINE_LOST');
    assert.deepEqual(explain(new SparkError('IO error: No space left on device (os error 28)')), {
      code: 'DISK_FULL',
      message: 'a disk that the engine writes to has no space left',
      remedy: 'free space on the disk of the temporary folder (TMPDIR), or on the disk of the target of a save',
    });
  });

  test('is not what a fault of Millrace itself is taken for', () => {
    assert.equal(explain(new TypeError('x is not a function')), undefined);
  });
});
