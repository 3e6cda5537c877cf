import { randomUUID } from 'node:crypto';

/** What a Spark Connect url says. */
export interface Remote {
  readonly host: string;
  readonly port: number;
  /** The Unix socket that stands for host and port. */
  readonly unix?: string;
  readonly tls: boolean;
  readonly token?: string;
  readonly userId: string;
  readonly userAgent: string;
  readonly sessionId: string;
  /** Further parameters travel as gRPC headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads `sc://host:port/;key=value;…` (keys `token`, `use_ssl`, `user_id`, `user_agent`, `session_id`; any other is
 * sent as a header), and `unix`, our own: the path of a Unix socket to use instead of host and port. A token turns TLS on unless `use_ssl=false` or the host is the machine itself.
 * `defaults` are what it means where it says nothing. Source: Spark's connect/docs/client-connection-string.md. Throws a
 * `TypeError` that says what is wrong.
 */
export function parseRemote(url: string, defaults: Partial<Pick<Remote, 'userId' | 'sessionId'>> = {}): Remote {
  const match = /^sc:\/\/(\[[^\]]+\]|[^:/;]+)(?::(\d+))?(?:\/(?:;(.*))?)?$/.exec(url);
  if (match?.[1] === undefined)
    throw new TypeError(`"${url}" is not a Spark Connect address: write sc://host:port/;key=value;key=value`);
  const port = Number(match[2] ?? 15_002);
  if (port < 1 || port > 65_535) throw new TypeError(`port ${match[2]} in "${url}" is out of range`);
  const parameters = new Map<string, string>();
  for (const part of (match[3] ?? '').split(';')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at < 1) throw new TypeError(`"${part}" in the Spark Connect address is not of the form key=value`);
    parameters.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1)));
  }
  const take = (key: string): string | undefined => {
    const value = parameters.get(key);
    parameters.delete(key);
    return value;
  };
  const token = take('token');
  const ssl = take('use_ssl');
  const unix = take('unix');
  const sessionId = take('session_id') ?? defaults.sessionId ?? randomUUID();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sessionId))
    throw new TypeError(`session_id "${sessionId}" is not a UUID`);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(match[1]);
  return {
    host: match[1],
    port,
    tls: ssl === undefined ? token !== undefined && !local : ssl.toLowerCase() === 'true',
    ...(token === undefined ? {} : { token }),
    ...(unix === undefined ? {} : { unix }),
    userId: take('user_id') ?? defaults.userId ?? 'millrace',
    userAgent: take('user_agent') ?? 'millrace',
    sessionId,
    headers: Object.fromEntries(parameters),
  };
}
