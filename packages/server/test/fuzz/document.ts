import { csv, inARow, print } from '../graphs.ts';

type Json = Record<string, unknown>;

/** A workflow that runs on the file that `seed` makes. */
export const knownGraph = inARow('Known', [csv('known.csv', ['a', 'b'], ['INTEGER', 'STRING']), print]);

export const knownPaths = ['/', '/known.csv', '/user', '/user/ada', '/user/ada/private.csv', '/user/admin', '/new'];

const maxId = 2 ** 53 - 1;

/**
 * The description of the interface, so changed that what is made of it often meets records that are there: ids of one and
 * two, names of files, a workflow that runs.
 */
export function bias(document: unknown, name = ''): unknown {
  if (Array.isArray(document)) return document.map((one) => bias(one));
  if (typeof document !== 'object' || document === null) return document;
  const described = document as Json;
  const schema = Object.fromEntries(
    Object.entries(described).map(([key, value]) => [
      key,
      bias(value, key === 'schema' && typeof described['name'] === 'string' ? described['name'] : key),
    ]),
  );
  const itemSchemas = schema['prefixItems'];
  // the tool writes such lists in an older draft, and refuses them then
  if (Array.isArray(itemSchemas)) return { type: 'array', items: { anyOf: itemSchemas } };
  const types = [described['type']].flat();
  if (types.includes('integer') && described['maximum'] === maxId)
    return { anyOf: [{ type: 'integer', minimum: 1, maximum: 2 }, schema] };
  if (types.includes('string') && /path$/i.test(name)) return { anyOf: [{ enum: knownPaths }, schema] };
  if (types.includes('string') && ['name', 'value', 'uuid'].includes(name))
    return { anyOf: [{ enum: ['Known'] }, schema] };
  if (described['$ref'] === '#/components/schemas/Graph') return { anyOf: [{ const: knownGraph }, {}, schema] };
  return schema;
}
