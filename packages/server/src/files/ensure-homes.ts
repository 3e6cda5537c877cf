import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { whoIs } from '../http/authenticate.ts';
import { makeHome, spaceOf } from './home.ts';

/** Makes the home folder of the caller, if it is missing, before a route of the plugin `app` answers. */
export function ensureHomes(app: FastifyInstance, { settings }: Pick<Context, 'settings'>): void {
  const homes = new Set<string | null>();
  app.addHook('preHandler', async (request) => {
    const space = spaceOf(settings.files, whoIs(request));
    if (!homes.has(space.home) && (await makeHome(space))) homes.add(space.home);
  });
  app.addHook('onSend', async ({ routeOptions }) => {
    // a change may have taken one away
    if (routeOptions.config.access !== 'data.view') homes.clear();
  });
}
