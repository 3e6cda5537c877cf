import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { orderOf, type Order } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { pathIn } from './addressed-path.ts';
import { sendFile } from './download.ts';
import { sortEntries } from './entries.ts';
import { Entry } from './file-space.ts';
import { homeOf, spaceOf } from './home.ts';
import { removeLeftovers } from './leftovers.ts';
import { pathInBody } from './path-body.ts';
import { Path } from './paths.ts';
import { firstText } from './text.ts';
import { mustBeOneOf, invalidParameter } from '../refusals.ts';

const text = 'text/plain; charset=utf-8';

const tags = ['Files'];
const view = { access: 'data.view' as const };
const response = { 200: Type.Array(Entry) };
const asText = { produces: ['text/plain'], response: { 200: Type.String() } };
const MaybePath = Type.Object({ path: Type.Optional(Path) });

/** The file space: what it holds, and the ways in and out. */
export const files: Resource = (context) => async (app) => {
  for (const add of [addLists, addReads, addLocationRoutes, addSweep]) add(app, context);
};

const addLists: AddRoutes = (app, { settings }) => {
  /** What a folder holds, the home if none is named. */
  const list = async (request: FastifyRequest, path: string | undefined, order: Order): Promise<Entry[]> => {
    const space = spaceOf(settings.files, whoIs(request));
    return sortEntries(
      await space.list(path === undefined ? await homeOf(space) : pathIn(settings.files, path)),
      order,
    );
  };

  app.get('/api/v1/hdfs', { config: view, schema: { tags, response } }, (request) =>
    list(request, undefined, 'alphabetical'),
  );

  for (const url of ['/api/v1/hdfs/dir/open', '/api/v1/hdfs/dir/files'])
    app.get(url, { config: view, schema: { tags, querystring: MaybePath, response } }, (request) =>
      list(request, request.query.path, 'alphabetical'),
    );

  app.get('/filesInPathJSON', { config: view, schema: { tags, querystring: MaybePath, response } }, async (request) => {
    const path = (await pathInBody(request)) ?? request.query.path;
    return list(request, path, 'alphabetical');
  });

  app.get(
    '/api/v1/hdfs/files',
    {
      config: view,
      schema: {
        tags,
        querystring: Type.Object({ path: Type.Optional(Path), sortPara: Type.Optional(Type.String()) }),
        // some clients send it there
        headers: Type.Object({ sortpara: Type.Optional(Type.String()) }),
        response,
      },
    },
    (request) => {
      const word = request.query.sortPara ?? request.headers.sortpara;
      const order = orderOf(word);
      if (order === undefined)
        throw invalidParameter('sortPara', word ?? '', mustBeOneOf(['asc', 'desc', 'alphabetical']));
      return list(request, request.query.path, order);
    },
  );
};

const addReads: AddRoutes = (app, { settings }) => {
  app.get(
    '/api/v1/hdfs/files/download',
    {
      config: { ...view, exports: true },
      schema: { tags, querystring: Type.Object({ path: Path }), produces: ['application/octet-stream'] },
    },
    async (request, reply) => {
      const path = pathIn(settings.files, request.query.path);
      const file = await spaceOf(settings.files, whoIs(request)).open(path);
      return sendFile(request, reply, path.slice(path.lastIndexOf('/') + 1), file);
    },
  );

  app.get(
    '/api/v1/hdfs/files/open',
    { config: { ...view, exports: true }, schema: { tags, querystring: Type.Object({ path: Path }), ...asText } },
    async (request, reply) => {
      const file = await spaceOf(settings.files, whoIs(request)).open(pathIn(settings.files, request.query.path));
      return reply.type(text).send(await firstText(file));
    },
  );
};

const addLocationRoutes: AddRoutes = (app, { settings }) => {
  app.get('/api/v1/hdfs/user/home-dir', { config: view, schema: { tags, ...asText } }, async (request, reply) => {
    return reply.type(text).send(await homeOf(spaceOf(settings.files, whoIs(request))));
  });

  app.get(
    '/api/v1/hdfs/configurations',
    {
      config: view,
      schema: {
        tags,
        response: { 200: Type.Object({ type: Type.String(), root: Type.String(), home: Type.String() }) },
      },
    },
    async (request) => {
      const home = await homeOf(spaceOf(settings.files, whoIs(request)));
      return { type: settings.files.kind, root: '/', home };
    },
  );
};

const addSweep: AddRoutes = (app, { settings, now, log }) => {
  const stop = new AbortController();

  let sweep: Promise<void> | undefined;

  app.addHook('onReady', async () => {
    // a large space takes its time: no caller waits for it
    sweep = removeLeftovers(settings.files, now(), stop.signal).catch((error: unknown) =>
      log.warn({ err: error }, 'temporary files of uploads could not be removed'),
    );
  });

  app.addHook('onClose', async () => {
    stop.abort();
    await sweep;
  });
};
