import { create } from '@bufbuild/protobuf';
import { literal, valueOfLiteral } from '../literal.ts';
import { Fetch_MethodSchema, type Fetch_Method, type MlCommandResult } from '../proto.ts';
import type { InputValue, Value } from '../values.ts';
import { matrixOf, vectorOf, type Matrix, type Vector } from './linalg.ts';

/** What a model or its summary says of itself. */
export type Attribute = Value | Vector | Matrix | readonly Vector[];

/** `summary.fMeasureByLabel` with arguments: each part is asked of what the one before gave. */
export function methodsOf(path: string, args: readonly InputValue[]): Fetch_Method[] {
  const parts = path.split('.');
  return parts.map((method, i) =>
    create(Fetch_MethodSchema, {
      method,
      args:
        i + 1 < parts.length ? [] : args.map((arg) => ({ argsType: { case: 'param' as const, value: literal(arg) } })),
    }),
  );
}

/** The value in an answer; null in one that holds none. */
export function plainIn(result: MlCommandResult['resultType']): Value {
  if (result.case === 'summary') return result.value;
  return result.case === 'param' ? valueOfLiteral(result.value) : null;
}

/** The attribute in an answer. */
export const attributeIn = (result: MlCommandResult['resultType']): Attribute => attributeOf(plainIn(result));

/** A value with the vectors and matrices that are in it as those. */
export function attributeOf(value: Value): Attribute {
  if (Array.isArray(value)) {
    const all = value.map((one: Value) => attributeOf(one));
    return all as Attribute;
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('numRows' in value) return matrixOf(value);
  return 'indices' in value && 'size' in value ? vectorOf(value) : value;
}
