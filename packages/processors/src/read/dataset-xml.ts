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
    'Reads XML: each element of the given name is a row, its children and attributes (with _ before the name) are columns in alphabetical order, nested elements structs, repeated ones lists. Missing elements are null. The declared schema serves the editor alone.',
  fields: {
    path: inputPath(),
    rowTag: text({ required: true, title: 'Element of a row' }),
    addInputFileName: addInputFileName(),
    ...designSchemaTab,
  },
  needs: ['xml'],
  examples: [
    {
      name: 'elements and attributes become columns, missing ones null',
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
      name: 'repeated elements become a list; empty ones are empty text',
      fields: { path: 'a.xml', rowTag: 'r' },
      files: { 'a.xml': '<a><r><n>1</n><n>2</n><e/></r><r><n>3</n><e>x</e></r></a>' },
      output: table('e string, n array<bigint>', [
        ['', [1n, 2n]],
        ['x', [3n]],
      ]),
      unverified: 'XML files',
    },
    {
      name: 'a file without such elements has no rows',
      fields: { path: 'a.xml', rowTag: 'nothing' },
      files: { 'a.xml': '<a xmlns:o="urn:o"><o:r>1</o:r><o:r/></a>' },
      output: table('', []),
      warnings: ['no element of "a.xml" is named "nothing", so that there are no rows: it holds "o:r", "a"'],
      unverified: 'XML files',
    },
    {
      name: 'the element of a row must be known',
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
