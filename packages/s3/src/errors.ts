/** What can go wrong, as callers distinguish faults; `refused` is what S3 says besides. */
export type S3Fault =
  | 'notFound'
  | 'notFolder'
  | 'notEmpty'
  | 'exists'
  | 'changed'
  | 'denied'
  | 'badKey'
  | 'noBucket'
  | 'wrongRegion'
  | 'badName'
  | 'full'
  | 'unavailable'
  | 'refused';

/**
 * A fault of S3, or of the way to it. Nothing of the request is in it: that has signatures and keys. So an error of
 * the client must never be its `cause`.
 */
export class S3Error extends Error {
  readonly fault: S3Fault;
  /** What S3 calls it, if it has a name there. */
  readonly code: string | undefined;
  /** How often it was tried. */
  readonly attempts: number;

  constructor(fault: S3Fault, message: string, { code, attempts = 1 }: { code?: string; attempts?: number } = {}) {
    super(message);
    this.fault = fault;
    this.code = code;
    this.attempts = attempts;
  }
}

/** What an operator does about a fault that no other one can mend. */
export const s3Remedies = {
  badKey:
    'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN), or the role of the machine, and its clock',
  noBucket: 'check the bucket in MILLRACE_FILES, and AWS_ENDPOINT_URL_S3',
  wrongRegion: 'set AWS_REGION to the region of the bucket',
  unavailable: 'check AWS_ENDPOINT_URL_S3, and that this machine can reach S3',
  denied: 'grant the key the permissions that docs/operate/file-spaces.md lists',
} as const satisfies Partial<Record<S3Fault, string>>;

/** By the codes of S3, and the names of errors of its client. */
const faults: Readonly<Record<string, S3Fault>> = {
  NoSuchKey: 'notFound',
  NotFound: 'notFound',
  NoSuchUpload: 'notFound',
  NoSuchBucket: 'noBucket',
  InvalidBucketName: 'noBucket',
  PreconditionFailed: 'changed',
  ConditionalRequestConflict: 'changed',
  InvalidRange: 'changed',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  AccountProblem: 'denied',
  InvalidAccessKeyId: 'badKey',
  SignatureDoesNotMatch: 'badKey',
  InvalidToken: 'badKey',
  ExpiredToken: 'badKey',
  InvalidClientTokenId: 'badKey',
  TokenRefreshRequired: 'badKey',
  RequestTimeTooSkewed: 'badKey',
  CredentialsProviderError: 'badKey',
  AuthorizationHeaderMalformed: 'wrongRegion',
  PermanentRedirect: 'wrongRegion',
  IllegalLocationConstraintException: 'wrongRegion',
  KeyTooLongError: 'badName',
  InvalidObjectName: 'badName',
  XMinioInvalidObjectName: 'badName',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  SlowDown: 'unavailable',
  InternalError: 'unavailable',
  ServiceUnavailable: 'unavailable',
  RequestTimeout: 'unavailable',
  TimeoutError: 'unavailable',
};

/** Errors of Node on the way to a server. */
const ofTheWay =
  /^(E(CONN\w+|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT|PROTO)|CERT_\w+|\w+_CERT\w*|ERR_(TLS|SSL|STREAM)_\w+|HPE_\w+|ABORT_ERR)$/;

/** What the client of S3 throws. */
interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly Code?: unknown;
  readonly message?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
  readonly $response?: { readonly statusCode?: number };
}

/** What an error of the client says. */
export function errorOf(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const { name, code, Code, message, $metadata, $response } = (error ?? {}) as Thrown;
  const words = [Code, code, name].filter((word) => typeof word === 'string');
  const faultName = words.find((word) => Object.hasOwn(faults, word));
  const attempts = $metadata?.attempts ?? 1;
  if (faultName !== undefined)
    return new S3Error(faults[faultName] ?? 'refused', sentence(faultName, message), { code: faultName, attempts });
  const [word = 'Error'] = words;
  if (words.some((one) => ofTheWay.test(one)))
    return new S3Error('unavailable', word === 'ABORT_ERR' ? 'the response was cut off' : word, {
      code: word,
      attempts,
    });
  if (message === 'Region is missing') return new S3Error('wrongRegion', 'no region is set', { code: 'NoRegion' });
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined)
    return message === 'aborted'
      ? new S3Error('unavailable', 'the response was cut off', { attempts })
      : new S3Error('refused', sentence(word, message), { code: word, attempts });
  return new S3Error(byStatus(status), sentence(word, message, status), { code: word, attempts });
}

function byStatus(status: number): S3Fault {
  if (status >= 500) return status === 501 ? 'refused' : 'unavailable';
  if (status === 401 || status === 403) return 'denied';
  if (status === 301 || status === 307) return 'wrongRegion';
  if (status === 412) return 'changed';
  return status === 404 ? 'notFound' : status === 429 ? 'unavailable' : 'refused';
}

function sentence(word: string, message: unknown, status?: number): string {
  const text = typeof message === 'string' ? (message.split('\n', 1)[0] ?? '').trim().slice(0, 300) : '';
  const description = text === '' || text === word ? word : `${word}: ${text}`;
  return status === undefined ? description : `${description} (status ${status})`;
}
