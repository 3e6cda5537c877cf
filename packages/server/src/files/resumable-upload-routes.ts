import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Nullable, Open } from '../http/types.ts';
import type { Context } from '../context.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { withFaults } from './faults.ts';
import { pathIn } from './addressed-path.ts';
import { homeOf, spaceOf } from './home.ts';
import { mustBeName, nameOf, Path, quotePath } from './paths.ts';
import { commitUpload } from './commit-upload.ts';
import { join, mustBeFree } from './upload.ts';
import { bare, Bytes, fileNameIn, Metadata, metadataOf, partType, tusVersion } from './upload-headers.ts';
import type { Upload } from './upload-store.ts';

const url = '/api/v1/hdfs/files/uploads';
const day = 86_400_000;

const Key = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) });
const Overwrite = Type.Optional(Type.Boolean());

const protocolHeaders = {
  'Upload-Offset': 'Number of bytes received',
  'Upload-Expires': 'When the upload expires if no more bytes arrive',
};

const tags = ['Files'];
const write = { access: 'data.write' as const };

/**
 * Uploads that go on where they broke off (tus 1.0: creation, termination, expiration). One is begun, its bytes come in
 * any number of parts, and when all have come the file is at its place; before that no user sees anything of it.
 */
export const resumableUploads: Resource = (context) => async (app) => {
  for (const add of [addProtocol, addCreation, addProgress, addParts, addDeletion]) add(app, context);
};

const addProtocol: AddRoutes = (app, { uploads }) => {
  // the bytes are read by `append`
  app.addContentTypeParser(partType, (_request, _body, done) => done(null, null));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', tusVersion);
    const { 'tus-resumable': version = tusVersion } = request.headers;
    if (version === tusVersion) return;
    reply.header('tus-version', tusVersion);
    throw new Problem(
      'WRONG_VERSION',
      `this service supports resumable uploads of tus ${tusVersion} only: send Tus-Resumable: ${tusVersion}`,
    );
  });

  app.addHook('preClose', async () => uploads.cutOff());
};

