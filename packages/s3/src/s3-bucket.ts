import type { S3Client } from '@aws-sdk/client-s3';
import { errorOf, S3Error } from './errors.ts';
import { library, openClient, usual, type Patience } from './s3-client.ts';
import type { S3Root } from './s3-root.ts';

export interface S3Object {
  readonly key: string;
  readonly bytes: number;
  /** Ms since 1970, in whole seconds. */
  readonly modified: number;
  /** Another one whenever the content is another one. */
  readonly tag: string;
}

/** One part of a list. */
export interface S3Page {
  readonly objects: readonly S3Object[];
  /** Prefixes that end with `/`, where folders were asked for. */
  readonly folders: readonly string[];
}

export interface ListOptions {
  readonly prefix: string;
  /** True gives what lies below the next `/` as one folder. */
  readonly byFolder?: boolean;
  /** Most names of a part; 1,000 if it is absent. */
  readonly max?: number;
}

/** A part of an upload, as the end of the upload names it. */
export interface Part {
  readonly PartNumber: number;
  readonly ETag: string;
}

/** Objects that are removed with one request: S3 takes no more. */
const maxDeletes = 1_000;

/** The requests of S3 that are needed, on one bucket. All fail with S3Error. */
export class S3Bucket {
  readonly #at: S3Root;
  readonly #patience: Patience;
  #client: Promise<S3Client> | undefined;

  constructor(at: S3Root, patience = usual) {
    this.#at = at;
    this.#patience = patience;
  }

