import { DataFrame } from './dataframe.ts';
import { Parse_ParseFormat } from './proto.ts';
import { relation } from './relation.ts';
import type { SparkSession } from './session.ts';
import { typeToProto } from './proto-types.ts';
import { parseSchema, schemaToDdl, typeToJson, type StructType } from './types.ts';

const parseFormats = {
  csv: Parse_ParseFormat.CSV,
  json: Parse_ParseFormat.JSON,
  xml: Parse_ParseFormat.XML,
} as const;

export type ParseFormat = keyof typeof parseFormats;

export type OptionValue = string | number | boolean;

const optionTexts = (options: Readonly<Record<string, OptionValue>>): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)]));

/** A schema as text: as JSON where a column is of a type that DDL has no word for, such as vectors of Spark ML. */
const schemaText = (schema: StructType): string =>
  schema.fields.some(({ type }) => type.kind === 'udt') ? JSON.stringify(typeToJson(schema)) : schemaToDdl(schema);

/** Describes where rows come from; immutable. `session.read.format('csv').option('header', true).load(path)`. */
export class DataFrameReader {
  readonly #session: SparkSession;
  readonly #format: string | undefined;
  readonly #schema: string | undefined;
  readonly #options: Readonly<Record<string, string>>;

  constructor(session: SparkSession, format?: string, schema?: string, options: Readonly<Record<string, string>> = {}) {
    this.#session = session;
    this.#format = format;
    this.#schema = schema;
    this.#options = options;
  }

  format(name: string): DataFrameReader {
    return new DataFrameReader(this.#session, name, this.#schema, this.#options);
  }
  schema(schema: StructType | string): DataFrameReader {
    const text = typeof schema === 'string' ? schema : schemaText(schema);
    return new DataFrameReader(this.#session, this.#format, text, this.#options);
  }
  option(name: string, value: OptionValue): DataFrameReader {
    return this.options({ [name]: value });
  }
  options(options: Readonly<Record<string, OptionValue>>): DataFrameReader {
    return new DataFrameReader(this.#session, this.#format, this.#schema, {
      ...this.#options,
      ...optionTexts(options),
    });
  }
  load(...paths: string[]): DataFrame {
    return new DataFrame(
      this.#session,
      relation({
        case: 'read',
        value: {
          readType: {
            case: 'dataSource',
            value: { format: this.#format, schema: this.#schema, options: { ...this.#options }, paths },
          },
        },
      }),
    );
  }
  table(name: string): DataFrame {
    return new DataFrame(
      this.#session,
      relation({
        case: 'read',
        value: {
          readType: { case: 'namedTable', value: { unparsedIdentifier: name, options: { ...this.#options } } },
        },
      }),
    );
  }
  csv(...paths: string[]): DataFrame {
    return this.format('csv').load(...paths);
  }
  json(...paths: string[]): DataFrame {
    return this.format('json').load(...paths);
  }
  parquet(...paths: string[]): DataFrame {
    return this.format('parquet').load(...paths);
  }
  orc(...paths: string[]): DataFrame {
    return this.format('orc').load(...paths);
  }
  xml(...paths: string[]): DataFrame {
    return this.format('xml').load(...paths);
  }
  /** Parses a DataFrame of one text column as records of the reader's schema and options. */
  parse(format: ParseFormat, lines: DataFrame): DataFrame {
    const schema = this.#schema === undefined ? undefined : typeToProto(parseSchema(this.#schema));
    return new DataFrame(
      this.#session,
      relation({
        case: 'parse',
        value: { input: lines.relation, format: parseFormats[format], schema, options: { ...this.#options } },
      }),
    );
  }
  text(...paths: string[]): DataFrame {
    return this.format('text').load(...paths);
  }
}
