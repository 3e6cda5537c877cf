import type { Permission } from '../access/permissions.ts';

/** Who may call a route: anyone, anyone who is signed in, or who has a permission. */
export type Access = 'public' | 'signed-in' | Permission;

export interface RouteAccess {
  readonly access: Access;
  /** True for a GET that changes something, and so must not be called from another site. */
  readonly changes?: boolean;
}

declare module 'fastify' {
  // eslint-disable-next-line typescript/no-empty-object-type
  interface FastifyContextConfig extends Partial<RouteAccess> {}
}
