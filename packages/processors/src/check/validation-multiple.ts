import { functions as F, types, type Column, type StructType } from '@millrace/spark-connect';
import { choice, column, text } from '../kit/fields.ts';
import { number } from '../kit/number-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { checkNames, meets, type Check } from './_validation.ts';

const check = choice(['NONE', ...checkNames], { default: 'NONE', title: 'Check' });
const operandField = text({ title: 'Compare with', description: 'A length, a value or a date pattern' });
const conjunction = choice(['NONE', 'AND', 'OR'], { default: 'NONE', title: 'Join by' });

export const validationMultiple = processor({
  nodeClass: 'fire.nodes.etl.NodeValidationMultiple',
  name: 'Validate Fields Advanced',
  type: 'transform',
  category: 'Data-Validation',
  description:
    'Splits the rows into those that meet all rules and those that do not, and shows whether enough rows are valid. A rule has up to three checks of a column, joined from left to right. The checks are those of Validate Fields Simple; null meets only IS_NULL. Without rows, the percentage is null.',
  fields: {
    measureValue: number({ default: 80, min: 0, max: 100, title: 'Required percentage of valid rows' }),
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        functions1: check,
        values1: operandField,
        conditions1: conjunction,
        functions2: check,
        values2: operandField,
        conditions2: conjunction,
        functions3: check,
        values3: operandField,
      },
      { key: 'inputCols', required: true },
    ),
  },
  outputs: ['valid', 'invalid'],
  examples: [
    {
      name: 'joins checks from left to right; enough rows are valid',
      fields: {
        measureValue: '60',
        inputCols: ['n'],
        functions1: ['VALUE_GREATER_THAN'],
        values1: ['10'],
        conditions1: ['AND'],
        functions2: ['VALUE_LESS_THAN'],
        values2: ['20'],
        conditions2: ['OR'],
        functions3: ['IS_NULL'],
        values3: [''],
      },
      input: table('n int, z string', [
        [15, 'a'],
        [5, 'b'],
        [null, 'c'],
        [25, 'd'],
        [11, 'e'],
      ]),
      output: [
        table('n int, z string', [
          [15, 'a'],
          [null, 'c'],
          [11, 'e'],
        ]),
        table('n int, z string', [
          [5, 'b'],
          [25, 'd'],
        ]),
      ],
      ordered: true,
      results: [
        {
          type: 'table',
          title: 'Validation',
          data: table('rows bigint, valid bigint, percent double, successful boolean', [[5n, 3n, 60, true]]),
        },
      ],
    },
    {
      name: 'all columns must be valid; ignores checks after one that is not joined',
      fields: {
        inputCols: ['a.b', 'c'],
        functions1: ['IS_NOT_NULL', 'LENGTH_EQUALS'],
        values1: ['', '1'],
        conditions1: ['NONE', ''],
        functions2: ['IS_NULL', ''],
      },
      input: table('`a.b` int, c string', [
        [1, 'é'],
        [1, 'xx'],
        [null, 'x'],
      ]),
      output: [
        table('`a.b` int, c string', [[1, 'é']]),
        table('`a.b` int, c string', [
          [1, 'xx'],
          [null, 'x'],
        ]),
      ],
      results: [
        {
          type: 'table',
          data: table('rows bigint, valid bigint, percent double, successful boolean', [[3n, 1n, 100 / 3, false]]),
        },
      ],
    },
    {
      name: 'an empty input is neither successful nor failed',
      fields: { inputCols: ['a'], functions1: ['IS_NULL'] },
      input: table('a int', []),
      output: [table('a int', []), table('a int', [])],
      results: [
        {
          type: 'table',
          data: table('rows bigint, valid bigint, percent double, successful boolean', [[0n, 0n, null, null]]),
        },
      ],
    },
  ],
  run({ input, schema, fields, ...context }) {
    const all = fields.rules.map((rule) => holds(rule, schema, context)).reduce((one, other) => one.and(other));
    const [total, valid, percent] = [F.col('rows'), F.col('valid'), F.col('percent')];
    const share = valid.cast(types.double).times(F.lit(100, types.double)).dividedBy(total.cast(types.double));
    const verdict = input
      .agg(F.count().alias('rows'), F.call('count', F.when(all, 1)).alias('valid'))
      .withColumn('percent', F.when(total.gt(F.lit(0n)), share))
      .withColumn('successful', percent.gte(F.lit(fields.measureValue, types.double)));
    return {
      outputs: [input.filter(all), input.filter(all.not())],
      results: [{ type: 'table', title: 'Validation', data: verdict, limit: 1 }],
    };
  },
});

interface Rule {
  readonly inputCols: string;
  readonly functions1: Check | 'NONE';
  readonly values1?: string | undefined;
  readonly conditions1: 'NONE' | 'AND' | 'OR';
  readonly functions2: Check | 'NONE';
  readonly values2?: string | undefined;
  readonly conditions2: 'NONE' | 'AND' | 'OR';
  readonly functions3: Check | 'NONE';
  readonly values3?: string | undefined;
}

/** Whether a row meets the checks of one rule. A rule without checks holds. */
function holds(rule: Rule, schema: StructType, context: Pick<RunContext, 'engine' | 'now'>): Column {
  const condition = (name: Check | 'NONE', operand: string | undefined, field: string): Column | undefined =>
    name === 'NONE'
      ? undefined
      : meets({ column: rule.inputCols, check: name, operand: operand ?? '', field }, schema, context);
  const first = condition(rule.functions1, rule.values1, 'values1') ?? F.lit(true);
  const second = rule.conditions1 === 'NONE' ? undefined : condition(rule.functions2, rule.values2, 'values2');
  const two = join(first, rule.conditions1, second);
  const third =
    second === undefined || rule.conditions2 === 'NONE'
      ? undefined
      : condition(rule.functions3, rule.values3, 'values3');
  return join(two, rule.conditions2, third);
}

function join(left: Column, by: 'NONE' | 'AND' | 'OR', right: Column | undefined): Column {
  if (right === undefined || by === 'NONE') return left;
  return by === 'AND' ? left.and(right) : left.or(right);
}
