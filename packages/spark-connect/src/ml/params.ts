import { create } from '@bufbuild/protobuf';
import { literal } from '../literal.ts';
import { MlParamsSchema, type Expression_Literal, type MlParams } from '../proto.ts';
import { types, type DataType } from '../types.ts';
import type { InputValue } from '../values.ts';
import { matrixLiteral, vectorLiteral, type Matrix, type Vector } from './linalg.ts';

/** What a parameter takes: how its values are written, and their type here. */
export interface Kind<T> {
  readonly name: string;
  write(value: T): Expression_Literal;
}

const plain = <T extends InputValue>(name: string, type: DataType): Kind<T> => ({
  name,
  write: (value) => literal(value, type),
});

/** The kinds of parameters that operators of Spark ML have. */
export const kinds = {
  text: plain<string>('a text', types.string),
  texts: plain<readonly string[]>('a list of texts', types.array(types.string, false)),
  flag: plain<boolean>('true or false', types.boolean),
  int: plain<number>('a whole number', types.integer),
  ints: plain<readonly number[]>('a list of whole numbers', types.array(types.integer, false)),
  long: plain<number | bigint>('a whole number', types.long),
  double: plain<number>('a number', types.double),
  doubles: plain<readonly number[]>('a list of numbers', types.array(types.double, false)),
  doubleLists: plain<readonly (readonly number[])[]>(
    'lists of numbers',
    types.array(types.array(types.double, false), false),
  ),
  vector: { name: 'a vector', write: vectorLiteral } as Kind<Vector>,
  matrix: { name: 'a matrix', write: matrixLiteral } as Kind<Matrix>,
} as const;

/** The parameters of an operator by name. */
// oxlint-disable-next-line typescript/no-explicit-any -- a table of kinds has each its own type of values
export type ParamKinds = Readonly<Record<string, Kind<any>>>;

/** Values of parameters; what is not there is the operator's own default. */
export type ParamValues<K extends ParamKinds> = {
  readonly [name in keyof K]?: K[name] extends Kind<infer T> ? T : never;
};

/** Parameters as the protocol has them. Throws a `TypeError` for one that the operator does not have or that it cannot take. */
export function writeParams(owner: string, kinds: ParamKinds, values: Readonly<Record<string, unknown>>): MlParams {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const kind = kinds[name];
    if (kind === undefined)
      throw new TypeError(`${owner} has no parameter ${name}: it has ${Object.keys(kinds).toSorted().join(', ')}`);
    return [[name, writeParam(owner, name, kind, value)] as const];
  });
  return create(MlParamsSchema, { params: Object.fromEntries(entries) });
}

function writeParam(owner: string, name: string, kind: ParamKinds[string], value: unknown): Expression_Literal {
  try {
    return kind.write(value);
  } catch (error) {
    throw new TypeError(`${name} of ${owner} is ${kind.name}, not ${String(value)}`, { cause: error });
  }
}
