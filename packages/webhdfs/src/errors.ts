/** What can go wrong, as callers distinguish faults; `refused` is what Hadoop says besides. */
export type HdfsFault =
  | 'notFound'
  | 'notFolder'
  | 'notEmpty'
  | 'exists'
  | 'denied'
  | 'badName'
  | 'full'
  | 'safeMode'
  | 'standby'
  | 'unavailable'
  | 'refused';

/** A fault of HDFS, or of the way to it. The message is one line of Hadoop's, or ours if no answer comes. */
export class HdfsError extends Error {
  readonly fault: HdfsFault;
  /** Name of Hadoop's exception, where it is one. */
  readonly exception: string | undefined;

  constructor(fault: HdfsFault, message: string, options: { exception?: string; cause?: unknown } = {}) {
    super(message, options);
    this.fault = fault;
    this.exception = options.exception;
  }
}

/** By the name of Hadoop's exception, without its package. */
const FAULTS: Readonly<Record<string, HdfsFault>> = {
  FileNotFoundException: 'notFound',
  ParentNotDirectoryException: 'notFolder',
  PathIsNotEmptyDirectoryException: 'notEmpty',
  FileAlreadyExistsException: 'exists',
  AccessControlException: 'denied',
  AuthorizationException: 'denied',
  SecurityException: 'denied',
  IllegalArgumentException: 'badName',
  InvalidPathException: 'badName',
  PathComponentTooLongException: 'badName',
  DSQuotaExceededException: 'full',
  NSQuotaExceededException: 'full',
  QuotaByStorageTypeExceededException: 'full',
  MaxDirectoryItemsExceededException: 'full',
  SafeModeException: 'safeMode',
  StandbyException: 'standby',
  ObserverRetryOnActiveException: 'standby',
  RetriableException: 'unavailable',
  ConnectException: 'unavailable',
  ConnectTimeoutException: 'unavailable',
  EOFException: 'unavailable',
  NoRouteToHostException: 'unavailable',
  SocketException: 'unavailable',
  SocketTimeoutException: 'unavailable',
};

/** Faults that have no exception of their own, by what Hadoop writes. */
const SENTENCES: readonly (readonly [RegExp, HdfsFault])[] = [
  [/SafeModeException|in safe mode/i, 'safeMode'],
  [/StandbyException|in state standby/i, 'standby'],
  [/startup mode|not yet (started|initialized)/i, 'unavailable'],
  [/must both be directories/, 'exists'],
  // a user without all rights gets it as an error of rights
  [/\(is not a directory\)/, 'notFolder'],
  [/could only be (written|replicated) to 0|No space left|insufficient space/i, 'full'],
];

const isGeneral: ReadonlySet<HdfsFault> = new Set(['unavailable', 'denied']);

interface RemoteException {
  readonly exception?: unknown;
  readonly message?: unknown;
}

/** The fault that an answer reports. `body`: of the answer, JSON if it comes from WebHDFS itself. */
export function errorOf(status: number, body: string): HdfsError {
  const { exception, message } = remoteException(body);
  if (typeof exception !== 'string') {
    if (body.includes('Hadoop IPC port'))
      return new HdfsError(
        'unavailable',
        'this is the port of Hadoop’s own protocol: use the port of WebHDFS, such as 9870',
      );
    const fault = status === 401 || status === 403 ? 'denied' : status === 503 ? 'unavailable' : 'refused';
    return new HdfsError(fault, `WebHDFS answered with status ${status}`);
  }
  const text = typeof message === 'string' ? message : '';
  const faultCode = FAULTS[exception];
  const meaning = SENTENCES.find(([sentence]) => sentence.test(text))?.[1];
  // what a general exception wraps says more than its name
  const fault = (faultCode === undefined || isGeneral.has(faultCode) ? meaning : undefined) ?? faultCode ?? 'refused';
  return new HdfsError(fault, firstLine(text) || exception, { exception });
}

function remoteException(body: string): RemoteException {
  try {
    const value = JSON.parse(body) as { RemoteException?: RemoteException } | null;
    return value?.RemoteException ?? {};
  } catch {
    return {};
  }
}

/** DataNodes put a whole stack into a message. */
const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').trim().slice(0, 500);
