import { functions as F, types, type Column } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn, requireColumns, uniqueNames } from '../kit/columns.ts';
import { choice, column, flag, layout } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { lambda, lambda2 } from '../kit/lambda.ts';
import { numberRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { missing } from '../kit/field-shape.ts';

export const lookup = processor({
  nodeClass: 'fire.nodes.etl.NodeLookup',
  name: 'Lookup',
  type: 'pyspark2inputs',
  category: 'Data-Preparation/Cleaning',
  description:
    'Searches a column of the first input for the strings of a lookup table (the second input): at the beginning, in any part, or as the entire value. Append adds columns of the first lookup row, in the order of the table, whose string is found; they are null if none is found. Replace substitutes the replacement of that row for the string found; with multiple items, every occurrence of every lookup row is replaced, row by row. Empty and null lookup strings match nothing; a null replacement removes the string. The lookup table must fit into memory.',
  unverified: "Sail's regular expressions do not support quoting and look-around",
  inputNames: ['Find', 'Replace'],
  fields: {
    Find: layout(),
    matchLocation: choice(['Beginning', 'AnyPart', 'Entire'], {
      default: 'AnyPart',
      widget: 'enum',
      title: 'Match location',
    }),
    targetCol: column({ required: true, title: 'Column to search' }),
    lookupFindCol: column({ required: true, input: 1, title: 'Column of the strings to find' }),
    caseInsensitive: flag({ default: false, widget: 'array_single', title: 'Ignore case' }),
    wholeWord: flag({ default: false, widget: 'array_single', title: 'Whole words only' }),
    Replace: layout(),
    actionType: choice(['Append', 'Replace'], { default: 'Append', title: 'Action' }),
    lookupReplaceCol: column({ input: 1, title: 'Column of the replacements' }),
    appendCols: columns({ input: 1, title: 'Columns to append' }),
    replaceMultipleItems: flag({ default: false, title: 'Replace multiple items' }),
    schema: layout(),
    output: designSchema(),
  },
  examples: [
    {
      name: 'appends columns of the first matching lookup row',
      fields: { targetCol: 'text', lookupFindCol: 'word', caseInsensitive: 'true', appendCols: ['code', 'text'] },
      input: [
        table('text string, n int', [
          ['Red CAR', 1],
          ['a carpet', 2],
          ['boat', 3],
          [null, 4],
        ]),
        table('word string, code int, text string', [
          ['carp', 1, 'fish'],
          ['car', 2, 'wheels'],
          ['', 3, 'x'],
          [null, 4, 'y'],
        ]),
      ],
      output: table('text string, n int, code int, text_lookup string', [
        ['Red CAR', 1, 2, 'wheels'],
        ['a carpet', 2, 1, 'fish'],
        ['boat', 3, null, null],
        [null, 4, null, null],
      ]),
      ordered: true,
    },
    {
      name: 'replaces every item as whole words only and takes special characters literally',
      fields: {
        targetCol: 't',
        lookupFindCol: 'f.x',
        lookupReplaceCol: 'r',
        actionType: 'Replace',
        wholeWord: 'true',
        replaceMultipleItems: 'true',
      },
      input: [
        table('t string', [['St. and Stop St.'], ['$5 é'], [null]]),
        table('`f.x` string, r string', [
          ['St.', 'Street$1'],
          ['$5', '\\five'],
          ['é', null],
        ]),
      ],
      output: table('t string', [['Street$1 and Stop Street$1'], ['\\five '], [null]]),
      ordered: true,
    },
    {
      name: 'replaces only the first match',
      fields: { targetCol: 't', lookupFindCol: 'f', lookupReplaceCol: 'r', actionType: 'Replace' },
      input: [
        table('t string', [['b a b a'], ['none']]),
        table('f string, r string', [
          ['a', '1'],
          ['b', '2'],
        ]),
      ],
      output: table('t string', [['b 1 b a'], ['none']]),
      ordered: true,
    },
    {
      name: 'matches the beginning or the entire value',
      fields: { targetCol: 'n', lookupFindCol: 'f', appendCols: ['r'], matchLocation: 'Entire' },
      input: [
        table('n int', [[12], [123], [null]]),
        table('f int, r string', [
          [12, 'x'],
          [3, 'y'],
        ]),
      ],
      output: table('n int, r string', [
        [12, 'x'],
        [123, null],
        [null, null],
      ]),
    },
    {
      name: 'finds nothing in an empty lookup table and keeps an empty input empty',
      fields: { targetCol: 't', lookupFindCol: 'f', appendCols: ['r'], matchLocation: 'Beginning' },
      input: [table('t string', []), table('f string, r int', [])],
      output: table('t string, r int', []),
    },
  ],
  run({ inputs, schemas, fields: f, engine }) {
    const [rows, table] = inputs;
    const [schema, lookupSchema] = schemas;
    if (rows === undefined || table === undefined || schema === undefined || lookupSchema === undefined)
      throw new TypeError('the node requires two inputs');
    const target = requireColumn(schema, f.targetCol, 'targetCol');
    const find = requireColumn(lookupSchema, f.lookupFindCol, 'lookupFindCol');
    const fieldsToAppend = requireColumns(lookupSchema, f.appendCols, 'appendCols');
    if (f.actionType === 'Append' && fieldsToAppend.length === 0)
      throw missing('appendCols', 'choose columns of the lookup table');
    const text = asText(F.columnNamed(find.name), find.type, engine);
    const { rows: numberedRows, position } = numberRows(table, lookupSchema, engine);
    const values = fieldsToAppend.map((c, i) => F.columnNamed(c.name).alias(`v${i}`));
    const entry = F.call(
      'struct',
      position.alias('at'),
      patternOf(text, f).alias('pattern'),
      replacementOf().alias('by'),
      ...values,
    );
    const [entries = ''] = uniqueNames([...schema.fields.map((c) => c.name), '_entries'], '_').slice(-1);
    const list = numberedRows.filter(text.notEq('')).agg(F.call('sort_array', F.collectList(entry)).alias(entries));
    const cell = asText(F.columnNamed(target.name), target.type, engine);
    const matchingEntries = F.call(
      'filter',
      F.columnNamed(entries),
      lambda('e', (e) => F.call('rlike', cell, e.getField('pattern'))),
    );
    const pairs = rows.crossJoin(list);
    return (
      f.actionType === 'Append' ? pairs.withColumns(columnsToAppend()) : pairs.withColumn(target.name, replacement())
    ).drop(F.columnNamed(entries));

    function replacementOf(): Column {
      if (f.actionType === 'Append') return F.lit('');
      const { lookupReplaceCol: name } = f;
      if (name === undefined) throw missing('lookupReplaceCol', 'choose the column of the replacements');
      const by = requireColumn(lookupSchema ?? types.struct([]), name, 'lookupReplaceCol');
      const plain = F.coalesce(asText(F.columnNamed(by.name), by.type, engine), F.lit(''));
      return F.call('regexp_replace', plain, '([\\\\$])', '\\\\$1');
    }

    function columnsToAppend(): [string, Column][] {
      const names = uniqueNames(
        [...(schema?.fields ?? []), ...fieldsToAppend].map((c) => c.name),
        '_lookup',
      ).slice(-fieldsToAppend.length);
      const first = F.call('get', matchingEntries, 0);
      return names.map((name, i) => [name, first.getField(`v${i}`)]);
    }

    function replacement(): Column {
      return f.replaceMultipleItems
        ? everyReplaced(cell, F.columnNamed(entries))
        : firstReplaced(cell, matchingEntries);
    }
  },
});

/** The text with each match of every entry replaced, entry by entry. */
const everyReplaced = (cell: Column, entries: Column): Column =>
  F.call(
    'aggregate',
    entries,
    cell,
    lambda2('text', 'e', (whole, e) => F.call('regexp_replace', whole, e.getField('pattern'), e.getField('by'))),
  );

/** The text with the first match of the first of the entries that match it replaced. */
function firstReplaced(cell: Column, matchingEntries: Column): Column {
  const first = F.call('get', matchingEntries, 0);
  const once = F.call('concat', '(?s)\\A(.*?)', first.getField('pattern'));
  const by = F.call('concat', '$1', first.getField('by'));
  return F.when(F.call('size', matchingEntries).gt(0), F.call('regexp_replace', cell, once, by)).otherwise(cell);
}

/** A Java pattern that finds just the text, where and how it is to be found. */
function patternOf(
  text: Column,
  f: { readonly matchLocation: string; readonly caseInsensitive: boolean; readonly wholeWord: boolean },
): Column {
  const literal = F.call('concat', '\\Q', F.call('replace', text, '\\E', '\\E\\\\E\\Q'), '\\E');
  const before = `${f.caseInsensitive ? '(?iu)' : ''}${f.matchLocation === 'AnyPart' ? '' : '\\A'}${f.wholeWord ? '(?<![\\p{L}\\p{N}_])' : ''}`;
  const after = `${f.wholeWord ? '(?![\\p{L}\\p{N}_])' : ''}${f.matchLocation === 'Entire' ? '\\z' : ''}`;
  return F.call('concat', before, literal, after);
}
