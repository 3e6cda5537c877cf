import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { scopesOf } from '../access/scopes.ts';
import { readMethods } from './audit.ts';
import { refTo, withComponents } from './described.ts';
import { operations } from './operations.ts';

type Json = Record<string, unknown>;

/** What every route may answer besides what it says of itself (RFC 9457). */
const refusal = {
  description: 'An error',
  content: { 'application/problem+json': { schema: refTo('Problem') }, 'text/plain': { schema: { type: 'string' } } },
};

const form = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };

/** The description of the interface, made of what the routes say. */
export const openapi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Millrace', description: 'Draw, run, monitor and schedule data workflows.', version: '1' },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'millrace_session' },
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'token',
          description: 'An access token with the scopes that the operation lists',
        },
      },
    },
  },
  transform({ schema, url, route }) {
    const json = prefix(schema ?? {}) as Json;
    for (const part of ['querystring', 'headers', 'body']) if (part in json) json[part] = withoutDefaulted(json[part]);
    const isForm = (json['consumes'] as readonly string[] | undefined)?.includes('multipart/form-data') ?? false;
    const { config, method } = route as RouteOptions;
    const changes = config?.changes ?? ![method].flat().some((one) => readMethods.includes(one));
    const { access = 'public', scopes } = config ?? {};
    const described = {
      ...json,
      ...operationNames(method, url),
      ...(isForm ? { body: { ...((json['body'] as Json | undefined) ?? form), type: 'object' } } : {}),
      security: securityOf(access === 'public' ? undefined : scopesOf({ access, changes, scopes })),
      response: { ...responsesOf(json), default: refusal },
    };
    return { schema: described, url };
  },
  transformObject(document) {
    if (!('openapiObject' in document)) throw new Error('the interface is described by OpenAPI');
    const { openapiObject } = document;
    const { paths, schemas } = withComponents((openapiObject.paths ?? {}) as Json);
    return { ...openapiObject, paths, components: { ...openapiObject.components, schemas } } as typeof openapiObject;
  },
};

/** What a call is named, and what it does. */
function operationNames(method: RouteOptions['method'], url: string): Json {
  const [operationId, summary] = operations[`${[method].flat()[0]} ${url.replace(/:(\w+)/g, '{$1}')}`] ?? [];
  return operationId === undefined ? {} : { operationId, summary };
}

/** How a call is let in: by a session, or a token with these scopes; undefined for a public one. */
const securityOf = (scopes: readonly string[] | undefined): Record<string, readonly string[]>[] =>
  scopes === undefined ? [] : [{ session: [] }, { token: scopes }];

/** What a route says that it answers, or that it answers something. */
function responsesOf({ response, produces = ['application/json'] }: Json): Json {
  if (response !== undefined) return response as Json;
  const media = (produces as readonly string[]).map((one) => [one, { schema: bodyOf(one) }]);
  return { 200: { description: 'Default Response', content: Object.fromEntries(media) } };
}

const bodyOf = (media: string): Json =>
  media.includes('json') ? {} : media.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };

/** What comes in need not have what has a default. */
function withoutDefaulted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaulted);
  if (typeof schema !== 'object' || schema === null) return schema;
  const json: Json = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutDefaulted(value)]));
  const { required, properties } = json;
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return json;
  const hasDefault = (name: string): boolean => {
    const property = (properties as Json)[name];
    return typeof property === 'object' && property !== null && 'default' in property;
  };
  return { ...json, required: required.filter((name: string) => !hasDefault(name)) };
}

/** Lists of one schema a place as JSON Schema 2020-12 writes them; in Ajv's older draft they stand in `items`. */
function prefix(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(prefix);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'items' && Array.isArray(value)) return [['prefixItems', prefix(value)]];
    // a list of so many: `maxItems` says that no more follow, which `items: false` would say again, and few generators read
    return key === 'additionalItems' ? [] : [[key, prefix(value)]];
  });
  return Object.fromEntries(entries);
}
