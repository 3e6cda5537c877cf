import { csv, inARow, print } from '../graphs.ts';

type Json = Record<string, unknown>;

/** A workflow that runs on the file that `seed` makes. */
export const knownGraph = inARow('Known', [csv('known.csv', ['a', 'b'], ['INTEGER', 'STRING']), print]);

export const knownPaths = ['/', '/known.csv', '/user', '/user/ada', '/user/ada/private.csv', '/user/admin', '/new'];

const mostId = 2 ** 53 - 1;

/**
 * The description of the interface, so changed that what is made of it often meets records that are there: ids of one and
 * two, names of files, a workflow that runs.
 */
export function biased(document: unknown, name = ''): unknown {
  if (Array.isArray(document)) return document.map((one) => biased(one));
  if (typeof document !== 'object' || document === null) return document;
  const given = document as Json;
  const schema = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      biased(value, key === 'schema' && typeof given['name'] === 'string' ? given['name'] : key),
    ]),
  );
  const places = schema['prefixItems'];
  // the tool writes such lists in an older draft, and refuses them then
  if (Array.isArray(places)) return { type: 'array', items: { anyOf: places } };
  const types = [given['type']].flat();
  if (types.includes('integer') && given['maximum'] === mostId)
    return { anyOf: [{ type: 'integer', minimum: 1, maximum: 2 }, schema] };
  if (types.includes('string') && /path$/i.test(name)) return { anyOf: [{ enum: knownPaths }, schema] };
  if (types.includes('string') && ['name', 'value', 'uuid'].includes(name))
    return { anyOf: [{ enum: ['Known'] }, schema] };
  if (given['$ref'] === '#/components/schemas/Graph') return { anyOf: [{ const: knownGraph }, {}, schema] };
  return schema;
}
