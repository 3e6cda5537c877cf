import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { isOfProxy, line } from './line.ts';
import { problemOf, unreached } from './problem.ts';

/** The service's own interface: nothing here is private to the page. */
export const api = createClient<paths>({ baseUrl: '/', fetch: (request) => fetch(request) });

/** Dispatches `signed-out` when the service no longer knows the session, and `signed-in` after the next sign-in. */
export const session = new EventTarget();

interface Answer<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the data of a call; throws an {@link ApiError} if the call was refused or did not arrive. */
export const dataOf = async <T>(call: Promise<Answer<T>>): Promise<T> => (await responseOf(call)).data as T;

/** Returns the headers of a response; throws as {@link dataOf} does. */
export const headersOf = async (call: Promise<Answer<unknown>>): Promise<Headers> =>
  (await responseOf(call)).response.headers;

/** Returns a response with its headers; throws as {@link dataOf} does. */
export async function responseOf<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  let answer: Answer<T>;
  try {
    answer = await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void line.doubt();
    throw unreached();
  }
  const { error, response } = answer;
  if (response.status === 401) session.dispatchEvent(new Event('signed-out'));
  if (isOfProxy(response.status, error)) void line.doubt();
  if (!response.ok) throw problemOf(response.status, error);
  return answer;
}
