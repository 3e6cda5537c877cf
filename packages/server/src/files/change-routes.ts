import { Type, type Static } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Nullable } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { permissionBits } from './entries.ts';
import { Entry } from './file-space.ts';
import { pathIn } from './addressed-path.ts';
import { homeOf, spaceOf } from './home.ts';
import { intoFolder, movesOf, MovesBody } from './moves.ts';
import { Path } from './paths.ts';
import { receiveFiles } from './upload.ts';
import { invalidParameter } from '../refusals.ts';

const Permission = Type.Object({ path: Type.Optional(Path), permission: Type.Optional(Type.String()) });

/** For the OpenAPI document: forms are read by `receiveFiles`. */
const UploadForm = Type.Object({
  path: Type.Optional(Type.String()),
  overwrite: Type.Optional(Type.Boolean()),
  file: Type.Optional(Type.Array(Type.String({ format: 'binary' }))),
});

const text = 'text/plain; charset=utf-8';

const tags = ['Files'];
const write = { access: 'data.write' as const };
// a HEAD must not change anything: there is none
const byGet = { config: { ...write, changes: true }, exposeHeadRoute: false };
const asText = { produces: ['text/plain'], response: { 200: Type.String() } };
const MaybePath = Type.Object({ path: Type.Optional(Path) });
const FromTo = Type.Object({ sourceFilePath: Path, destinationFilePath: Path });

/** What changes the file space. */
export const changes: Resource = (context) => async (app) => {
  for (const add of [addFolder, addUpload, addDeletion, addMoves, addPermissions]) add(app, context);
};

const addFolder: AddRoutes = (app, { settings }) => {
  app.post(
    '/api/v1/hdfs/dir/create',
    { config: write, schema: { tags, querystring: MaybePath, body: Nullable(MaybePath), ...asText } },
    async (request, reply) => {
      const path = request.query.path ?? request.body?.path;
      if (path === undefined) throw new Problem('MALFORMED', 'query/path is missing');
      const isNew = await spaceOf(settings.files, whoIs(request)).makeFolder(pathIn(settings.files, path));
      return reply.type(text).send(isNew ? 'Directory created successfully.' : 'The directory already exists.');
    },
  );
};

const addUpload: AddRoutes = (app, { settings }) => {
  app.post(
    '/api/v1/hdfs/files/upload',
    {
      config: write,
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        body: Nullable(UploadForm),
        querystring: Type.Object({ path: Type.Optional(Path), overwrite: Type.Optional(Type.Boolean()) }),
        response: { 200: Type.Object({ message: Type.String(), files: Type.Array(Entry) }) },
      },
    },
    async (request) => {
      const space = spaceOf(settings.files, whoIs(request));
      const { path, overwrite } = request.query;
      const schema = {
        path: path === undefined ? undefined : pathIn(settings.files, path),
        overwrite,
        at: settings.files,
      };
      const received = await receiveFiles(request, space, () => homeOf(space), schema);
      const count = received.length === 1 ? 'File' : `${received.length} files`;
      return { message: `${count} uploaded successfully.`, files: received };
    },
  );
};

const addDeletion: AddRoutes = (app, { settings }) => {
  app.delete(
    '/api/v1/hdfs/files/delete',
    {
      config: write,
      schema: {
        tags,
        querystring: Type.Object({ path: Path, recursive: Type.Boolean({ default: false }) }),
        ...asText,
      },
    },
    async (request, reply) => {
      const { path, recursive } = request.query;
      await spaceOf(settings.files, whoIs(request)).remove(pathIn(settings.files, path), recursive);
      return reply.type(text).send('Deleted successfully.');
    },
  );
};

const addMoves: AddRoutes = (app, { settings }) => {
  app.get(
    '/api/v1/hdfs/files/rename',
    { ...byGet, schema: { tags, querystring: FromTo, ...asText } },
    async (request, reply) => {
      const { sourceFilePath, destinationFilePath } = request.query;
      const space = spaceOf(settings.files, whoIs(request));
      await space.move(pathIn(settings.files, sourceFilePath), pathIn(settings.files, destinationFilePath));
      return reply.type(text).send('Renamed successfully.');
    },
  );

  app.get(
    '/api/v1/hdfs/files/move',
    { ...byGet, schema: { tags, querystring: FromTo, ...asText } },
    async (request, reply) => {
      const { sourceFilePath, destinationFilePath } = request.query;
      const space = spaceOf(settings.files, whoIs(request));
      const from = pathIn(settings.files, sourceFilePath);
      await space.move(from, await intoFolder(space, from, pathIn(settings.files, destinationFilePath)));
      return reply.type(text).send('Moved successfully.');
    },
  );

  app.post(
    '/api/v1/hdfs/files/moves',
    { config: write, schema: { tags, body: MovesBody, ...asText } },
    async (request, reply) => {
      const space = spaceOf(settings.files, whoIs(request));
      const moves = movesOf(settings.files, request.body);
      for (const { from, to } of moves) await space.move(from, await intoFolder(space, from, to));
      return reply.type(text).send(`${moves.length} moved successfully.`);
    },
  );
};

const addPermissions: AddRoutes = (app, { settings }) => {
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/api/v1/hdfs/files/permissions/change',
      ...byGet,
      schema: {
        tags,
        querystring: Permission,
        ...(method === 'POST' ? { body: Nullable(Permission) } : {}),
        ...asText,
      },
      async handler(request, reply) {
        const body = request.body as Static<typeof Permission> | null | undefined;
        const { path, permission = '' } = { ...body, ...(request.query as Static<typeof Permission>) };
        if (path === undefined) throw new Problem('MALFORMED', 'query/path is missing');
        const bits = permissionBits(permission);
        if (bits === undefined)
          throw invalidParameter('permission', permission, 'must be a mode such as 755 or rwxr-xr-x');
        await spaceOf(settings.files, whoIs(request)).setPermission(pathIn(settings.files, path), bits);
        return reply.type(text).send('Permissions changed successfully.');
      },
    });
};
