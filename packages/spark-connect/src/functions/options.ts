import { call, Column, lit } from '../column.ts';
import type { OptionValue } from '../reader.ts';
import { typeToJson, type DataType } from '../types.ts';
import { columnOf, valueOf, type ColumnArgument } from './table.ts';

type Options = Readonly<Record<string, OptionValue>>;

/** Options travel as a map of texts, and not at all when there are none. */
const optionsOf = (options: Options | undefined): Column[] =>
  options === undefined
    ? []
    : [call('map', ...Object.entries(options).flatMap(([name, value]) => [name, String(value)]))];

/** A schema as DDL text, as a type, or as a column (`F.schemaOfJson(…)`). */
const schemaOf = (schema: Column | string | DataType): Column =>
  schema instanceof Column ? schema : lit(typeof schema === 'string' ? schema : JSON.stringify(typeToJson(schema)));

const from = (name: string) => (text: ColumnArgument, schema: Column | string | DataType, options?: Options) =>
  call(name, columnOf(text), schemaOf(schema), ...optionsOf(options));
const to = (name: string) => (column: ColumnArgument, options?: Options) =>
  call(name, columnOf(column), ...optionsOf(options));
const schema = (name: string) => (sample: Column | string, options?: Options) =>
  call(name, valueOf(sample), ...optionsOf(options));

/** Functions that take the options of a format, as its reader and writer do. */
export const options = {
  fromJson: from('from_json'),
  fromCsv: from('from_csv'),
  fromXml: from('from_xml'),
  toJson: to('to_json'),
  toCsv: to('to_csv'),
  toXml: to('to_xml'),
  schemaOfJson: schema('schema_of_json'),
  schemaOfCsv: schema('schema_of_csv'),
  schemaOfXml: schema('schema_of_xml'),
} as const;
