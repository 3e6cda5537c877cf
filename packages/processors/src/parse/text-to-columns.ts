import { functions as F, type Column } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { choices } from '../kit/choices.ts';
import { requireColumns } from '../kit/columns.ts';
import { choice, layout, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { integer } from '../kit/number-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { failUnless, words } from '../kit/guard.ts';
import { cutText, delimiterCharacters, enclosures, type Pieces, type Enclosure } from './_pieces.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const skipEmpty = 'Skip Empty Columns';
const quotes = 'Ignore Delimiters in Quotes';
const isEnclosure = (option: string): option is Enclosure => option in enclosures;

export const textToColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeTextToColumns',
  name: 'Text To Columns',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Splits strings at any of the delimiter characters (\\t is a tab, \\n a line break, \\s a space) into new columns `<name>_1`, `<name>_2` and so on, or into rows. The name is the one set (as a prefix of the column name if several columns are split), by default that of the column. Missing parts are null; extra parts stay in the last column, are dropped (with a warning, their rows are also stored as rejected rows) or fail the run. If split into rows, the parts replace the string unless a name is set. Nulls remain null.',
  fields: {
    columnsToSplit: columns({ required: true, title: 'Columns' }),
    delimiters: text({ default: ',', title: 'Delimiters', description: 'Each character is a delimiter' }),
    splitMethod: choice(['Split to columns', 'Split to rows'], { default: 'Split to columns', title: 'Split into' }),
    numColumns: integer({ default: 3, min: 1, max: 1000, title: 'Columns' }),
    extraCharacters: choice(
      ['Leave extra in last column', 'Drop extra with warning', 'Drop extra without warning', 'Error'],
      { default: 'Leave extra in last column', title: 'Extra parts' },
    ),
    outputRootName: text({ title: 'Name of the new columns' }),
    advanced: layout(),
    advancedOptions: choices(
      [
        quotes,
        'Ignore Delimiters in Single Quotes',
        'Ignore Delimiters in Parentheses',
        'Ignore Delimiters in Brackets',
        skipEmpty,
      ],
      { title: 'Options' },
    ),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'splits two columns at several delimiters, with the rest in the last; missing parts and nulls are null',
      fields: { columnsToSplit: ['s'], delimiters: ',;', numColumns: '2' },
      input: table('s string', [['a;b,c;d'], ['é'], [''], [null], ['x,']]),
      output: table('s string, s_1 string, s_2 string', [
        ['a;b,c;d', 'a', 'b,c;d'],
        ['é', 'é', null],
        ['', '', null],
        [null, null, null],
        ['x,', 'x', ''],
      ]),
    },
    {
      name: 'ignores delimiters in quotes and brackets; skips empty parts; takes unusual names',
      fields: {
        columnsToSplit: ['a.b'],
        delimiters: '|-]',
        outputRootName: 'ü',
        numColumns: '3',
        extraCharacters: 'Drop extra without warning',
        advancedOptions: [quotes, 'Ignore Delimiters in Parentheses', skipEmpty],
      },
      input: table('`a.b` string', [['"x|y"||(p-q)r]z]w'], ['"open|q']]),
      output: table('`a.b` string, `ü_1` string, `ü_2` string, `ü_3` string', [
        ['"x|y"||(p-q)r]z]w', '"x|y"', '(p-q)r', 'z'],
        ['"open|q', '"open', 'q', null],
      ]),
    },
    {
      name: 'stores rows that lose parts as rejected',
      fields: {
        columnsToSplit: ['s', 't'],
        delimiters: '\\t',
        numColumns: '1',
        extraCharacters: 'Drop extra with warning',
        outputRootName: 'r',
      },
      input: table('s string, t string', [
        ['a\tb', 'c'],
        ['d', null],
      ]),
      output: table('s string, t string, r_s_1 string, r_t_1 string', [
        ['a\tb', 'c', 'a', 'c'],
        ['d', null, 'd', null],
      ]),
      rejected: table('_rejected array<string>, s string, t string', [[['s'], 'a\tb', 'c']]),
    },
    {
      name: 'returns one row for each part; keeps a row for null',
      fields: { columnsToSplit: ['s'], splitMethod: 'Split to rows' },
      input: table('id int, s string', [
        [1, 'a,b'],
        [2, null],
        [3, ''],
      ]),
      output: table('id int, s string', [
        [1, 'a'],
        [1, 'b'],
        [2, null],
        [3, ''],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { columnsToSplit: ['n'], delimiters: '.', numColumns: '2' },
      input: table('n double', []),
      output: table('n double, n_1 string, n_2 string', []),
    },
    {
      name: 'fails on extra parts if chosen',
      fields: { columnsToSplit: ['s'], numColumns: '1', extraCharacters: 'Error' },
      input: table('s string', [['a'], ['a,b']]),
      error: 'value "a,b" in column "s" has 2 parts: must have at most 1',
    },
  ],
  run({ input, schema, engine, fields }) {
    const { numColumns: count, extraCharacters, advancedOptions, outputRootName: root } = fields;
    const delimiters = delimiterCharacters(fields.delimiters);
    const sources = requireColumns(schema, fields.columnsToSplit, 'columnsToSplit').map(({ name, type }) => {
      const text = asText(F.columnNamed(name), type, engine);
      return {
        name,
        text,
        pieces: cutText(text, delimiters, advancedOptions.filter(isEnclosure), advancedOptions.includes(skipEmpty)),
      };
    });
    const rootOf = (name: string): string =>
      root === undefined ? name : sources.length === 1 ? root : `${root}_${name}`;
    if (fields.splitMethod === 'Split to rows')
      return sources.reduce(
        (rows, { name, pieces }) => rows.withColumn(rootOf(name), F.call('explode_outer', pieces.pieces)),
        input,
      );
    const number = ({ pieces }: Pieces): Column => F.call('size', pieces);
    const last = (pieces: Pieces): Column =>
      extraCharacters === 'Leave extra in last column'
        ? F.when(number(pieces).gt(count), pieces.rest(count - 1)).otherwise(F.call('get', pieces.pieces, count - 1))
        : F.call('get', pieces.pieces, count - 1);
    const pieceColumns = sources.flatMap(({ name, pieces }) =>
      Array.from({ length: count }, (_, i): [string, Column] => [
        `${rootOf(name)}_${i + 1}`,
        i === count - 1 ? last(pieces) : F.call('get', pieces.pieces, i),
      ]),
    );
    const allowed =
      extraCharacters !== 'Error'
        ? input
        : sources.reduce(
            (rows, { name, text, pieces }) =>
              rows.filter(
                failUnless(
                  number(pieces).lte(count),
                  words(
                    'value "',
                    text,
                    `" in column "${name}" has `,
                    number(pieces),
                    ` parts: must have at most ${count}`,
                  ),
                ),
              ),
            input,
          );
    const outputs = [allowed.withColumns(pieceColumns)];
    if (extraCharacters !== 'Drop extra with warning') return { outputs };
    const losses = F.call(
      'array_compact',
      F.call('array', ...sources.map(({ name, pieces }) => F.when(number(pieces).gt(count), name))),
    );
    const texts = schema.fields.map((f) => asText(F.columnNamed(f.name), f.type, engine).alias(f.name));
    const rows = input.filter(F.call('size', losses).gt(0)).select(losses.alias('_rejected'), ...texts);
    return { outputs, rejects: { rows } };
  },
});
