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
import { FieldError } from '../kit/field-error.ts';
import { designSchema } from '../kit/type-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { concrete, mergeTypes } from '../kit/json-type.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { requireText } from '../kit/replace.ts';

/** Texts looked at to find the fields. */
const sampled = 100;

export const parseXmlColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeParseXMLColumn',
  name: 'Parse XML Col',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Reads XML texts as structs: the fields are the elements and, with `_` before their names, the attributes found in the first 100 texts. Of a text the first element of the row tag is read, or the whole text where no tag is given. Text that holds no such element gives null.',
  needs: ['xml'],
  unverified: 'the fields of XML texts are found by Spark alone',
  fields: {
    conversions: rows(
      {
        stringXmlColNames: column({ required: true, title: 'XML column' }),
        rowTags: text({ title: 'Row tag' }),
        outputStructColNames: text({ title: 'Column of the struct', description: 'Blank: in place of the text' }),
      },
      { key: 'stringXmlColNames', required: true },
    ),
    outputSchema: layout(),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'elements, attributes and repeated elements; what is missing is null',
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
      name: 'the first element of a tag inside the text, in place of it',
      fields: { stringXmlColNames: ['a.b'], rowTags: ['book'] },
      input: table('`a.b` string', [
        ['<books><book><n>1</n></book><book><n>2</n></book></books>'],
        ['<book><n>3</n></book>'],
        ['<books/>'],
      ]),
      output: table('`a.b` struct<n:bigint>', [[{ n: 1n }], [{ n: 3n }], [null]]),
    },
    {
      name: 'an empty input stays text: nothing is known of its fields',
      fields: { stringXmlColNames: ['x'], outputStructColNames: ['s'] },
      input: table('x string', []),
      output: table('x string, s string', []),
    },
    {
      name: 'a tag that is no name is refused',
      fields: { stringXmlColNames: ['x'], rowTags: ['<book>'] },
      input: table('x string', []),
      error: '"rowTags" has "<book>", which is no name of an element',
    },
  ],
  async run({ input, schema, fields }) {
    const parsed: [string, Column][] = [];
    for (const { stringXmlColNames, rowTags, outputStructColNames } of fields.conversions) {
      const name = requireText(schema, stringXmlColNames, 'stringXmlColNames');
      const element = elementOf(F.columnNamed(name), rowTags?.trim());
      const type = await typeOf(input, element);
      const value = type.kind === 'struct' ? F.call('from_xml', element, F.lit(typeToDdl(type))) : element;
      parsed.push([outputStructColNames?.trim() || name, value]);
    }
    return input.withColumns(parsed);
  },
});

/** The text of the first element of a tag (of any tag, if none is named); null if there is none. */
function elementOf(text: Column, tag: string | undefined): Column {
  if (tag === undefined || tag === '') return F.when(text.rlike('^\\s*<'), text);
  if (!/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(tag))
    throw new FieldError(
      'rowTags',
      `"rowTags" has "${tag}", which is no name of an element`,
      'give the name alone, such as book',
    );
  const name = tag.replaceAll('.', '\\.');
  const element = F.call('regexp_extract', text, `(?s)<${name}(?:\\s[^>]*)?(?:/>|>.*?</${name}\\s*>)`, 0);
  return F.when(text.rlike(`^\\s*(?:<\\?[^>]*>\\s*)?<${name}[\\s>/]`), text).when(element.notEq(''), element);
}

async function typeOf(input: DataFrame, element: Column): Promise<DataType> {
  const texts = await input.select(element.alias('x')).filter(F.col('x').isNotNull()).distinct().limit(sampled).table();
  if (texts.rows.length === 0) return types.string;
  const schemas = await input.session
    .range(1)
    .select(...texts.rows.map(([x], i) => F.call('schema_of_xml', F.lit(String(x))).alias(`x${i}`)))
    .table();
  return concrete((schemas.rows[0] ?? []).map((ddl) => parseType(String(ddl))).reduce(mergeTypes, types.void));
}
