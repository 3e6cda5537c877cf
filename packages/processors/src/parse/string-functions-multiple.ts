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
    'Applies string functions to columns in order: trims spaces at both ends, on the left or on the right, converts to upper or lower case, or removes all white space. Each result replaces its column, which later functions then use, or is added as `<column>_<function>`. Nulls remain null.',
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
      name: 'adds new columns and replaces one at the end; nulls remain null',
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
      name: 'applies later functions to replaced values; takes unusual names',
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
      name: 'adds the new column to an empty input',
      fields: { inputCols: ['s'], functions: ['trim'], replaceExistingCols: ['false'] },
      input: table('s string', []),
      output: table('s string, s_trim string', []),
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    fields.functions.reduce(
      ({ rows, replaced: names }, { inputCols, functions: name, replaceExistingCols: replaces }) => {
        const column = requireColumn(schema, inputCols, 'inputCols');
        const text = names.has(column.name)
          ? F.columnNamed(column.name)
          : asText(F.columnNamed(column.name), column.type, engine);
        const to = replaces ? column.name : `${column.name}_${name}`;
        return {
          rows: rows.withColumn(to, functions[name](text)),
          replaced: replaces ? new Set([...names, column.name]) : names,
        };
      },
      { rows: input, replaced: new Set<string>() },
    ).rows,
});
