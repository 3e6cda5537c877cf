import { functions as F } from '@millrace/spark-connect';
import { choice, text } from '../kit/fields.ts';
import { formulaSql } from './_formula.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const formula = processor({
  nodeClass: 'fire.nodes.etl.NodeFormula',
  name: 'Formula',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    "Adds a column computed by a formula: a Spark SQL expression that may also contain [column] for a column, IF … THEN … ELSEIF … ELSE … ENDIF for CASE, and the functions BinToInt, IntToBin, HexToNumber, IntToHex, CharFromInt, CharToInt (Unicode), ToNumber, ToString, IIF, Switch, IsEmpty, Null, Min, Max, Average, Bound, FindString, PadLeft, PadRight, UpperCase, LowerCase, TitleCase, TrimLeft, TrimRight, ReverseString, CountWords, GetWord, REGEX_Match, REGEX_Replace, REGEX_CountMatches, DateTimeNow, DateTimeToday, DateTimeYear to DateTimeSeconds, DateTimeAdd, DateTimeDiff, DateTimeTrim, DateTimeFormat and DateTimeParse (with % specifiers or a Spark datetime pattern). Every other function is Spark's.",
  fields: {
    outputCol: text({ required: true, title: 'New column' }),
    functionsArray: choice(['Conditional', 'Conversion', 'DateTime', 'Math', 'Min/Max', 'Operators', 'String'], {
      default: 'Conditional',
      title: 'Functions to show',
    }),
    formula: text({ required: true, kind: 'expression', widget: 'textarea_small', title: 'Formula' }),
  },
  examples: [
    {
      name: 'evaluates a Spark SQL expression; nulls remain null',
      fields: { outputCol: 'x', formula: 'round(a * 1.5D, 1)' },
      input: table('a double', [[1.5], [null]]),
      output: table('a double, x double', [
        [1.5, 2.3],
        [null, null],
      ]),
    },
    {
      name: 'translates IF with brackets and columns of any name',
      fields: {
        outputCol: 'size',
        formula:
          "IF ([größe in cm] > 10) && [a.b] = 'IF' THEN \"large\" ELSEIF [größe in cm] > 5 THEN 'middle' ELSE IIF(IsEmpty([a.b]), 'none', 'small') ENDIF",
      },
      input: table('`größe in cm` int, `a.b` string', [
        [11, 'IF'],
        [11, 'x'],
        [5, 'x'],
        [null, ''],
        [1, null],
      ]),
      output: table('`größe in cm` int, `a.b` string, size string', [
        [11, 'IF', 'large'],
        [11, 'x', 'middle'],
        [5, 'x', 'small'],
        [null, '', 'none'],
        [1, null, 'none'],
      ]),
    },
    {
      name: 'converts numbers and characters, including Unicode',
      unverified: 'UTF-32',
      fields: {
        outputCol: 'x',
        formula:
          "concat_ws(' ', BinToInt(b), IntToBin(n), HexToNumber(h), IntToHex(n), CharFromInt(u), CharToInt(CharFromInt(u)), ToNumber('1.5'))",
      },
      input: table('b string, n int, h string, u int', [
        ['1010', 5, 'ff', 9731],
        ['1', 255, '10', 65],
        [null, 0, null, 128512],
      ]),
      output: table('b string, n int, h string, u int, x string', [
        ['1010', 5, 'ff', 9731, '10 101 255 5 ☃ 9731 1.5'],
        ['1', 255, '10', 65, '1 11111111 16 FF A 65 1.5'],
        [null, 0, null, 128512, '0 0 😀 128512 1.5'],
      ]),
    },
    {
      name: 'computes differences, sums and parts of dates',
      fields: {
        outputCol: 'x',
        formula:
          "concat_ws(' ', DateTimeDiff(b, a, 'days'), DateTimeDiff([b], a, \"months\"), ToString(DateTimeAdd(a, -1, 'months')), ToString(DateTimeTrim(b, 'hour')), ToString(DateTimeTrim(b, 'lastofmonth')))",
      },
      input: table('a date, b timestamp', [
        ['2024-01-31', '2024-02-29T10:11:12Z'],
        ['1969-12-31', null],
      ]),
      output: table('a date, b timestamp, x string', [
        ['2024-01-31', '2024-02-29T10:11:12Z', '29 0 2023-12-31 00:00:00 2024-02-29 10:00:00 2024-02-29 23:59:59'],
        ['1969-12-31', null, '1969-11-30 00:00:00'],
      ]),
    },
    {
      name: 'parses and formats dates with % specifiers',
      fields: {
        outputCol: 'x',
        formula: "DateTimeFormat(DateTimeParse(s, '%d/%m/%Y %H:%M'), '%A, %B %e at %I:%M %p 100%%')",
      },
      input: table('s string', [['9/2/2024 13:05'], ['soon'], [null]]),
      output: table('s string, x string', [
        ['9/2/2024 13:05', 'Friday, February 9 at 01:05 PM 100%'],
        ['soon', null],
        [null, null],
      ]),
    },
    {
      name: 'takes two-digit years and literal characters',
      fields: {
        outputCol: 'x',
        formula: `DateTimeFormat(DateTimeParse(s, '%d/%m/%y'), "it's [%Y] done%% {%D} #")`,
      },
      input: table('s string', [['31/12/85'], ['1/2/24'], [null]]),
      output: table('s string, x string', [
        ['31/12/85', "it's [1985] done% {12/31/85} #"],
        ['1/2/24', "it's [2024] done% {02/01/24} #"],
        [null, null],
      ]),
    },
    {
      name: 'replaces, counts and matches patterns, ignoring case unless told otherwise; takes words by their number from 0',
      fields: {
        outputCol: 'x',
        formula:
          "concat_ws('|', REGEX_Replace(s, '(\\\\w)o', '$1-', 1), REGEX_Replace(s, 'o', '0'), REGEX_Replace(s, 'o', '0', 0), REGEX_CountMatches(s, 'o', 0), REGEX_CountMatches(s, 'o'), ToString(REGEX_Match(s, 't.*T')), ToString(REGEX_Match(s, 't.*', 0)), GetWord(s, 1))",
      },
      input: table('s string', [['To dO  or not'], ['x'], [null]]),
      output: table('s string, x string', [
        ['To dO  or not', 'T- d-  or n-t|T0 d0  0r n0t|T0 dO  0r n0t|3|4|true|false|dO'],
        ['x', 'x|x|x|0|0|false|false|'],
        [null, ''],
      ]),
    },
    {
      name: 'rejects a unit that the function does not support',
      fields: { outputCol: 'x', formula: "DateTimeAdd(a, 1, 'fortnights')" },
      input: table('a date', []),
      error: 'invalid formula in field "formula": DateTimeAdd does not support \'fortnights\'',
    },
    {
      name: 'nests functions and leaves string literals unchanged',
      fields: {
        outputCol: 'x',
        formula:
          "Switch(Max(a, b), 'other [x] && Min(1,2)', 1, PadLeft(ToString(Bound(a, 0, 9)), 3, '0'), 2, UpperCase('é,'))",
      },
      input: table('a int, b int', [
        [1, 0],
        [2, 1],
        [3, 3],
      ]),
      output: table('a int, b int, x string', [
        [1, 0, '001'],
        [2, 1, 'É,'],
        [3, 3, 'other [x] && Min(1,2)'],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { outputCol: 'x', formula: 'DateTimeYear(d)' },
      input: table('d date', []),
      output: table('d date, x int', []),
    },
    {
      name: 'rejects a wrong number of arguments',
      fields: { outputCol: 'x', formula: 'IIF(a, 1)' },
      input: table('a boolean', [[true]]),
      error: 'IIF has 2 arguments and requires 3',
    },
  ],
  run({ input, fields, now }) {
    const sql = formulaSql(fields.formula, 'formula', now);
    const output = input.withColumn(fields.outputCol, F.expr(sql));
    // what CharFromInt becomes
    return sql.includes("'utf-32'") ? { outputs: [output], unverified: 'Sail does not support UTF-32' } : output;
  },
});
