import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SparkError } from '@millrace/spark-connect';
import { parseWorkflow } from '@millrace/workflow';
import { explainFailure } from '../src/faults/explain-failure.ts';

const parsed = parseWorkflow({
  name: 'learns',
  nodes: [{ id: '1', name: 'all', nodeClass: 'fire.nodes.ml.NodePipeline', type: 'ml-pipeline', fields: [] }],
  edges: [],
});
const [node] = parsed.ok ? parsed.workflow.nodes : [];
assert.ok(node);

const textsOf = (message: string, errorClass?: string) => {
  const error = new SparkError(message, errorClass === undefined ? {} : { errorClass });
  const failure = explainFailure(error, node, undefined);
  return { message: failure?.message, remedy: failure?.remedy };
};

const raised = 'USER_RAISED_EXCEPTION';
const cases: readonly (readonly [string, string, string | undefined, string, RegExp])[] = [
  [
    'labels that are no classes',
    '[USER_RAISED_EXCEPTION] Labels MUST be in [0, 100), but got 1000.0 SQLSTATE: P0001',
    raised,
    'Labels MUST be in [0, 100), but got 1000.0',
    /String Indexer/,
  ],
  [
    'a missing label',
    '[USER_RAISED_EXCEPTION] Labels MUST NOT be Null or NaN SQLSTATE: P0001',
    raised,
    'Labels MUST NOT be Null or NaN',
    /rows without a label/,
  ],
  [
    'NaN in a vector',
    '[USER_RAISED_EXCEPTION] Vector values MUST NOT be NaN or Infinity, but got [NaN] SQLSTATE: P0001',
    raised,
    'Vector values MUST NOT be NaN or Infinity, but got [NaN]',
    /fill them/,
  ],
  [
    'a vector below 0 where counts are due',
    '[USER_RAISED_EXCEPTION] Vector values MUST NOT be Negative, NaN or Infinity, but got [-3.0] SQLSTATE: P0001',
    raised,
    'Vector values MUST NOT be Negative, NaN or Infinity, but got [-3.0]',
    /0 or more/,
  ],
  [
    'a label that is text',
    'requirement failed: Column y must be of type numeric but was actually of type string.',
    undefined,
    'column "y" is not numeric',
    /String Indexer/,
  ],
  [
    'a place beyond the size of vectors',
    'Job aborted due to stage failure: Task 0 in stage 5.0 failed 1 times, most recent failure: Lost task 0.0 in stage 5.0 (TID 7) (localhost executor driver): java.lang.IllegalArgumentException: requirement failed: Index 2 out of bounds for vector of size 2\n\tat scala.Predef$.require(Predef.scala:337)',
    undefined,
    'element 3 is set in a vector of 2',
    /at least that size/,
  ],
  [
    'features that are no vectors',
    'requirement failed: Column x must be of type class org.apache.spark.ml.linalg.VectorUDT:struct<type:tinyint> but was actually class org.apache.spark.sql.types.DoubleType$:double.',
    undefined,
    'column "x" does not contain vectors',
    /Vector Assembler/,
  ],
  [
    'no rows',
    'ML algorithm was given empty dataset.',
    undefined,
    'there are no rows to train on',
    /nodes before this one remove/,
  ],
  [
    'no rows, told by a task',
    'Job aborted due to stage failure: Task 0 in stage 859.0 failed 1 times, most recent failure: Lost task 0.0 in stage 859.0 (TID 1443) (localhost executor driver): java.lang.IllegalArgumentException: requirement failed: Nothing has been added to this summarizer.\n\tat scala.Predef$.require(Predef.scala:337)',
    undefined,
    'there are no rows to train on',
    /nodes before this one remove/,
  ],
  [
    'vectors of another size than the model knows',
    '[FAILED_EXECUTE_UDF] User defined function (`ProbabilisticClassificationModel$$Lambda/0x1`: (struct<type:tinyint,size:int>) => struct<type:tinyint>) failed due to: java.lang.IllegalArgumentException: requirement failed: A & B Dimension mismatch!. SQLSTATE: 39000',
    'FAILED_EXECUTE_UDF',
    'A & B Dimension mismatch!.',
    /columns that it was trained on/,
  ],
  [
    'a null in a row of a vector',
    'Job aborted due to stage failure: Task 0 in stage 3.0 failed 1 times, most recent failure: Lost task 0.0 in stage 3.0 (TID 3) (localhost executor driver): org.apache.spark.SparkException: Encountered null while assembling a row with handleInvalid = "error".\n\tat x',
    undefined,
    'a value for a vector is null',
    /skip or keep/,
  ],
];

describe('what Spark ML complains of is told in plain words with a remedy', () => {
  for (const [name, message, errorClass, words, remedy] of cases)
    test(name, () => {
      const failure = textsOf(message, errorClass);
      assert.equal(failure.message, words);
      assert.match(failure.remedy ?? '', remedy);
    });

  test('where something failed is left out of any message', () => {
    const { message } = textsOf(
      'Job aborted due to stage failure: Task 1 in stage 7.0 failed 1 times, most recent failure: Lost task 1.0 in stage 7.0 (TID 20) (localhost executor driver): java.lang.IllegalStateException: out of luck\n\tat x',
    );
    assert.equal(message, 'out of luck');
  });
});
