import { runError, RunError, type KindOf } from '@millrace/errors';
import { NotPublic } from './addresses.ts';

/** Where a request is: how errors name what is fetched, and what ends the wait for it. */
export interface FetchContext {
  /** The URL in quotes as it may be shown, with where it is redirected to. */
  readonly subject: string;
  readonly signal: AbortSignal;
}

/** What the system, Node or OpenSSL says of a connection (by its code), by the kind of error that it is. */
const kinds: readonly (readonly [RegExp, KindOf<{ readonly subject: string }>])[] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME)$/, 'url-no-host'],
  [/^EAI_/, 'url-host-unresolved'],
  [/^ECONNREFUSED$/, 'url-port-closed'],
  [/^(E(NET|HOST)UNREACH|ENETDOWN|ETIMEDOUT|EACCES|EPERM)$/, 'url-unreachable'],
  [/^(ECONNRESET|EPIPE)$/, 'url-connection-closed'],
  [/SELF_SIGNED/, 'url-self-signed'],
  [/^CERT_HAS_EXPIRED$/, 'url-certificate-expired'],
  [/ALTNAME_INVALID/, 'url-certificate-of-other-host'],
  [/CERT|SIGNATURE|_CRL_/, 'url-certificate-unverified'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'url-without-tls'],
  [/^HPE_/, 'url-not-http'],
  [/^E[A-Z\d]+$/, 'url-unreachable'],
];

/**
 * An error of the network as the user's; an error that is no such is a fault of ours and comes back as it is. `host`: as the
 * setting of hosts takes it.
 */
export function networkFault(error: unknown, context: FetchContext, host: string): unknown {
  if (error instanceof RunError) return error;
  const { subject, signal } = context;
  if (signal.aborted) return stopped(context);
  if (error instanceof NotPublic) return runError('url-not-public', { subject, host, address: error.message });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1];
  return kind === undefined ? error : runError(kind, { subject }, { cause: error });
}

export const stopped = ({ subject }: Pick<FetchContext, 'subject'>): RunError => runError('url-stopped', { subject });

export const tooLarge = ({ subject }: FetchContext, bytes: number): RunError =>
  runError('url-too-large', { subject, bytes });