  /** What begins with a prefix, in the order of UTF-8, part by part. */
  async *list({ prefix, byFolder = false, max }: ListOptions): AsyncGenerator<S3Page> {
    const { ListObjectsV2Command } = await library();
    for (let next: string | undefined; ;) {
      const answer = await this.#ask((client) =>
        client.send(
          new ListObjectsV2Command({
            Bucket: this.#at.bucket,
            ...(prefix === '' ? {} : { Prefix: prefix }),
            // XML has no signs for some that keys may hold
            EncodingType: 'url',
            ...(byFolder ? { Delimiter: '/' } : {}),
            ...(max === undefined ? {} : { MaxKeys: max }),
            ...(next === undefined ? {} : { ContinuationToken: next }),
          }),
        ),
      );
      const plain = answer.EncodingType === 'url' ? decode : (text: string) => text;
      yield {
        objects: (answer.Contents ?? []).map(({ Key = '', Size = 0, LastModified, ETag = '' }) => ({
          key: plain(Key),
          bytes: Size,
          // some answers have no smaller unit
          modified: Math.trunc((LastModified?.getTime() ?? 0) / 1_000) * 1_000,
          tag: ETag,
        })),
        folders: (answer.CommonPrefixes ?? []).map(({ Prefix = '' }) => plain(Prefix)),
      };
      if (answer.IsTruncated !== true || answer.NextContinuationToken === undefined) return;
      if (answer.NextContinuationToken === next) throw new S3Error('refused', 'the same part of a list again');
      next = answer.NextContinuationToken;
    }
  }

  /** The first objects that begin with a prefix. */
  async first(prefix: string, max: number): Promise<readonly S3Object[]> {
    for await (const { objects } of this.list({ prefix, max })) return objects;
    return [];
  }

  /** Writes an object in one step; `isNew` fails with `exists` if there is one. */
  async put(key: string, body: Uint8Array, isNew: boolean): Promise<void> {
    const { PutObjectCommand } = await library();
    await this.#unlessThere(
      isNew,
      (condition) => (client) =>
        client.send(
          new PutObjectCommand({ ...this.#location(key), Body: body, ContentLength: body.length, ...condition }),
        ),
    );
  }

  /** Bytes of an object from `start` to before `end`, if it is still the one of that tag; else it fails with `changed`. */
  async get(
    { key, tag }: Pick<S3Object, 'key' | 'tag'>,
    { start, end }: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array>> {
    const { GetObjectCommand } = await library();
    const { Body } = await this.#ask((client) =>
      client.send(
        new GetObjectCommand({
          ...this.#location(key),
          Range: `bytes=${start}-${end - 1}`,
          ...(tag === '' ? {} : { IfMatch: tag }),
        }),
      ),
    );
    if (Body === undefined) throw new S3Error('refused', 'a response without a body');
    return Body as unknown as AsyncIterable<Uint8Array>;
  }

  /** Copies an object within S3, in one request, which takes no more than 5 GB. */
  async copy(from: S3Object, to: string, isNew: boolean): Promise<void> {
    const { CopyObjectCommand } = await library();
    await this.#unlessThere(
      isNew,
      (condition) => (client) =>
        client.send(new CopyObjectCommand({ ...this.#location(to), CopySource: this.#source(from.key), ...condition })),
    );
  }

  /** Removes objects; no fault if they are not there. */
  async remove(keys: readonly string[]): Promise<void> {
    const { DeleteObjectCommand, DeleteObjectsCommand } = await library();
    const [first] = keys;
    if (keys.length === 1 && first !== undefined) {
      await this.#ask((client) => client.send(new DeleteObjectCommand(this.#location(first))));
      return;
    }
    for (let i = 0; i < keys.length; i += maxDeletes) {
      const some = keys.slice(i, i + maxDeletes);
      const { Errors } = await this.#ask((client) =>
        client.send(
          new DeleteObjectsCommand({
            Bucket: this.#at.bucket,
            Delete: { Objects: some.map((Key) => ({ Key })), Quiet: true },
          }),
        ),
      );
      const failed = Errors?.find(({ Code }) => Code !== 'NoSuchKey');
      if (failed !== undefined) throw errorOf({ name: failed.Code, message: failed.Message });
    }
  }

  /** Begins an object that comes in parts; returns the name of that upload. */
  async begin(key: string): Promise<string> {
    const { CreateMultipartUploadCommand } = await library();
    const { UploadId } = await this.#ask((client) =>
      client.send(new CreateMultipartUploadCommand(this.#location(key))),
    );
    if (UploadId === undefined) throw new S3Error('refused', 'an upload without an id');
    return UploadId;
  }

  async part(key: string, upload: string, number: number, body: Uint8Array): Promise<Part> {
    const { UploadPartCommand } = await library();
    const { ETag = '' } = await this.#ask((client) =>
      client.send(new UploadPartCommand({ ...this.#location(key), UploadId: upload, PartNumber: number, Body: body })),
    );
    return { PartNumber: number, ETag };
  }

  /** A part that is a part of another object. */
  async partOf(
    from: S3Object,
    { start, end }: { readonly start: number; readonly end: number },
    key: string,
    upload: string,
    number: number,
  ): Promise<Part> {
    const { UploadPartCopyCommand } = await library();
    const { CopyPartResult } = await this.#ask((client) =>
      client.send(
        new UploadPartCopyCommand({
          ...this.#location(key),
          UploadId: upload,
          PartNumber: number,
          CopySource: this.#source(from.key),
          CopySourceRange: `bytes=${start}-${end - 1}`,
        }),
      ),
    );
    return { PartNumber: number, ETag: CopyPartResult?.ETag ?? '' };
  }

  /** Makes the object of its parts, at once; `isNew` fails with `exists` if there is one. */
  async complete(key: string, upload: string, parts: readonly Part[], isNew: boolean): Promise<void> {
    const { CompleteMultipartUploadCommand } = await library();
    const MultipartUpload = { Parts: [...parts] };
    await this.#unlessThere(
      isNew,
      (condition) => (client) =>
        client.send(
          new CompleteMultipartUploadCommand({
            ...this.#location(key),
            UploadId: upload,
            MultipartUpload,
            ...condition,
          }),
        ),
    );
  }

  /** Forgets an upload and its parts; no fault if there is none. */
  async abort(key: string, upload: string): Promise<void> {
    const { AbortMultipartUploadCommand } = await library();
    try {
      await this.#ask((client) =>
        client.send(new AbortMultipartUploadCommand({ ...this.#location(key), UploadId: upload })),
      );
    } catch (error) {
      if (!(error instanceof S3Error) || error.fault !== 'notFound') throw error;
    }
  }

  /** Uploads below a prefix that were begun and neither made objects nor forgotten. */
  async *uploads(
    prefix: string,
  ): AsyncGenerator<{ readonly key: string; readonly upload: string; readonly initiatedAt: number }> {
    const { ListMultipartUploadsCommand } = await library();
    for (let next: { KeyMarker: string; UploadIdMarker?: string } | undefined; ;) {
      const answer = await this.#ask((client) =>
        client.send(
          new ListMultipartUploadsCommand({ Bucket: this.#at.bucket, Prefix: prefix, EncodingType: 'url', ...next }),
        ),
      );
      const plain = answer.EncodingType === 'url' ? decode : (text: string) => text;
      for (const { Key = '', UploadId = '', Initiated } of answer.Uploads ?? [])
        // some servers know no prefix here
        if (plain(Key).startsWith(prefix))
          yield { key: plain(Key), upload: UploadId, initiatedAt: Initiated?.getTime() ?? Date.now() };
      if (answer.IsTruncated !== true || answer.NextKeyMarker === undefined) return;
      next = {
        KeyMarker: plain(answer.NextKeyMarker),
        ...(answer.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: answer.NextUploadIdMarker }),
      };
    }
  }

  #location(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#at.bucket, Key: key };
  }

  #source(key: string): string {
    return `${this.#at.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** Makes a request under the condition that its object is new; a server that knows no conditions is asked without. */
  async #unlessThere(
    isNew: boolean,
    request: (condition: { IfNoneMatch?: string }) => (client: S3Client) => Promise<unknown>,
  ): Promise<void> {
    if (!isNew) return void (await this.#ask(request({})));
    try {
      await this.#ask(request({ IfNoneMatch: '*' }));
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      if (error.fault === 'changed') throw new S3Error('exists', error.message, error);
      if (error.code !== 'NotImplemented') throw error;
      await this.#ask(request({}));
    }
  }

  async #ask<T>(request: (client: S3Client) => Promise<T>): Promise<T> {
    try {
      return await request(await (this.#client ??= openClient(this.#at, this.#patience)));
    } catch (error) {
      throw errorOf(error);
    }
  }
}

/** A key as lists write it (`encoding-type=url`): a form's encoding, a blank as `+`. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', '%20'));
