import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonInSlices } from '@millrace/workflow';
import { pace } from '../timing/pace.ts';
import { Problem } from '../problems.ts';
import { bodyNotUtf8 } from '../refusals.ts';

/** Most bytes of a JSON body. */
export const largestBody = 16 << 20;

/** Most fields of a form. */
const maxFields = 1_000;

/**
 * Bodies of JSON: an empty one counts as none; text that is not UTF-8, nesting deeper than a document may have and
 * a broken text are refused with the place. A body without a type is read as JSON.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer) =>
    parseBody(body),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    // what curl calls a form if its type is not given
    async (_request: FastifyRequest, body: Buffer) =>
      /^\s*[[{]/.test(body.toString('latin1', 0, 100)) ? parseBody(body) : parseForm(body),
  );
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, ({ routeOptions }, body: Buffer, done) => {
    const { body: bodySchema, consumes = [] } = (routeOptions.schema ?? {}) as BodySchema;
    // no client that we know sends JSON as text but to the routes that say so
    if (bodySchema !== undefined && !consumes.includes('text/plain') && body.length > 0)
      done(
        new Problem(
          'WRONG_MEDIA_TYPE',
          'the request body has the content type text/plain: send it as application/json',
        ),
      );
    else if (isUtf8(body)) done(null, body.toString());
    else done(bodyNotUtf8());
  });
  readWithoutHint(app);
}

/** What a route states about bodies. */
interface BodySchema {
  readonly body?: unknown;
  readonly consumes?: readonly string[];
}

/** What a body counts as that comes without a type. */
const unhintedType = 'application/x-millrace-untold';

/** Bodies without a type, as scripts send them: JSON or, for a route that takes text, text. */
function readWithoutHint(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    const isEmpty = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
    if (headers['content-type'] !== undefined || isEmpty) return;
    const { consumes } = (routeOptions.schema ?? {}) as BodySchema;
    if (consumes === undefined || consumes.includes('application/json')) headers['content-type'] = unhintedType;
  });
  app.addContentTypeParser(
    unhintedType,
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) => {
      const { consumes = [] } = (routeOptions.schema ?? {}) as BodySchema;
      try {
        return await parseBody(body);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (consumes.includes('text/plain') && isUtf8(body)) return body.toString();
        throw new Problem(
          'MALFORMED',
          `${error.message}. The request has no Content-Type header, so its body is read as JSON`,
        );
      }
    },
  );
}

/** The fields of a form; one that is named several times has all its values. */
function parseForm(body: Buffer): Record<string, string | string[] | undefined> {
  if (!isUtf8(body)) throw bodyNotUtf8();
  return { ...parse(body.toString(), '&', '=', { maxKeys: maxFields }) };
}

/** The value of a JSON body. Others are served while a large one is read. */
export async function parseBody(body: Buffer): Promise<unknown> {
  const breathe = pace();
  if (!isUtf8(body)) throw bodyNotUtf8();
  const text = body.toString();
  await breathe();
  if (text.trim() === '') return undefined;
  await breathe();
  const read = await readJsonInSlices(text, breathe);
  if (read.ok) return read.value;
  throw new Problem(
    'MALFORMED',
    `the request body is not valid JSON: line ${read.line}, column ${read.column}: ${read.message}`,
  );
}
