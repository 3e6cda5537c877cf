import type { FastifyInstance } from 'fastify';
import type { Reserve } from '../store/reserve.ts';

/** Lets requests to delete succeed on a full disk, with the space that is reserved for them. */
export function deleteOnFullDisk(app: FastifyInstance, reserve: Reserve): void {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('DELETE')) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      return reserve.forDeletion(() => handler.call(this, request, reply));
    };
  });
}