const addCreation: AddRoutes = (app, context) => {
  const { settings, uploads } = context;
  app.post(
    url,
    {
      config: write,
      schema: {
        tags,
        description:
          'Starts a resumable upload (tus 1.0). Send the bytes to the address in Location with PATCH; HEAD returns the offset to resume from.',
        querystring: Type.Object({ path: Type.Optional(Path), overwrite: Overwrite }),
        headers: Type.Object({ 'upload-length': Bytes, 'upload-metadata': Metadata }, Open),
        response: { 201: bare({ Location: 'Address of the upload', ...protocolHeaders }) },
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      const space = spaceOf(settings.files, who);
      const { path: address, overwrite = false } = request.query;
      const name = fileNameIn(request.headers['upload-metadata']);
      mustBeName(name);
      if (name.includes('/'))
        throw new Problem('UNPROCESSABLE', `invalid file name ${quotePath(name)}: must be a name, not a path`);
      const folder = address === undefined ? await homeOf(space) : pathIn(settings.files, address);
      const path = join(folder, name);
      // what would be refused at the end is refused before gigabytes have come
      await mustBeFree(space, path, overwrite);
      await (await space.stage(folder, name))[Symbol.asyncDispose]();
      const bytes = request.headers['upload-length'];
      const upload = await withFaults(path, () => uploads.begin({ userId: who.id, path, overwrite, bytes }));
      if (bytes === 0) await uploads.alone(upload.id, () => commit(context, request, upload));
      setUploadHeaders(context, reply, 0);
      return reply.code(201).header('location', `${url}/${upload.id}`).send();
    },
  );
};

const addProgress: AddRoutes = (app, context) => {
  const { uploads } = context;
  app.head(
    `${url}/:id`,
    {
      config: { ...write, swagger: { exposeHeadRoute: true } },
      schema: {
        tags,
        description:
          'Returns the progress of an upload. Interrupts a request that is sending bytes of it; puts a file in place that is complete but could not be put there before.',
        params: Key,
        response: {
          200: bare({
            ...protocolHeaders,
            'Upload-Length': 'Size of the file in bytes',
            'Upload-Metadata': 'Its name',
          }),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { id: userId } = whoIs(request);
      await uploads.find(id, userId);
      await uploads.alone(id, async () => {
        const upload = await uploads.find(id, userId);
        const offset = await uploads.receivedBytes(upload);
        // to a client it is done when all has come
        if (offset === upload.bytes) await commit(context, request, upload);
        setUploadHeaders(context, reply, offset);
        reply.header('upload-length', upload.bytes).header('upload-metadata', metadataOf(nameOf(upload.path)));
      });
      return reply.code(200).send();
    },
  );
};

const addParts: AddRoutes = (app, context) => {
  const { uploads } = context;
  app.patch(
    `${url}/:id`,
    {
      // a part alone changes nothing that anybody sees
      config: { ...write, changes: false },
      async onRequest({ headers }) {
        const [type = ''] = headers['content-type']?.split(';') ?? [];
        if (type.trim().toLowerCase() !== partType)
          throw new Problem('WRONG_MEDIA_TYPE', `the bytes must be sent with the content type ${partType}`);
      },
      schema: {
        tags,
        description:
          'Adds bytes to an upload; the last ones put the file in place. Bytes received before a connection breaks are stored. `overwrite` decides again whether an existing file may be replaced.',
        params: Key,
        querystring: Type.Object({ overwrite: Overwrite }),
        headers: Type.Object({ 'upload-offset': Bytes }, Open),
        consumes: [partType],
        body: Nullable(Type.String({ format: 'binary' })),
        response: { 204: bare(protocolHeaders) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { id: userId } = whoIs(request);
      const { 'upload-offset': offset, 'content-length': length = '0' } = request.headers;
      await uploads.find(id, userId);
      await uploads.alone(id, async (stop) => {
        const upload = await uploads.find(id, userId);
        const receivedBytes = await uploads.receivedBytes(upload);
        setUploadHeaders(context, reply, receivedBytes);
        if (offset !== receivedBytes)
          throw new Problem('WRONG_STATE', `the upload continues at byte ${receivedBytes}, not at ${offset}`);
        if (offset + Number(length) > upload.bytes)
          throw new Problem(
            'TOO_LARGE',
            `${Number(length)} bytes from byte ${offset} on exceed the declared size of the file`,
          );
        if (receivedBytes < upload.bytes)
          await withFaults(upload.path, () => uploads.append(upload, request.raw, stop));
        const storedBytes = await uploads.receivedBytes(upload);
        setUploadHeaders(context, reply, storedBytes);
        const { overwrite = upload.overwrite } = request.query;
        if (storedBytes === upload.bytes) await commit(context, request, { ...upload, overwrite });
      });
      return reply.code(204).send();
    },
  );
};

const addDeletion: AddRoutes = (app, { uploads }) => {
  app.delete(
    `${url}/:id`,
    {
      config: write,
      schema: {
        tags,
        description: 'Cancels an upload and deletes its bytes. A file that is already in place stays there.',
        params: Key,
        response: { 204: bare({}) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { id: userId } = whoIs(request);
      await uploads.find(id, userId);
      await uploads.alone(id, async () => uploads.remove(await uploads.find(id, userId)));
      return reply.code(204).send();
    },
  );
};

/** Says in an answer how far an upload has come, and when it is forgotten. */
function setUploadHeaders({ settings, now }: Context, reply: FastifyReply, offset: number): void {
  const lifetimeDays = settings.MILLRACE_KEEP_UPLOADS_DAYS;
  reply.header('upload-offset', offset);
  if (lifetimeDays > 0) reply.header('upload-expires', new Date(now() + lifetimeDays * day).toUTCString());
}

/** Puts an upload that has come whole at its place. */
async function commit({ settings, uploads }: Context, request: FastifyRequest, upload: Upload): Promise<void> {
  if (upload.state === 'placed') return;
  // the parts are no changes to speak of: the file is one
  request.changes = true;
  await commitUpload(uploads, upload, spaceOf(settings.files, whoIs(request)));
}
