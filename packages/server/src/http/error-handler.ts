import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull, isStoreAway } from '../store/away.ts';
import type { Reserve } from '../store/reserve.ts';
import { isZeroByte } from '../store/zero-bytes.ts';
import { methodsByPath } from './addresses.ts';
import { wantsText } from './media.ts';
import { notHere } from './not-here.ts';
import type { Page } from './page.ts';
import { mustBeOneOf } from '../refusals.ts';
import { Problem, problemTable, type ProblemDetail, type ProblemName } from '../problems.ts';

/** Errors of the web framework whose code we know, in our words. */
const problemNames: Readonly<Record<string, ProblemName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'TOO_LARGE',
  FST_PARTS_LIMIT: 'TOO_LARGE',
  FST_FILES_LIMIT: 'TOO_LARGE',
  FST_FIELDS_LIMIT: 'TOO_LARGE',
  FST_ERR_MAX_PARAM_LENGTH: 'ADDRESS_TOO_LONG',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_MEDIA_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'WRONG_MEDIA_TYPE',
};

/** Most characters of what the framework says: it repeats what it was given. */
const maxText = 300;

/** What the reader of forms says, which has no codes, and the answer about it. */
const brokenForms: readonly (readonly [RegExp, string])[] = [
  [/^Multipart: Boundary not found/, 'the form has no boundary between its parts'],
  [/unexpected end of multipart data/i, 'the form is incomplete'],
];

/** A record that only one may be, of the store's: SQLite's words, PostgreSQL's code. */
const isUniqueViolation = (error: { code?: unknown; message: string }): boolean =>
  error.code === '23505' || /UNIQUE constraint failed/.test(error.message);

/** Every error as RFC 9457 has it, or as one line for clients that read text. Faults of ours are logged and not shown. */
export function handleErrors(app: FastifyInstance, reserve: Reserve, page?: Page): void {
  const methodsOf = methodsByPath(app);
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const answer = noSuchId(error, request) ?? asProblem(error);
    // who deletes must be able to go on
    const isFreed = answer.code === 'FULL' && request.method === 'DELETE' && (await reserve.release());
    const problem = isFreed ? new Problem('FULL', freedText, { retryAfter: 1, cause: error }) : answer;
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => {
    if (page?.answers(request, reply) === true) return reply;
    const path = pathOf(request);
    const methods = methodsOf(path);
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      const detail = `${path} does not support ${request.method}: use ${methods.join(' or ')}`;
      return sendProblem(request, reply, new Problem('METHOD_NOT_ALLOWED', detail));
    }
    const absentFeature = notHere(path);
    const why = absentFeature === undefined ? '' : `: ${absentFeature}`;
    return sendProblem(request, reply, new Problem('NOT_FOUND', `no route ${request.method} ${path}${why}`));
  });
}

const freedText = 'the disk was full: space reserved for deletions was freed. Try again';

/** A word in the place of a record's id is another address, which there is not. */
function noSuchId(error: FastifyError | Problem, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem || error.validationContext !== 'params') return undefined;
  const [wrong] = error.validation ?? [];
  // ids of other kinds have a form of their own, which says more
  if (wrong?.keyword !== 'type') return undefined;
  const name = wrong.instancePath.slice(1);
  const text = (request.params as Record<string, unknown>)[name];
  // a number that is no id stays what it is: malformed
  if (!/id$/i.test(name) || typeof text !== 'string' || /^[+-]?\d/.test(text)) return undefined;
  const { url = '' } = request.routeOptions;
  return new Problem(
    'NOT_FOUND',
    `no route ${request.method} ${pathOf(request)}: ${name} in ${url} must be a whole number, not "${text.slice(0, maxText)}"`,
  );
}

const pathOf = (request: FastifyRequest): string => (request.url.split('?')[0] ?? '').slice(0, 200);

/** Most values of a field that a message lists. */
const maxValues = 20;

const mustBeAllowed = (values: readonly unknown[]): string =>
  mustBeOneOf([...values.slice(0, maxValues).map(String), ...(values.length > maxValues ? ['…'] : [])]);

/** Any error as the answer about it. */
export function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (error.validation !== undefined) {
    const errors = error.validation.map(({ instancePath, params, message, keyword }): ProblemDetail => {
      const { missingProperty: missing, allowedValues } = params as {
        missingProperty?: string;
        allowedValues?: unknown[];
      };
      const path = missing === undefined ? instancePath : `${instancePath}/${missing}`;
      const wrong = allowedValues === undefined ? (message ?? 'is invalid') : mustBeAllowed(allowedValues);
      return { path, message: missing === undefined ? wrong : 'is missing', code: keyword };
    });
    const [first] = errors;
    const part = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
    return new Problem('MALFORMED', `${part}${first?.path ?? ''} ${first?.message ?? 'is invalid'}`, { errors });
  }
  const name = problemNames[error.code];
  if (name !== undefined) return new Problem(name, error.message.slice(0, maxText));
  if (isUniqueViolation(error)) return new Problem('CONFLICT', 'a record with this name or UUID already exists');
  if (isZeroByte(error))
    return new Problem('UNPROCESSABLE', 'a text contains a zero byte, which cannot be stored: remove it');
  if (isDiskFull(error)) return new Problem('FULL', 'the disk of the service is full: free some space');
  if (isStoreAway(error))
    return new Problem('UNAVAILABLE', 'the database does not respond: try again', { retryAfter: 1 });
  const form = brokenForms.find(([says]) => says.test(error.message));
  if (form !== undefined) return new Problem('MALFORMED', form[1]);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new Problem('MALFORMED', error.message.slice(0, maxText));
  return new Problem('INTERNAL', 'the request failed with an internal error: see the service log for the cause');
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  reply.code(problem.status);
  // of the answer that it stands for
  reply.removeHeader('content-encoding');
  if (problem.retryAfter !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfter));
  if (wantsText(request)) return reply.type('text/plain; charset=utf-8').serializer(String).send(problem.message);
  return reply.type('application/problem+json; charset=utf-8').serializer(JSON.stringify).send(problemBody(problem));
}

/** A problem as RFC 9457 has it. */
export const problemBody = (problem: Problem) => ({
  type: `urn:millrace:problem:${problem.code.toLowerCase().replaceAll('_', '-')}`,
  title: problemTable[problem.code][1],
  status: problem.status,
  detail: problem.message,
  code: problem.code,
  ...(problem.errors === undefined ? {} : { errors: problem.errors }),
});
