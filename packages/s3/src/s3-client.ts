import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Root } from './s3-root.ts';

/** The library costs a tenth of a second and 20 MB: only who uses S3 pays. */
export const library = () => import('@aws-sdk/client-s3');

export interface Patience {
  /** Ms for a connection. */
  readonly connect: number;
  /** Ms without a byte. */
  readonly silence: number;
  /** How often a request is made that fails for a passing reason, the first time included. */
  readonly attempts: number;
}

export const usual: Patience = { connect: 10_000, silence: 60_000, attempts: 4 };

/** A client of the library; it makes its first connection with its first request. */
export async function openClient(
  { endpoint, region, credentials }: S3Root,
  { connect, silence, attempts }: Patience,
): Promise<S3Client> {
  const { S3Client: Client } = await library();
  return new Client({
    maxAttempts: attempts,
    // it would write to the console
    logger: silent,
    requestHandler: { logger: silent, connectionTimeout: connect, socketTimeout: silence },
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials: async () => ({ ...credentials() }) }),
    // checksums in trailers and headers of Amazon's own: other servers may not know them
    ...(endpoint === undefined
      ? {}
      : {
          endpoint,
          forcePathStyle: true,
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
        }),
  });
}

const nothing = (): void => undefined;
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
