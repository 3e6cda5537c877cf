import { tableColumns } from './_create-table.ts';
import { readDelimited } from './_delimited.ts';
import { path } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { inputPath, designSchemaTab } from './_reader-fields.ts';

export const readHanaCsvDump = processor({
  nodeClass: 'fire.nodes.dataset.NodeReadHANACSVDump',
  name: 'Read HANA CSV',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads comma-separated text without a header, as SAP HANA exports tables, with the names and types of the CREATE TABLE statement in a script. Types that Spark does not have (times of day, bytes) are read as text. A value that does not fit its type becomes null and its row is added to the rejected rows. The declared schema is used only by the editor.',
  fields: {
    path: inputPath(),
    hdfsSqlFile: path({ title: 'SQL script' }),
    ...designSchemaTab,
  },
  examples: [
    {
      name: 'takes names and types from the script; reads doubled quotes and empty cells; rejects a value that does not fit its type',
      fields: { path: 'data.csv', hdfsSqlFile: 'table.sql' },
      files: {
        'table.sql':
          '-- made by hand\nCREATE COLUMN TABLE "S"."Sales, all" ("ID" INTEGER CS_INT NOT NULL, "Na""me" NVARCHAR(10) DEFAULT \'a,b\',\n amt DECIMAL(10, 2) CS_FIXED, "DAY" DAYDATE, "AT" LONGDATE, PRIMARY KEY ("ID", "DAY")) UNLOAD PRIORITY 5;',
        'data.csv': '1,"Zoë ""Z"", Ann",2.50,2024-02-29,2024-02-29 10:20:30.5\nx,,,,\n',
      },
      output: table('ID int, `Na"me` string, amt decimal(10,2), DAY date, AT timestamp', [
        [1, 'Zoë "Z", Ann', '2.50', '2024-02-29', '2024-02-29T10:20:30.500000Z'],
        [null, null, null, null, null],
      ]),
      rejected: table('_rejected array<string>, ID string, `Na"me` string, amt string, DAY string, AT string', [
        [['ID'], 'x', null, null, null, null],
      ]),
    },
    {
      name: 'reads a folder with numbers of every size, booleans, and times of day as text',
      fields: { path: 'in', hdfsSqlFile: 't.sql' },
      files: {
        't.sql': 'create row table t (a tinyint, b bigint, c real, d float(30), e boolean, f time, g clob)',
        'in/1.csv': '1,9007199254740993,0.5,1.5,true,10:20:30,x\n',
        'in/2.csv': '2,,,,false,,\n',
      },
      output: table('a smallint, b bigint, c float, d double, e boolean, f string, g string', [
        [1, 9007199254740993n, 0.5, 1.5, true, '10:20:30', 'x'],
        [2, null, null, null, false, null, null],
      ]),
    },
    {
      name: 'an empty file keeps the columns',
      fields: { path: 'data.csv', hdfsSqlFile: 't.sql' },
      files: { 't.sql': 'CREATE TABLE T (A INT)', 'data.csv': '' },
      output: table('A int', []),
    },
    {
      name: 'rejects a script without a table',
      fields: { path: 'data.csv', hdfsSqlFile: 't.sql' },
      files: { 't.sql': 'select 1', 'data.csv': '1' },
      error: 'no CREATE TABLE statement',
    },
  ],
  async run({ fields, ...context }) {
    const columns = tableColumns(await context.files.text(fields.hdfsSqlFile), 'hdfsSqlFile');
    return readDelimited(
      { path: fields.path, delimiter: ',', escape: '"', header: false, columns, field: 'path' },
      context,
    );
  },
});
