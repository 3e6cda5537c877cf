import { functions as F, types } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumns } from '../kit/columns.ts';
import { choice, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { invalidValue } from '../kit/field-error.ts';

const lengths: readonly number[] = [0, 224, 256, 384, 512];

export const hash = processor({
  nodeClass: 'fire.nodes.etl.NodeHash',
  name: 'Data Masking',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a column with the MD5, SHA-1 or SHA-2 hash, in lower-case hexadecimal, of the selected columns, concatenated as UTF-8 strings with a separator. Nulls are skipped together with their separator; if all values are null, the empty string is hashed.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    hashingAlgorithm: choice(['MD5', 'SHA1', 'SHA2'], { default: 'SHA1', title: 'Algorithm' }),
    outputCol: text({ required: true, title: 'New column' }),
    bitLength: integer({ title: 'Bits of SHA-2', description: '224, 256, 384 or 512; 0 means 256' }),
    sep: text({ default: ',', title: 'Separator' }),
  },
  examples: [
    {
      name: 'computes MD5 of one column; hashes null as an empty string',
      fields: { inputCols: ['s'], hashingAlgorithm: 'MD5', outputCol: 'h' },
      input: table('s string', [['a'], ['é'], [''], [null]]),
      output: table('s string, h string', [
        ['a', '0cc175b9c0f1b6a831c399e269772661'],
        ['é', '66ddcd97cfdeabb2f6fb8a999b4bc76f'],
        ['', 'd41d8cd98f00b204e9800998ecf8427e'],
        [null, 'd41d8cd98f00b204e9800998ecf8427e'],
      ]),
    },
    {
      name: 'computes SHA-1 of columns of several types, joined by the separator',
      fields: { inputCols: ['s', 'a.b'], outputCol: 'h', sep: '||' },
      input: table('s string, `a.b` double', [
        ['x', 1e7],
        ['x', null],
      ]),
      output: table('s string, `a.b` double, h string', [
        ['x', 1e7, '773db38633e5d0acc46fd45e7e15cd50ea58ff1f'],
        ['x', null, '11f6ad8ec52a2984abaafd7c3b516503785c2072'],
      ]),
    },
    {
      name: 'computes SHA-2 of 256 bits by default, else of the chosen length',
      fields: { inputCols: ['s'], hashingAlgorithm: 'SHA2', bitLength: '224', outputCol: 's' },
      input: table('s string', [['a']]),
      output: table('s string', [['abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5']]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { inputCols: ['s'], hashingAlgorithm: 'SHA2', outputCol: 'h' },
      input: table('s int', []),
      output: table('s int, h string', []),
    },
    {
      name: 'rejects an unsupported length of SHA-2',
      fields: { inputCols: ['s'], hashingAlgorithm: 'SHA2', bitLength: '100', outputCol: 'h' },
      input: table('s string', [['a']]),
      error: 'invalid value "100" for field "bitLength": must be one of',
    },
  ],
  run({ input, schema, fields, engine }) {
    const { hashingAlgorithm, bitLength = 0, sep } = fields;
    if (!lengths.includes(bitLength))
      throw invalidValue(
        'bitLength',
        String(bitLength),
        `must be one of ${lengths.join(', ')}`,
        'enter one of these values',
      );
    const parts = requireColumns(schema, fields.inputCols, 'inputCols').map((c) =>
      asText(F.columnNamed(c.name), c.type, engine),
    );
    const bytes = F.call('concat_ws', sep, ...parts).cast(types.binary);
    const value = {
      MD5: () => F.call('md5', bytes),
      SHA1: () => F.call('sha1', bytes),
      SHA2: () => F.call('sha2', bytes, bitLength),
    }[hashingAlgorithm]();
    return input.withColumn(fields.outputCol, value);
  },
});
