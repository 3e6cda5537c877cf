import type { FastifyReply } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';

/** Gives a schema the name under which the description of the interface holds it, once for all that use it. */
export const component = <T extends TSchema>(name: string, schema: T): T => Object.assign(schema, { title: name });

/** Identifier of a record. */
export const Id = Type.Integer({ minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 });

/**
 * A value or null. Two types in one schema, not two schemas: a null that is tried against a number first would be read as 0
 * (Ajv, coercion).
 */
export function Nullable<T extends TSchema>(schema: T) {
  if (!('type' in schema) || typeof schema.type !== 'string') throw new Error('a schema of one type is wanted');
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

export const IdParams = Type.Object({ id: Id });

/** An id, or a record that carries one. */
export const IdOrRecord = Type.Union([Id, Type.Object({ id: Id })]);

/** The id of what was named by it or by its record. */
export const idIn = (idOrRecord: Static<typeof IdOrRecord>): number =>
  typeof idOrRecord === 'number' ? idOrRecord : idOrRecord.id;

/** Ids, or records that carry ids: what clients send for "these records". */
export const Ids = Type.Union([
  Type.Array(IdOrRecord, { minItems: 1, maxItems: 1_000 }),
  Type.Object({ ids: Type.Array(Id, { maxItems: 1_000 }) }),
]);

export const idsOf = (ids: Static<typeof Ids>): readonly number[] => ('ids' in ids ? ids.ids : ids.map(idIn));

/** Milliseconds since the epoch. */
export const Millis = Type.Integer();

/** Any JSON value, given back as it came. */
export const AnyJson = Type.Unsafe<unknown>({});

/** A graph: its own reader checks it, and names node and field of what is wrong. `openapi.ts` says what it is. */
export const GraphJson = component('Graph', Type.Unsafe<unknown>({}));

/** What a run shows: a table, a chart or a text, as it was kept. `openapi.ts` says what it is. */
export const OutputJson = component('Output', Type.Unsafe<unknown>({}));

/** A JSON object of which only these keys are looked at. */
export const Open = { additionalProperties: true } as const;

/** Which page of a list, from 0, and how many records it holds. */
export const paging = (size: number) => ({
  page: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
  size: Type.Integer({ minimum: 1, maximum: 1_000, default: size }),
});

/** Which page of a list that is given whole if no size is named. */
export const optionalPaging = {
  page: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Records per page; all if absent' })),
};

export const Sentence = Type.String();

/** Words of people: a name, a description. */
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const About = Type.String({ maxLength: 10_000 });

/** What a route that answers one sentence says of itself. */
export const sentence = { produces: ['text/plain'], response: { 200: Type.String() } };

/** Sends one sentence. */
export const say = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(text);

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
