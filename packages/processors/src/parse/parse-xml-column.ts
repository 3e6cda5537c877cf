import {
  functions as F,
  parseType,
  types,
  typeToDdl,
  type Column,
  type DataFrame,
  type DataType,
} from '@millrace/spark-connect';
import { column, layout, text } from '../kit/fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { concrete, mergeTypes } from '../kit/json-type.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { requireText } from '../kit/replace.ts';
import { invalidValue } from '../kit/field-error.ts';

/** Texts looked at to find the fields. */
const sampleSize = 100;

export const parseXmlColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeParseXMLColumn',
  name: 'Parse XML Col',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Parses XML strings as structs: the fields are the elements and, prefixed with `_`, the attributes inferred from the first 100 strings. In each string, the first element of the row tag is parsed, or the entire string if no tag is set. A string without such an element gives null.',
  needs: ['xml'],
  unverified: 'only Spark infers the fields of XML strings',
  fields: {
    conversions: rows(
      {
        stringXmlColNames: column({ required: true, title: 'XML column' }),
        rowTags: text({ title: 'Row tag' }),
        outputStructColNames: text({ title: 'Column for the struct', description: 'If blank, the string is replaced' }),
      },
      { key: 'stringXmlColNames', required: true },
    ),
    outputSchema: layout(),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'parses elements, attributes and repeated elements; missing values are null',
      fields: { stringXmlColNames: ['x'], outputStructColNames: ['s'] },
      input: table('x string', [
        ['<b id="7"><t>É</t><p>1.5</p><a>x</a><a>y</a></b>'],
        ['<b><p>2</p></b>'],
        [null],
        ['no xml'],
      ]),
      output: table('x string, s struct<_id:bigint,a:array<string>,p:double,t:string>', [
        ['<b id="7"><t>É</t><p>1.5</p><a>x</a><a>y</a></b>', { _id: 7n, a: ['x', 'y'], p: 1.5, t: 'É' }],
        ['<b><p>2</p></b>', { _id: null, a: null, p: 2, t: null }],
        [null, null],
        ['no xml', null],
      ]),
    },
    {
      name: 'parses the first element of a tag in place',
      fields: { stringXmlColNames: ['a.b'], rowTags: ['book'] },
      input: table('`a.b` string', [
        ['<books><book><n>1</n></book><book><n>2</n></book></books>'],
        ['<book><n>3</n></book>'],
        ['<books/>'],
      ]),
      output: table('`a.b` struct<n:bigint>', [[{ n: 1n }], [{ n: 3n }], [null]]),
    },
    {
      name: 'keeps the string column of an empty input, whose fields are unknown',
      fields: { stringXmlColNames: ['x'], outputStructColNames: ['s'] },
      input: table('x string', []),
      output: table('x string, s string', []),
    },
    {
      name: 'rejects a tag that is not a name',
      fields: { stringXmlColNames: ['x'], rowTags: ['<book>'] },
      input: table('x string', []),
      error: 'invalid value "<book>" for field "rowTags": must be the name of an element',
    },
  ],
  async run({ input, schema, fields }) {
    const columns: [string, Column][] = [];
    for (const { stringXmlColNames, rowTags, outputStructColNames } of fields.conversions) {
      const name = requireText(schema, stringXmlColNames, 'stringXmlColNames');
      const element = elementOf(F.columnNamed(name), rowTags?.trim());
      const type = await typeOf(input, element);
      const value = type.kind === 'struct' ? F.call('from_xml', element, F.lit(typeToDdl(type))) : element;
      columns.push([outputStructColNames?.trim() || name, value]);
    }
    return input.withColumns(columns);
  },
});

/** The text of the first element of a tag (of any tag, if none is named); null if there is none. */
function elementOf(text: Column, tag: string | undefined): Column {
  if (tag === undefined || tag === '') return F.when(text.rlike('^\\s*<'), text);
  if (!/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(tag))
    throw invalidValue('rowTags', tag, 'must be the name of an element', 'enter only the name, such as book');
  const name = tag.replaceAll('.', '\\.');
  const element = F.call('regexp_extract', text, `(?s)<${name}(?:\\s[^>]*)?(?:/>|>.*?</${name}\\s*>)`, 0);
  return F.when(text.rlike(`^\\s*(?:<\\?[^>]*>\\s*)?<${name}[\\s>/]`), text).when(element.notEq(''), element);
}

async function typeOf(input: DataFrame, element: Column): Promise<DataType> {
  const texts = await input
    .select(element.alias('x'))
    .filter(F.col('x').isNotNull())
    .distinct()
    .limit(sampleSize)
    .table();
  if (texts.rows.length === 0) return types.string;
  const schemas = await input.session
    .range(1)
    .select(...texts.rows.map(([x], i) => F.call('schema_of_xml', F.lit(String(x))).alias(`x${i}`)))
    .table();
  return concrete((schemas.rows[0] ?? []).map((ddl) => parseType(String(ddl))).reduce(mergeTypes, types.void));
}
