import { Type, type Static, type TSchemaOptions } from 'typebox';
import { component, AnyJson, Open } from '../http/types.ts';

/** A value that may be null; a schema of alternatives would turn null into 0 or a blank text. */
export const orNull = <T>(type: 'integer' | 'string' | 'boolean', options: TSchemaOptions = {}) =>
  Type.Optional(Type.Unsafe<T | null>({ type: [type, 'null'], ...options }));

export const text = (maxLength: number) => orNull<string>('string', { maxLength });
const id = orNull<number>('integer', { minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 });

/** A dataset to save: without id (or 0) a new one. */
export const DatasetBody = component(
  'DatasetDraft',
  Type.Object(
    {
      id,
      version: id,
      projectId: id,
      uuid: text(200),
      name: text(1_000),
      category: text(1_000),
      description: text(100_000),
      header: orNull<boolean>('boolean'),
      readOptions: text(100_000),
      path: text(4_096),
      delimiter: text(100),
      datasetType: text(100),
      filterLinesContaining: text(10_000),
      datasetSchema: Type.Optional(AnyJson),
      schemaModel: Type.Optional(AnyJson),
    },
    Open,
  ),
);

const list = Type.Optional(
  Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: ['string', 'null'] } }),
);

/** What to look at: the descriptor of a schema, and inputs that may stand in the query, too. */
const InspectionFields = Type.Object(
  {
    colNames: list,
    colTypes: list,
    colFormats: list,
    colMLTypes: list,
    path: text(4_096),
    delimiter: text(100),
    header: orNull<boolean>('boolean'),
    datasetType: text(100),
    filterLinesContaining: text(10_000),
    readOptions: text(100_000),
  },
  Open,
);
export const InspectionBody = Type.Unsafe<Static<typeof InspectionFields> | null>({
  ...InspectionFields,
  type: ['object', 'null'],
});

export const InspectionQuery = Type.Object({
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  header: Type.Optional(Type.Boolean()),
  datasetType: Type.Optional(Type.String({ maxLength: 100 })),
});
