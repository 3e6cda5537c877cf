import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import { choice, column, flag } from '../kit/fields.ts';
import { number } from '../kit/number-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { round } from '../kit/round.ts';

const names = ['log', 'sqrt', 'pow', 'exp', 'round', 'abs'] as const;
type Name = (typeof names)[number];

/** `scale` is the exponent of pow and the number of decimals of round. */
type MathFunction = (column: Column, type: DataType, scale: number | undefined, engine: RunContext['engine']) => Column;

const functions = {
  log: (c) => F.call('ln', c.cast(types.double)),
  sqrt: (c) => F.call('sqrt', c.cast(types.double)),
  pow: (c, _type, scale) => F.call('pow', c.cast(types.double), F.lit(scale ?? 2, types.double)),
  exp: (c) => F.call('exp', c.cast(types.double)),
  round: (c, type, scale, engine) => round(c, type, Math.trunc(scale ?? 0), engine),
  abs: (c) => F.call('abs', c),
} as const satisfies Record<Name, MathFunction>;

export const mathFunctionsMultiple = processor({
  nodeClass: 'fire.nodes.etl.NodeMathFunctionsMultiple',
  name: 'Math Functions',
  type: 'transform',
  category: 'Data-Preparation/Math',
  description:
    'Applies mathematical functions to numeric columns: natural logarithm, square root, power (with the scale as the exponent, 2 by default), exponential, rounding (with the scale as the number of decimal places, 0 by default) and absolute value. Each result replaces its column or is added as `<column>_<function>`. The logarithm of 0 or a negative number is null, and the square root of a negative number is NaN; nulls remain null. All functions apply to the input values.',
  fields: {
    functions: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        functions: choice(names, { required: true, title: 'Function' }),
        replaceExistingCols: flag({ default: true, title: 'Replace' }),
        scales: number({ title: 'Scale', description: 'Exponent of pow, decimal places of round' }),
      },
      { key: 'inputCols', required: true },
    ),
  },
  examples: [
    {
      name: 'computes square root, absolute value and rounding; nulls remain null',
      fields: {
        inputCols: ['x', 'n', 'x'],
        functions: ['sqrt', 'abs', 'round'],
        replaceExistingCols: ['false', 'true', 'false'],
        scales: ['', '', '1'],
      },
      input: table('x double, n int', [
        [2.25, -3],
        [-1, 3],
        [null, null],
        [0.25, 0],
      ]),
      output: table('x double, n int, x_sqrt double, x_round double', [
        [2.25, 3, 1.5, 2.3],
        [-1, 3, Number.NaN, -1],
        [null, null, null, null],
        [0.25, 0, 0.5, 0.3],
      ]),
    },
    {
      name: 'computes logarithm, power and exponential',
      unverified: 'last digits',
      fields: {
        inputCols: ['a.b', 'a.b', 'a.b', 'ü'],
        functions: ['log', 'pow', 'pow', 'exp'],
        replaceExistingCols: ['false', 'true', 'false', 'true'],
        scales: ['', '3', '', ''],
      },
      input: table('`a.b` int, `ü` double', [
        [1, 0],
        [0, Number.NEGATIVE_INFINITY],
        [-2, null],
      ]),
      output: table('`a.b` double, `ü` double, `a.b_log` double, `a.b_pow` double', [
        [1, 1, 0, 1],
        [0, 0, null, 0],
        [-8, null, null, 4],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCols: ['m'], functions: ['abs'], replaceExistingCols: ['false'] },
      input: table('m decimal(5,2)', []),
      output: table('m decimal(5,2), m_abs decimal(5,2)', []),
    },
    {
      name: 'rejects a column that is not numeric',
      fields: { inputCols: ['s'], functions: ['sqrt'] },
      input: table('s string', []),
      error: 'column "s" in field "inputCols" has type STRING: must be numeric',
    },
  ],
  run({ input, schema, engine, fields }) {
    const columns = requireNumbers(
      schema,
      fields.functions.map((f) => f.inputCols),
      'inputCols',
    );
    // of several that go to one column the last stays
    const results = new Map(
      fields.functions.map(({ functions: name, replaceExistingCols, scales, inputCols }, i) => [
        replaceExistingCols ? (columns[i]?.name ?? inputCols) : `${inputCols}_${name}`,
        functions[name](F.columnNamed(inputCols), columns[i]?.type ?? types.double, scales, engine),
      ]),
    );
    const output = input.withColumns([...results]);
    const inexact = fields.functions.some(({ functions: name }) => name === 'log' || name === 'pow' || name === 'exp');
    return {
      outputs: [output],
      ...(inexact
        ? {
            unverified:
              'logarithms, powers and exponentials computed by Sail differ from those of Spark in the last digits',
          }
        : {}),
    };
  },
});
