import { functions as F, type Column } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, flag } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const names = ['trim', 'upper', 'lower', 'lefttrim', 'righttrim', 'removewhitespace'] as const;

/** What Java's \s knows. */
const whiteSpace = '[ \\t\\n\\x0B\\f\\r]+';

const functions = {
  trim: F.trim,
  upper: F.upper,
  lower: F.lower,
  lefttrim: (text) => F.call('ltrim', text),
  righttrim: (text) => F.call('rtrim', text),
  removewhitespace: (text) => F.call('regexp_replace', text, whiteSpace, ''),
} as const satisfies Record<(typeof names)[number], (text: Column) => Column>;

export const stringFunctionsMultiple = processor({
  nodeClass: 'fire.nodes.etl.NodeStringFunctionsMultiple',
  name: 'String Functions',
  type: 'transform',
  category: 'Data-Preparation/String',
  description:
    'Applies text functions to columns, one after another: blanks cut off at both ends, at the left or at the right, upper or lower case, or all white space removed. Each result replaces its column, which later functions then see, or is added as `<column>_<function>`. Null stays null.',
  fields: {
    functions: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        functions: choice(names, { required: true, title: 'Function' }),
        replaceExistingCols: flag({ default: true, title: 'Replace' }),
      },
      { key: 'inputCols', required: true },
    ),
  },
  examples: [
    {
      name: 'new columns and one replaced at the end; null stays null',
      fields: {
        inputCols: ['s', 's', 's'],
        functions: ['upper', 'removewhitespace', 'trim'],
        replaceExistingCols: ['false', 'false', 'true'],
      },
      input: table('s string', [[' a\tß '], [null], ['']]),
      output: table('s string, s_upper string, s_removewhitespace string', [
        ['a\tß', ' A\tSS ', 'aß'],
        [null, null, null],
        ['', '', ''],
      ]),
    },
    {
      name: 'later functions see what earlier ones replaced; odd names',
      fields: {
        inputCols: ['a.b', 'a.b', 'ü'],
        functions: ['lefttrim', 'lower', 'righttrim'],
        replaceExistingCols: ['true', 'false', 'false'],
      },
      input: table('`a.b` string, `ü` string', [['  X ', '  É  ']]),
      output: table('`a.b` string, `ü` string, `a.b_lower` string, `ü_righttrim` string', [
        ['X ', '  É  ', 'x ', '  É'],
      ]),
    },
    {
      name: 'an empty input keeps the new column',
      fields: { inputCols: ['s'], functions: ['trim'], replaceExistingCols: ['false'] },
      input: table('s string', []),
      output: table('s string, s_trim string', []),
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    fields.functions.reduce(
      ({ rows: sofar, replaced }, { inputCols, functions: name, replaceExistingCols: replaces }) => {
        const column = requireColumn(schema, inputCols, 'inputCols');
        const text = replaced.has(column.name)
          ? F.columnNamed(column.name)
          : asText(F.columnNamed(column.name), column.type, engine);
        const to = replaces ? column.name : `${column.name}_${name}`;
        return {
          rows: sofar.withColumn(to, functions[name](text)),
          replaced: replaces ? new Set([...replaced, column.name]) : replaced,
        };
      },
      { rows: input, replaced: new Set<string>() },
    ).rows,
});
