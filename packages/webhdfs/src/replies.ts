import { HdfsError } from './errors.ts';

/** A file or folder of HDFS. */
export interface FileStatus {
  /** Its name in its folder; empty if the status of a path itself was asked for. */
  readonly name: string;
  readonly type: 'FILE' | 'DIRECTORY' | 'SYMLINK';
  /** Bytes; 0 for folders. */
  readonly length: number;
  readonly owner: string;
  readonly group: string;
  /** Permission bits, the sticky one included. */
  readonly permission: number;
  /** ms since 1970. */
  readonly modificationTime: number;
  /** ms since 1970; 0 for folders, and where HDFS keeps none. */
  readonly accessTime: number;
  readonly replication: number;
  /** Bytes. */
  readonly blockSize: number;
  /** Number of the file in its HDFS, which it keeps under any name; 0 if none is given. */
  readonly fileId: number;
}

/** What lies below a path. Sizes in bytes. */
export interface ContentSummary {
  readonly directoryCount: number;
  readonly fileCount: number;
  readonly length: number;
  /** With all copies of each block. */
  readonly spaceConsumed: number;
  /** Most bytes that may be consumed there; -1 if there is no such bound. */
  readonly spaceQuota: number;
}

type Json = Readonly<Record<string, unknown>>;

export function fileStatus(reply: unknown): FileStatus {
  const json = record(reply);
  const type = text(json, 'type');
  if (type !== 'FILE' && type !== 'DIRECTORY' && type !== 'SYMLINK') throw unknownReply(`type ${type}`);
  return {
    name: text(json, 'pathSuffix'),
    type,
    length: number(json, 'length'),
    owner: text(json, 'owner'),
    group: text(json, 'group'),
    permission: Number.parseInt(text(json, 'permission'), 8),
    modificationTime: number(json, 'modificationTime'),
    accessTime: number(json, 'accessTime'),
    replication: number(json, 'replication'),
    blockSize: number(json, 'blockSize'),
    fileId: typeof json['fileId'] === 'number' ? json['fileId'] : 0,
  };
}

/** One part of a folder's list, and how many names come behind it. */
export function listing(reply: unknown): { readonly some: FileStatus[]; readonly remaining: number } {
  const json = record(record(reply)['DirectoryListing']);
  const statuses = record(record(json['partialListing'])['FileStatuses'])['FileStatus'];
  if (!Array.isArray(statuses)) throw unknownReply('a list without FileStatus');
  return { some: statuses.map(fileStatus), remaining: number(json, 'remainingEntries') };
}

export function contentSummary(reply: unknown): ContentSummary {
  const json = record(record(reply)['ContentSummary']);
  return {
    directoryCount: number(json, 'directoryCount'),
    fileCount: number(json, 'fileCount'),
    length: number(json, 'length'),
    spaceConsumed: number(json, 'spaceConsumed'),
    spaceQuota: number(json, 'spaceQuota'),
  };
}

/** The value of a reply that has one field. */
export const field = (reply: unknown, name: string): unknown => record(reply)[name];

export function record(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw unknownReply(JSON.stringify(value));
  return value as Json;
}

function text(json: Json, name: string): string {
  const value = json[name];
  if (typeof value !== 'string') throw unknownReply(`${name} ${JSON.stringify(value)}`);
  return value;
}

function number(json: Json, name: string): number {
  const value = json[name];
  if (typeof value !== 'number') throw unknownReply(`${name} ${JSON.stringify(value)}`);
  return value;
}

export const unknownReply = (what: string): HdfsError =>
  new HdfsError('refused', `unexpected response of WebHDFS: ${what.slice(0, 200)}`);
