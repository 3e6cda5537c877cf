import type { Access, Scope } from '../access/scopes.ts';

export interface RouteAccess {
  readonly access: Access;
  /** True for a GET that changes something, false for a POST that only reads; other routes go by their method. */
  readonly changes?: boolean;
  /** True for a call whose answer is to be taken away: a file, a table, an archive, records. */
  readonly exports?: boolean;
  /** Scopes that a token needs, when they are not those of the access (`scopesOf`). */
  readonly scopes?: readonly Scope[];
}

declare module 'fastify' {
  // eslint-disable-next-line typescript/no-empty-object-type
  interface FastifyContextConfig extends Partial<RouteAccess> {}
}
