import ajv from '@fastify/ajv-compiler';
import stringify from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';
import { clientText } from './client-text.ts';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Fastify's own compilers of schemas, behind what reads the texts of clients. They are at work when a route is first called:
 * at the start they would take a third of a second for routes that most processes never see called.
 */
export const lazySchemas: Factories = {
  buildValidator: ((...args: Parameters<ReturnType<typeof ajv>>) => {
    const build = once(() => ajv()(...args) as (route: unknown) => Validate);
    return (route: { readonly schema: unknown; readonly httpPart?: string }) => {
      const compile = once(() => ({ check: build()(route), read: clientText(route.schema, route.httpPart) }));
      const validate: Validate = (data) => {
        const { check, read } = compile();
        const valid = check(read === undefined ? data : read(data));
        validate.errors = check.errors;
        return valid;
      };
      return validate;
    };
    // its type asks for what only Ajv's own functions carry, and Fastify does not read
  }) as unknown as NonNullable<Factories['buildValidator']>,
  buildSerializer: (...args) => {
    const build = once(() => stringify()(...args));
    return (route) => {
      const compile = once(() => build()(route));
      return (data: unknown) => compile()(data);
    };
  },
};

interface Validate {
  (data: unknown): unknown;
  errors?: unknown;
}

function once<T>(make: () => T): () => T {
  let cache: { readonly value: T } | undefined;
  return () => (cache ??= { value: make() }).value;
}
