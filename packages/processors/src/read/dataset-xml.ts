import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { readFormat } from './_read-format.ts';
import { addInputFileName, inputPath, designSchemaTab } from './_reader-fields.ts';

export const datasetXml = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetXML',
  name: 'Read XML',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads XML files: each element with the row name becomes a row. Its child elements and attributes (prefixed with _) become columns in alphabetical order, nested elements become structs and repeated elements become arrays. Missing elements are null. The declared schema is used only by the editor.',
  fields: {
    path: inputPath(),
    rowTag: text({ required: true, title: 'Row element' }),
    addInputFileName: addInputFileName(),
    ...designSchemaTab,
  },
  needs: ['xml'],
  examples: [
    {
      name: 'elements and attributes become columns; missing ones are null',
      fields: { path: 'books.xml', rowTag: 'book' },
      files: {
        'books.xml':
          '<?xml version="1.0"?><books><book id="1"><title>Ä &amp; B</title><price>9.5</price><by><first>X</first></by></book>\n<book id="2"><title>C</title></book></books>',
      },
      output: table('_id bigint, by struct<first:string>, price double, title string', [
        [1n, { first: 'X' }, 9.5, 'Ä & B'],
        [2n, null, null, 'C'],
      ]),
      unverified: 'XML files',
    },
    {
      name: 'repeated elements become an array; empty ones are empty text',
      fields: { path: 'a.xml', rowTag: 'r' },
      files: { 'a.xml': '<a><r><n>1</n><n>2</n><e/></r><r><n>3</n><e>x</e></r></a>' },
      output: table('e string, n array<bigint>', [
        ['', [1n, 2n]],
        ['x', [3n]],
      ]),
      unverified: 'XML files',
    },
    {
      name: 'a file without the row element gives no rows and a warning',
      fields: { path: 'a.xml', rowTag: 'nothing' },
      files: { 'a.xml': '<a xmlns:o="urn:o"><o:r>1</o:r><o:r/></a>' },
      output: table('', []),
      warnings: [
        'path "a.xml" has no element "nothing", so there are no rows: it has "o:r", "a"; set field "rowTag" to one of them',
      ],
      unverified: 'XML files',
    },
    {
      name: 'rejects a missing row element',
      fields: { path: 'a.xml' },
      files: { 'a.xml': '<a/>' },
      error: '"rowTag" is required',
    },
  ],
  run: ({ fields, ...context }) =>
    readFormat(
      {
        path: fields.path,
        format: 'xml',
        addInputFileName: fields.addInputFileName,
        options: { rowTag: fields.rowTag.trim() },
      },
      context,
    ),
});
