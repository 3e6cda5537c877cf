import { flag } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { readFormat } from './_read-format.ts';
import { addInputFileName, designSample, inputPath, designSchemaTab } from './_reader-fields.ts';

export const datasetJson = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetJSON',
  name: 'Read JSON',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads JSON files with one record per line, or with one record or one list of records per file. Columns and types are inferred as in Spark: names in alphabetical order, missing keys as null, invalid JSON in the column _corrupt_record. The declared schema is used only by the editor.',
  fields: {
    path: inputPath(),
    multiLine: flag({
      default: false,
      title: 'Multiline',
      description: 'If true, each file is one JSON document',
    }),
    addInputFileName: addInputFileName(),
    ...designSchemaTab,
    ...designSample,
  },
  examples: [
    {
      name: 'sorts columns by name; reads missing keys, nulls, nested records and mixed numbers',
      fields: { path: 'a.jsonl' },
      files: {
        'a.jsonl':
          '{"b":1,"a":"ü","c":{"y":[1,2],"x":null}}\n\n{"b":null,"c":{"x":[{"k":""}]}}\n{"b":2.5,"a":null,"d":[],"e":{}}\n',
      },
      output: table('a string, b double, c struct<x:array<struct<k:string>>,y:array<bigint>>, d array<string>', [
        ['ü', 1, { x: null, y: [1n, 2n] }, null],
        [null, null, { x: [{ k: '' }], y: null }, null],
        [null, 2.5, null, []],
      ]),
    },
    {
      name: 'missing keys are null, nested records become structs, mixed values become text',
      fields: { path: 'a.jsonl', outputColNames: ['c'], outputColTypes: ['STRUCT'] },
      files: {
        'a.jsonl': '{"b":1,"a":"ü","c":{"y":[1,2],"x":1.5}}\n\n{"b":null,"m":1}\n{"m":"x","b":9007199254740993}\n',
      },
      output: table('a string, b bigint, c struct<x:double,y:array<bigint>>, m string', [
        ['ü', 1n, { x: 1.5, y: [1n, 2n] }, null],
        [null, null, null, '1'],
        [null, 9007199254740993n, null, 'x'],
      ]),
      unverified: 'values of several kinds in the JSON field "m"',
    },
    {
      name: 'reads a multi-line list of records and adds file names',
      fields: { path: 'in', multiLine: 'true', addInputFileName: 'true' },
      files: { 'in/a.json': '[{"n": 1},\n {"n": null}]', 'in/b.json': '{\n"n": 3\n}\n' },
      output: table('n bigint, input_file_name string', [
        [1n, 'in/a.json'],
        [null, 'in/a.json'],
        [3n, 'in/b.json'],
      ]),
      unverified: 'input file names',
    },
    {
      name: 'reads a multi-line document as one',
      fields: { path: 'a.json' },
      files: { 'a.json': '[\n {"n": 1},\n {"n": 2}\n]\n' },
      output: table('n bigint', [[1n], [2n]]),
      warnings: ['path "a.json" holds a multi-line JSON document: it is read with the option "multiLine" set to true'],
    },
    {
      name: 'a line of invalid JSON becomes a corrupt record',
      fields: { path: 'a.json' },
      files: { 'a.json': '{"n":1}\n{bad\n' },
      output: table('_corrupt_record string, n bigint', [
        [null, 1n],
        ['{bad', null],
      ]),
      unverified: 'text that is not strict JSON',
    },
    {
      name: 'an empty file has no columns',
      fields: { path: 'a.json' },
      files: { 'a.json': '' },
      output: table('', []),
      unverified: 'JSON without columns',
    },
  ],
  run: ({ fields, ...context }) =>
    readFormat(
      {
        path: fields.path,
        format: 'json',
        addInputFileName: fields.addInputFileName,
        ...(fields.multiLine ? { options: { multiLine: 'true' } } : {}),
      },
      context,
    ),
});
