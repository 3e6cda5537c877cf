import { delimiterText } from '@millrace/workflow';
import { readDelimited } from './_delimited.ts';
import { choice, flag, formerField, layout, optional, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { list } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { addInputFileName, designSample, inputPath, schemaTab } from './_reader-fields.ts';
import { encodingOf, markOf, readerOptionsOf, splitOptions, withFormats } from '../kit/reader-options.ts';

/** Names without what is neither letter, digit nor underscore; names that become blank or equal take their position. */
function plainNames(names: readonly string[]): string[] {
  const plain = names.map((name) => name.replace(/[^\p{L}\p{M}\p{N}_]/gu, ''));
  const lower = plain.map((name) => name.toLowerCase());
  return plain.map((name, i) => (name === '' ? `_c${i}` : lower.indexOf(lower[i] ?? '') === i ? name : `${name}${i}`));
}

export const datasetCsv = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
  name: 'Read CSV',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads delimited text. Declared columns are matched by position; without a declared schema, all columns are text, named by the header or _c0, _c1, … The mode decides what happens to a cell that does not fit its type and to a row with too few or too many cells: PERMISSIVE sets the value to null and adds the row to the rejected rows, DROPMALFORMED drops the row, FAILFAST fails the run. If the schema is not enforced, a header whose names differ from the declared ones fails the run; if that option is not set, it gives a warning.',
  fields: {
    path: inputPath(),
    separator: text({ default: ',', description: 'One or more characters; \\t is a tab' }),
    header: flag({ default: true, title: 'Header', description: 'The first line of each file holds the column names' }),
    dropSpecialCharacterInColumnName: flag({ default: false, title: 'Remove special characters from column names' }),
    mode: choice(['PERMISSIVE', 'DROPMALFORMED', 'FAILFAST'], { default: 'PERMISSIVE', title: 'Malformed rows' }),
    enforceSchema: optional(
      flag({
        default: false,
        title: 'Enforce schema',
        description: 'If true, the column names of the header are ignored',
      }),
    ),
    addInputFileName: addInputFileName(),
    encoding: text({ default: 'UTF-8' }),
    quote: text({ default: '"' }),
    escape: text({ default: '\\' }),
    properties: layout(),
    extraOptionsKeys: list({ widget: 'key_array', title: 'Other Spark reader options' }),
    extraOptionsValues: list({ widget: 'value_array', title: 'Option values' }),
    ...schemaTab,
    ...designSample,
    dropMalformed: formerField(flag({ default: false })),
  },
  examples: [
    {
      name: 'reads a character set by its Java name',
      fields: { path: 'a.csv', encoding: 'windows-1252' },
      files: { 'a.csv': Uint8Array.from([...Buffer.from('name,price\nZo'), 0xeb, ...Buffer.from(',3 '), 0x80, 0x0a]) },
      output: table('name string, price string', [['Zoë', '3 €']]),
      unverified: 'text in windows-1252',
    },
    {
      name: 'reads a multi-byte character set, header included',
      fields: { path: 'a.csv', encoding: 'Shift_JIS' },
      files: { 'a.csv': Uint8Array.from([0x93, 0xfa, 0x96, 0x7b, 0x2c, 0x62, 0x0a, 0x93, 0xfa, 0x2c, 0x31, 0x0a]) },
      output: table('`日本` string, b string', [['日', '1']]),
      unverified: 'text in Shift_JIS',
    },
    {
      name: 'matches names and types by position; a malformed value is null and its row is rejected; blank cells are null',
      fields: {
        path: 'sales.csv',
        outputColNames: ['id', 'sold', 'price'],
        outputColTypes: ['INTEGER', 'DATE', 'DOUBLE'],
        outputColFormats: ['', 'dd/MM/yyyy', ''],
      },
      warnings: ['names column 2 "Sold on", but "sold" is declared'],
      files: { 'sales.csv': 'ID,Sold on,Price\n1,29/02/2024,9.5\n2,1/3/2024,\nx,31/02/2024, 7\n' },
      output: table('id int, sold date, price double', [
        [1, '2024-02-29', 9.5],
        [2, '2024-03-01', null],
        [null, null, 7],
      ]),
      rejected: table('_rejected array<string>, id string, sold string, price string', [
        [['id', 'sold'], 'x', '31/02/2024', ' 7'],
      ]),
    },
    {
      name: 'reads a folder of files with headers, quoted cells and Unicode as text without a schema',
      fields: { path: 'in', dropSpecialCharacterInColumnName: 'true' },
      files: {
        'in/a.csv': 'First name,größe %,#\n"Ångström, A.",1,x\n',
        'in/b.csv': 'First name,größe %,#\r\n日本,,""\r\n',
        'in/_SUCCESS': '',
      },
      output: table('Firstname string, größe string, _c2 string', [
        ['Ångström, A.', '1', 'x'],
        ['日本', null, null],
      ]),
    },
    {
      name: 'drops malformed rows',
      fields: {
        path: 'a.txt',
        separator: '\\t',
        header: 'false',
        dropMalformed: 'true',
        outputColNames: ['a', 'b'],
        outputColTypes: ['INTEGER', 'BOOLEAN'],
      },
      files: { 'a.txt': '1\ttrue\n2\tmaybe\n\n3\tfalse\n' },
      output: table('a int, b boolean', [
        [1, true],
        [3, false],
      ]),
    },
    {
      name: 'rows of other lengths are rejected: missing cells are null, extra cells are ignored',
      fields: {
        path: 'a.csv',
        separator: '||',
        header: 'false',
        outputColNames: ['a', 'b'],
        outputColTypes: ['STRING', 'INTEGER'],
      },
      files: { 'a.csv': 'x||1\ny\nz||3||more\n' },
      output: table('a string, b int', [
        ['x', 1],
        ['y', null],
        ['z', 3],
      ]),
      rejected: table('_rejected array<string>, a string, b string, _line string', [
        [['row length'], 'y', null, 'y'],
        [['row length'], 'z', '3', 'z||3||more'],
      ]),
    },
    {
      name: 'a file without rows keeps the declared columns',
      fields: { path: 'a.csv', outputColNames: ['a', 'b'], outputColTypes: ['INTEGER', 'STRING'] },
      files: { 'a.csv': 'a,b\n' },
      output: table('a int, b string', []),
    },
    {
      name: 'infers types on request as Spark does; adds the file name of each row',
      fields: {
        path: '*.csv',
        addInputFileName: 'true',
        extraOptionsKeys: ['inferSchema', 'nullValue'],
        extraOptionsValues: ['true', 'NA'],
      },
      files: { 'a+b c.csv': 'n,x,s\n1,2.5,NA\n3,4,ü\n' },
      output: table('n int, x double, s string, input_file_name string', [
        [1, 2.5, null, 'a+b c.csv'],
        [3, 4, 'ü', 'a+b c.csv'],
      ]),
      unverified: 'input file names, inferred types, the reader option "nullValue"',
    },
    {
      name: 'rejects a header whose names differ from the declared ones',
      fields: {
        path: 'a.csv',
        enforceSchema: 'false',
        outputColNames: ['a', 'b'],
        outputColTypes: ['STRING', 'STRING'],
      },
      files: { 'a.csv': 'a,c\n1,2\n' },
      error: 'the header of path "a.csv" names column 2 "c", but "b" is declared',
    },
    {
      name: 'fails fast on a value that does not fit its type',
      fields: { path: 'a.csv', mode: 'FAILFAST', outputColNames: ['a', 'b'], outputColTypes: ['INTEGER', 'DATE'] },
      files: { 'a.csv': 'a,b\n1,\n2,soon\n' },
      error: 'column "b": "soon" is not a valid DATE in "a.csv"',
    },
    {
      name: 'reader options skip a comment before the header and trim its names',
      fields: {
        path: 'a.csv',
        extraOptionsKeys: ['comment', 'ignoreLeadingWhiteSpace'],
        extraOptionsValues: ['#', 'true'],
      },
      files: { 'a.csv': '# made by hand\nid, name\n# 7, no\n1, Ann\n' },
      output: table('id string, name string', [['1', 'Ann']]),
      unverified: 'the reader option "comment"',
    },
    {
      name: 'fails fast on lines that do not fit the schema',
      fields: { path: 'a.csv', mode: 'FAILFAST', enforceSchema: 'true', outputColNames: ['a', 'b', 'c'] },
      files: { 'a.csv': 'a,b\n1,2\n' },
      error: 'the lines read from path "a.csv" have 2 cells, but 3 columns are declared',
    },
  ],
  async run({ fields, ...context }) {
    const { path, outputColumns } = fields;
    const { format, reading, rest } = splitOptions(readerOptionsOf(fields.extraOptionsKeys, fields.extraOptionsValues));
    const enforced = reading.enforceSchema ?? fields.enforceSchema;
    const header = reading.header ?? fields.header;
    const columns = withFormats(outputColumns, reading);
    const tidy = fields.dropSpecialCharacterInColumnName ? plainNames : undefined;
    return readDelimited(
      {
        path,
        delimiter: delimiterText(format.delimiter ?? fields.separator),
        quote: markOf('quote', format.quote ?? fields.quote),
        escape: markOf('escape', format.escape ?? fields.escape),
        encoding: encodingOf(format.encoding ?? fields.encoding),
        header,
        mode: reading.mode ?? (fields.dropMalformed && fields.mode === 'PERMISSIVE' ? 'DROPMALFORMED' : fields.mode),
        ...(columns.length === 0 ? {} : { columns }),
        ...(tidy === undefined ? {} : { rename: tidy }),
        ...(columns.length === 0
          ? {}
          : {
              checkHeader: (names) => {
                if (enforced === true) return undefined;
                const declaredNames = columns.map((c) => c.name);
                const warning = disagreement(tidy?.(names) ?? names, tidy?.(declaredNames) ?? declaredNames, path);
                if (warning !== undefined && enforced === false)
                  throw new FieldError(
                    'outputColNames',
                    warning,
                    'declare the names of the header, or set field "enforceSchema" to true',
                  );
                return warning;
              },
            }),
        inferTypes: reading.inferSchema === true,
        addInputFileName: fields.addInputFileName,
        options: rest,
        field: 'path',
      },
      context,
    );
  },
});

/** What sets the names of a header apart from the declared ones; case does not count. */
function disagreement(
  columnNames: readonly string[],
  declaredNames: readonly string[],
  path: string,
): string | undefined {
  if (columnNames.length !== declaredNames.length)
    return `the header of path "${path}" names ${columnNames.length} columns, but ${declaredNames.length} are declared`;
  const at = columnNames.findIndex((name, i) => name.toLowerCase() !== declaredNames[i]?.toLowerCase());
  return at < 0
    ? undefined
    : `the header of path "${path}" names column ${at + 1} "${columnNames[at]}", but "${declaredNames[at]}" is declared`;
}
