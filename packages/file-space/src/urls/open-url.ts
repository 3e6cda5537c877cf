import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { isWebUrl, shownUrl } from '@millrace/workflow';
import { runError } from '@millrace/errors';
import { networkFault, type FetchContext } from './faults.ts';
import type { ListedHost, UrlPolicy } from './policy.ts';
import { lookupOf } from './reach.ts';

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** An answer of status 2xx whose body is still to be read. */
export interface OpenResponse {
  readonly response: IncomingMessage;
  readonly context: FetchContext;
}

/**
 * Asks for a URL and follows up to five redirects. Each of these is held to the policy by itself; user name and
 * password go to the host of the URL alone. Throws a `RunError` for an answer that is none.
 */
export async function openUrl(text: string, policy: UrlPolicy, signal: AbortSignal): Promise<OpenResponse> {
  const subject = `"${shownUrl(text)}"`;
  let context: FetchContext = { subject, signal };
  if (!isWebUrl(text)) throw runError('url-not-web', context);
  const { url: first, authorization } = withoutUser(new URL(text));
  let url = first;
  for (let redirectCount = 0; ; redirectCount++) {
    const response = await ask(url, url.origin === first.origin ? authorization : undefined, policy, context);
    const { statusCode: status = 0, headers } = response;
    if (status >= 200 && status < 300) return { response, context };
    response.destroy();
    if (!redirects.has(status) || headers.location === undefined) throw badStatus(context, status);
    if (redirectCount === maxRedirects) throw runError('url-redirects', { subject, limit: maxRedirects });
    const next = URL.parse(headers.location, url.href);
    context = { subject: `${subject} is redirected to "${shownUrl(next?.href ?? headers.location)}", which`, signal };
    if (next === null || !isWebUrl(next.href)) throw runError('url-redirect-not-web', context);
    if (url.protocol === 'https:' && next.protocol === 'http:') throw runError('url-leaves-https', context);
    url = withoutUser(next).url;
  }
}

/** A URL and, apart from it, what its user name and password come to in a request. */
function withoutUser(address: URL): { readonly url: URL; readonly authorization: string | undefined } {
  const url = new URL(address);
  [url.username, url.password, url.hash] = ['', '', ''];
  const user = [address.username, address.password].map(decode).join(':');
  return { url, authorization: user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}` };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function ask(
  url: URL,
  authorization: string | undefined,
  { hosts, waitMs }: UrlPolicy,
  context: FetchContext,
): Promise<IncomingMessage> {
  const { subject } = context;
  const lookup = lookupFor(url, hosts, context);
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const clientRequest = request(url, {
    agent: false,
    signal: context.signal,
    rejectUnauthorized: true,
    headers: {
      'user-agent': 'millrace',
      accept: '*/*',
      'accept-encoding': 'gzip, br',
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(lookup === undefined ? {} : { lookup }),
  });
  const late = setTimeout(
    () => clientRequest.destroy(runError('url-silent', { subject, seconds: waitMs / 1000 })),
    waitMs,
  );
  clientRequest.on('error', reject).once('response', resolve).end();
  try {
    return await promise;
  } catch (error) {
    throw networkFault(error, context, url.hostname);
  } finally {
    clearTimeout(late);
  }
}

function lookupFor(url: URL, hosts: readonly ListedHost[], context: FetchContext): ReturnType<typeof lookupOf> {
  try {
    return lookupOf(url, hosts);
  } catch (error) {
    throw networkFault(error, context, url.hostname);
  }
}

const badStatus = ({ subject }: FetchContext, status: number) =>
  runError('url-status', { subject, status, reason: STATUS_CODES[status] ?? '' });
