import { fromBinary } from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { ErrorInfoSchema, RetryInfoSchema } from '../../gen/google/rpc/error_details_pb.js';

/** gRPC status codes by number. Source: grpc/doc/statuscodes.md. */
const codes = [
  'Ok',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
] as const;

export type StatusCode = (typeof codes)[number];

/** The number of a status code. */
export const numberOfStatus = (code: StatusCode): number => codes.indexOf(code);

/** The server answered a call with an error: its own words, unlike {@link TransportError}. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly code: StatusCode;
  /** What google.rpc.ErrorInfo says: Spark puts `errorClass`, `sqlState`, `errorId` and more here. */
  readonly info: ReadonlyMap<string, string>;
  /** The server asks to try again (google.rpc.RetryInfo). */
  readonly retry: boolean;

  constructor(code: StatusCode, message: string, info: ReadonlyMap<string, string> = new Map(), retry = false) {
    super(message);
    this.code = code;
    this.info = info;
    this.retry = retry;
  }
}

/**
 * What failed on the way: the `connection` (refused, cut, silent: nothing is known of what became of the call), the one
 * call on it (`reset`: the server had it and broke it off), or the server did not take the call up (`not-taken`).
 */
export type TransportFault = 'connection' | 'reset' | 'not-taken';

/** A call ended without an answer from the server. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly fault: TransportFault;

  constructor(message: string, fault: TransportFault = 'connection', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/** HTTP answers that are not gRPC's. Source: grpc/doc/http-grpc-status-mapping.md. */
const codesOfHttp: Readonly<Record<number, StatusCode>> = {
  400: 'Internal',
  401: 'Unauthenticated',
  403: 'PermissionDenied',
  404: 'Unimplemented',
  429: 'Unavailable',
  502: 'Unavailable',
  503: 'Unavailable',
  504: 'Unavailable',
};

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const text = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' || value === undefined ? value : value.join(',');

/** The error that an HTTP status other than 200 stands for. */
export const httpStatusError = (status: number): StatusError =>
  new StatusError(codesOfHttp[status] ?? 'Unknown', `the server answered HTTP ${status}: it does not speak gRPC here`);

/** Reads `grpc-status` of headers or trailers; undefined when there is none. */
export function statusOf(headers: Headers): StatusError | 'ok' | undefined {
  const status = text(headers['grpc-status']);
  if (status === undefined) return undefined;
  if (status === '0') return 'ok';
  const code = codes[Number(status)] ?? 'Unknown';
  const message = percentDecode(text(headers['grpc-message']) ?? '');
  const details = text(headers['grpc-status-details-bin']);
  return details === undefined ? new StatusError(code, message) : withDetails(code, message, details);
}

/** Adds what the serialised google.rpc.Status carries: fields 2 (message) and 3 (details, a list of Any). */
function withDetails(code: StatusCode, message: string, base64: string): StatusError {
  const reader = new BinaryReader(Buffer.from(base64, 'base64'));
  let info = new Map<string, string>();
  let retry = false;
  let full = message;
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 2) full = reader.string();
    else if (field === 3) {
      const detail = fromBinary(AnySchema, reader.bytes());
      if (detail.typeUrl.endsWith(ErrorInfoSchema.typeName)) {
        const { reason, metadata } = fromBinary(ErrorInfoSchema, detail.value);
        info = new Map([['reason', reason], ...Object.entries(metadata)]);
      }
      if (detail.typeUrl.endsWith(RetryInfoSchema.typeName)) retry = true;
    } else reader.skip(wireType);
  }
  return new StatusError(code, full, info, retry);
}

function percentDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
