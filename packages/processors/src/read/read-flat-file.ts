import { inputFileNames } from './_unverified.ts';
import { functions as F } from '@millrace/spark-connect';
import { readDelimited } from './_delimited.ts';
import { choice, path } from '../kit/fields.ts';
import { fileSpaceName, inputFileName } from './_file-name.ts';
import { flatSchema } from './_flat-schema.ts';
import { addresses, unorderedFiles } from './_locate.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { addInputFileName, designSchemaTab } from './_reader-fields.ts';
import { castCells } from '../kit/typed-cells.ts';

const delimiters = { 'comma(,)': ',', 'tsv(tab)': '\t', 'pipe(|)': '|', 'semicolon(;)': ';' } as const;

export const readFlatFile = processor({
  nodeClass: 'fire.nodes.dataset.NodeReadFlatFile',
  name: 'ReadFlatFile',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads a text file without a header according to a schema file with lines of name, type, default, start, end. In a fixed-length file, positions count from 1 and include the end; if a position is 0, they count from 0, and if a column begins where another ends, the end is excluded. Values of fixed length are trimmed. Blank values become the default or null. A value that does not fit its type becomes null and its row is added to the rejected rows.',
  fields: {
    inputDataPath: path({ title: 'Path' }),
    schemaPath: path({ title: 'Schema file' }),
    fileType: choice(['fixed-length', 'comma(,)', 'tsv(tab)', 'pipe(|)', 'semicolon(;)'], {
      default: 'fixed-length',
      title: 'File type',
    }),
    addInputFileName: addInputFileName(),
    ...designSchemaTab,
  },
  examples: [
    {
      name: 'reads fixed lengths; blank values take the default; skips blank lines',
      fields: { inputDataPath: 'a.dat', schemaPath: 'a.schema' },
      files: {
        'a.schema':
          'name,type,default,start,end\nid,INTEGER,,1,3\nname,STRING,nobody,4,9\nborn,DATE,1900-01-01,10,19\n',
        'a.dat': '  1Ärmel 2000-02-29\n 2       \n\nx3 Bo\n',
      },
      output: table('id int, name string, born date', [
        [1, 'Ärmel', '2000-02-29'],
        [2, 'nobody', '1900-01-01'],
        [null, 'Bo', '1900-01-01'],
      ]),
      rejected: table('_rejected array<string>, id string, name string, born string', [[['id'], 'x3', 'Bo', '']]),
    },
    {
      name: 'positions count from 0 and exclude the end',
      fields: { inputDataPath: 'a.dat', schemaPath: 'a.schema', fileType: 'fixed-length' },
      files: { 'a.schema': 'a,STRING,,0,1\nb,LONG,,1,3\n', 'a.dat': 'x12\ny 3rest\n' },
      output: table('a string, b bigint', [
        ['x', 12n],
        ['y', 3n],
      ]),
    },
    {
      name: 'reads delimited lines',
      fields: { inputDataPath: 'in', schemaPath: 'a.schema', fileType: 'pipe(|)' },
      files: { 'a.schema': 'a,STRING,none\nb,DOUBLE,0.5\n', 'in/1.txt': 'x|1.5\n |\n', 'in/2.txt': '"y|z"|oops\n' },
      output: table('a string, b double', [
        ['x', 1.5],
        ['none', 0.5],
        ['y|z', null],
      ]),
      rejected: table('_rejected array<string>, a string, b string', [[['b'], 'y|z', 'oops']]),
    },
    {
      name: 'an empty file keeps the columns',
      fields: { inputDataPath: 'a.dat', schemaPath: 'a.schema' },
      files: { 'a.schema': 'a,STRING,,1,2', 'a.dat': '' },
      output: table('a string', []),
    },
    {
      name: 'rejects a column without positions and names it',
      fields: { inputDataPath: 'a.dat', schemaPath: 'a.schema' },
      files: { 'a.schema': 'a,STRING,,1,2\nb,STRING', 'a.dat': 'xx' },
      error: 'line 2 of the schema file has invalid positions for column "b"',
    },
  ],
  async run({ fields, ...context }) {
    const { inputDataPath, fileType } = fields;
    const columns = flatSchema(await context.files.text(fields.schemaPath), {
      fixed: fileType === 'fixed-length',
      field: 'schemaPath',
    });
    const reading = { mode: 'PERMISSIVE', context, field: 'schemaPath' } as const;
    if (fileType !== 'fixed-length')
      return readDelimited(
        {
          path: inputDataPath,
          delimiter: delimiters[fileType],
          header: false,
          columns,
          addInputFileName: fields.addInputFileName,
          field: 'schemaPath',
        },
        context,
      );
    const location = await context.files.input(inputDataPath, 'lines');
    const value = F.columnNamed('value');
    const unordered = unorderedFiles(location);
    const outcome = castCells({
      rows: context.session.read.text(...addresses(location.paths, context.engine)).filter(F.trim(value).notEq('')),
      cells: columns.map(({ cut, ...column }) => ({
        ...column,
        text: F.trim(value.substr(cut?.start ?? 1, cut?.length ?? 0)),
      })),
      more: fields.addInputFileName
        ? [fileSpaceName(F.call(inputFileName), context, { encoded: true }).alias(inputFileName)]
        : [],
      ...reading,
    });
    return {
      ...outcome,
      ...(fields.addInputFileName ? { unverified: inputFileNames } : {}),
      ...(unordered === undefined ? {} : { unordered }),
    };
  },
});
