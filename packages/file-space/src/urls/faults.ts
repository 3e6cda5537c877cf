import { RunError } from '@millrace/errors';
import { NotPublic } from './addresses.ts';

interface Fault {
  readonly code: string;
  /** What follows the URL in the sentence. */
  readonly says: string;
  readonly remedy: string;
}

/** Where a request is: how errors name what is fetched, and what ends the wait for it. */
export interface FetchContext {
  /** The URL as it may be shown, with where it is redirected to. */
  readonly subject: string;
  readonly signal: AbortSignal;
}

const check = 'check the URL';
const notReached = 'check the URL, and that this machine reaches the network without a proxy: HTTPS_PROXY is not used';
const certificate = 'have the certificate mended, or name the authority behind it in NODE_EXTRA_CA_CERTS';
const later = 'try again later';

/** The error of a URL; the field is put in by the caller. */
export const urlError = (
  { subject }: Pick<FetchContext, 'subject'>,
  { code, says, remedy }: Fault,
  cause?: unknown,
): RunError => new RunError(code, `${subject} ${says}`, remedy, undefined, cause);

/** An address that is not public and not listed. `host`: as the setting takes it. */
export const refused = (context: Pick<FetchContext, 'subject'>, host: string, kind: string): RunError =>
  urlError(context, {
    code: 'URL_REFUSED',
    says: `leads to ${kind} address, which is not read`,
    remedy: `give a URL of a public host, or list the host in the setting: MILLRACE_URL_HOSTS=${host}`,
  });

/** What the system, Node or OpenSSL says of a connection (by its code), in our words. */
const faults: readonly (readonly [RegExp, Fault])[] = [
  [
    /^(ENOTFOUND|ENODATA|EAI_NONAME)$/,
    { code: 'URL_NO_HOST', says: 'names a host that does not exist', remedy: check },
  ],
  [/^EAI_/, { code: 'URL_NO_HOST', says: 'names a host that cannot be looked up now', remedy: notReached }],
  [/^ECONNREFUSED$/, { code: 'URL_UNREACHABLE', says: 'leads to a port at which nobody answers', remedy: notReached }],
  [
    /^(E(NET|HOST)UNREACH|ENETDOWN|ETIMEDOUT|EACCES|EPERM)$/,
    { code: 'URL_UNREACHABLE', says: 'cannot be reached', remedy: notReached },
  ],
  [/^(ECONNRESET|EPIPE)$/, { code: 'URL_BROKEN_OFF', says: 'broke the connection off', remedy: later }],
  [
    /SELF_SIGNED/,
    { code: 'URL_CERTIFICATE', says: 'has a certificate that it has signed itself', remedy: certificate },
  ],
  [/^CERT_HAS_EXPIRED$/, { code: 'URL_CERTIFICATE', says: 'has a certificate that has expired', remedy: certificate }],
  [
    /ALTNAME_INVALID/,
    { code: 'URL_CERTIFICATE', says: 'has the certificate of another host', remedy: 'use the host of the certificate' },
  ],
  [
    /CERT|SIGNATURE|_CRL_/,
    { code: 'URL_CERTIFICATE', says: 'has a certificate that cannot be verified', remedy: certificate },
  ],
  [
    /^(EPROTO|ERR_SSL_|ERR_TLS_)/,
    { code: 'URL_NOT_TLS', says: 'does not speak https', remedy: 'check the scheme and the port' },
  ],
  [/^HPE_/, { code: 'URL_NOT_HTTP', says: 'does not answer in HTTP', remedy: 'check the scheme and the port' }],
  [/^E[A-Z\d]+$/, { code: 'URL_UNREACHABLE', says: 'cannot be reached', remedy: notReached }],
];

/** An error of the network as the user's; an error that is no such is a fault of ours and comes back as it is. */
export function networkFault(error: unknown, context: FetchContext, host: string): unknown {
  if (error instanceof RunError) return error;
  if (context.signal.aborted) return stopped(context);
  if (error instanceof NotPublic) return refused(context, host, error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = faults.find(([pattern]) => pattern.test(code))?.[1];
  return fault === undefined ? error : urlError(context, fault, error);
}

export const stopped = (context: Pick<FetchContext, 'subject'>): RunError =>
  urlError(context, { code: 'STOPPED', says: 'was not read: the run was stopped', remedy: 'run it again' });

export const silent = (context: FetchContext, waitMs: number, got: string): RunError =>
  urlError(context, {
    code: 'URL_TIMEOUT',
    says: `${got} within ${waitMs / 1000} s`,
    remedy: `${later}, or allow more seconds in the setting MILLRACE_URL_TIMEOUT`,
  });

export const tooLarge = (context: FetchContext, mostBytes: number): RunError =>
  urlError(context, {
    code: 'TOO_LARGE',
    says: `has more than ${sizeText(mostBytes)}, the most that is fetched`,
    remedy: 'choose a smaller text, or allow more in the setting MILLRACE_URL_SIZE',
  });

const sizeText = (bytes: number): string =>
  bytes >= 1 << 20 && bytes % (1 << 20) === 0 ? `${bytes / (1 << 20)} MB` : `${bytes.toLocaleString('en')} bytes`;
