import { Type, type TSchema } from 'typebox';

/** Identifier of a record. */
export const Id = Type.Integer({ minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const IdParams = Type.Object({ id: Id });

/** Milliseconds since the epoch. */
export const Millis = Type.Integer();

/** Any JSON value, given back as it came. */
export const AnyJson = Type.Unsafe<unknown>({});

/** A JSON object of which only these keys are looked at. */
export const Open = { additionalProperties: true } as const;

export const Sentence = Type.String();

/** Ways to sort that clients write. */
const orders = {
  asc: 'asc',
  desc: 'desc',
  dsc: 'desc',
  alphabetical: 'alphabetical',
  alphbetical: 'alphabetical',
} as const;

export type Order = 'asc' | 'desc' | 'alphabetical';

/** The order that `sortPara` asks for; undefined for a word that is none. */
export function orderOf(word: string | undefined): Order | undefined {
  const key = word?.toLowerCase() ?? '';
  if (key === '') return 'desc';
  return Object.hasOwn(orders, key) ? orders[key as keyof typeof orders] : undefined;
}
