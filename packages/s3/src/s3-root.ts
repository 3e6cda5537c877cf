/** A folder in a bucket, and the way to it. */
export interface S3Root {
  readonly bucket: string;
  /** The folder, without `/` at its ends; empty for all of the bucket. */
  readonly prefix: string;
  /** Address of a server that speaks the protocol of S3; Amazon's if there is none. */
  readonly endpoint: string | undefined;
  /** Taken from the environment of the process if there is none (profile, machine). */
  readonly region: string | undefined;
  /** A function, so that nothing that prints this prints them; taken from the environment if there is none. */
  readonly credentials: (() => S3Credentials) | undefined;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}
