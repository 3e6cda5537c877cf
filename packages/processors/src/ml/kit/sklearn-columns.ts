import { functions as F, typeName, types, type Column, type DataType, type StructType } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { isNumber } from '../../kit/numbers.ts';
import { wrongType } from '../../kit/wrong-type.ts';

/** Types that Python cannot take and give back as they were. */
const unsupportedKinds: ReadonlySet<DataType['kind']> = new Set([
  'void',
  'udt',
  'variant',
  'interval',
  'day_time_interval',
  'year_month_interval',
  'time',
  'char',
  'varchar',
]);

/** The type itself, or one in it, that Python cannot take and give back, but for those of `but`. */
function hasUnsupported(type: DataType, but: (type: DataType) => boolean): boolean {
  if (unsupportedKinds.has(type.kind)) return !but(type);
  if (type.kind === 'array') return hasUnsupported(type.element, but);
  if (type.kind === 'map') return hasUnsupported(type.key, but) || hasUnsupported(type.value, but);
  return type.kind === 'struct' && type.fields.some((field) => hasUnsupported(field.type, but));
}

const isFeature = (type: DataType): boolean =>
  isNumber(type) || type.kind === 'boolean' || (type.kind === 'array' && isNumber(type.element));

/** Names, as the input has them, of columns that scikit-learn can train on: numbers, lists of them, true and false. */
export function requireFeatures(schema: StructType, names: readonly string[], field: string): readonly string[] {
  if (names.length === 0) throw new FieldError(field, `field "${field}" is required`, 'choose the columns to train on');
  const fields = names.map((name) => requireColumn(schema, name, field));
  const wrong = fields.find(({ type }) => !isFeature(type));
  if (wrong !== undefined)
    throw wrongType(
      wrong,
      field,
      'must be numeric, Boolean or an array of numbers',
      wrong.type.kind === 'string'
        ? 'encode its values with a Sklearn Label Encoder before this node, or leave it out'
        : 'choose columns of numbers or lists of numbers',
    );
  return [...new Set(fields.map(({ name }) => name))];
}

/** Columns under their names, for rows that are sent to Python. */
export const columnsNamed = (names: Iterable<string>): Column[] =>
  [...new Set(names)].map((name) => F.columnNamed(name));

/**
 * Throws a `FieldError` for rows that would not come back from Python as they were. Vectors do if they are distinguished
 * (`but`).
 */
export function requirePlain(schema: StructType, but: (type: DataType) => boolean = () => false): void {
  const wrong = schema.fields.find(({ type }) => hasUnsupported(type, but));
  if (wrong !== undefined)
    throw new FieldError(
      '',
      `column "${wrong.name}" has type ${typeName(wrong.type)}: Python cannot return it unchanged`,
      'drop or cast the column before this node',
    );
  const names = schema.fields.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new FieldError(
      '',
      `column "${twice}" occurs more than once in the input`,
      'rename one of them before this node',
    );
}

/**
 * The schema with columns added, or in the place of those that have their names. All may hold null, as far as an engine
 * knows: Spark refuses rows of ours if another type is declared.
 */
export function withFields(schema: StructType, newTypes: Readonly<Record<string, DataType>>): StructType {
  const fields = schema.fields.map((one) => {
    const type = newTypes[one.name];
    return { ...(type === undefined ? one : { name: one.name, type }), nullable: true };
  });
  const more = Object.entries(newTypes).filter(([name]) => schema.fields.every((one) => one.name !== name));
  return { ...schema, fields: [...fields, ...more.map(([name, type]) => ({ name, type, nullable: true }))] };
}

/** A list of numbers. */
export const numbersType: DataType = { kind: 'array', element: types.double, containsNull: true };

/** Throws a `FieldError` for a column whose values are no categories: texts, whole numbers, true and false. */
export function requireCategories(name: string, type: DataType, field: string): void {
  if (!isNumber(type) && type.kind !== 'string' && type.kind !== 'boolean')
    throw wrongType(
      { name, type },
      field,
      'must be text, numeric or Boolean',
      'choose a column of text or whole numbers',
    );
}
