import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { HdfsError } from './errors.ts';
import { exchange, replyText, type Patience, type Question } from './exchange.ts';
import {
  contentSummary,
  field,
  fileStatus,
  listing,
  unknownReply,
  type ContentSummary,
  type FileStatus,
} from './replies.ts';
import { Resendable } from './resendable.ts';

export interface WebHdfsOptions {
  /** Addresses of the NameNodes' WebHDFS, such as `http://namenode:9870`: the one that is active is found. */
  readonly addresses: readonly string[];
  /** The user of HDFS in whose name all is done (simple authentication). */
  readonly user: string;
  readonly patience?: Patience;
}

export interface CreateOptions {
  readonly overwrite: boolean;
  /** True also makes the folders above it; else they must be there. */
  readonly withFolders?: boolean;
  /** Permission bits; those that HDFS gives if it is absent. */
  readonly permission?: number;
}

/** From `start` to before `end`, in bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

type Parameters = Readonly<Record<string, string>>;

/**
 * A client of WebHDFS (Apache Hadoop 3, "WebHDFS REST API"). Paths begin with `/` and are plain text. All methods fail
 * with HdfsError. The names of parameters are in lower case: 3.5.0 reads no other ones.
 */
export class WebHdfs {
  readonly #addresses: readonly string[];
  readonly #user: string;
  readonly #patience: Patience;
  /** Index of the NameNode that answered last. */
  #active = 0;

  constructor({ addresses, user, patience = { connect: 10_000, answer: 60_000 } }: WebHdfsOptions) {
    if (addresses.length === 0) throw new Error('no address of a NameNode');
    this.#addresses = addresses;
    this.#user = user;
    this.#patience = patience;
  }

  async status(path: string): Promise<FileStatus> {
    return fileStatus(field(await this.#json('GET', path, { op: 'GETFILESTATUS' }), 'FileStatus'));
  }

  /** What a folder holds, part by part; of a file the file itself, with an empty name. */
  async *list(path: string): AsyncGenerator<FileStatus[]> {
    for (let after = ''; ;) {
      const { some, remaining } = listing(await this.#json('GET', path, { op: 'LISTSTATUS_BATCH', startafter: after }));
      if (some.length > 0) yield some;
      const last = some.at(-1)?.name ?? '';
      if (remaining === 0 || some.length === 0) return;
      if (last === after) throw unknownReply('the same part of a list again');
      after = last;
    }
  }

  /** Makes a folder and those above it; no fault if it is there. */
  async makeFolder(path: string, permission?: number): Promise<void> {
    await this.#json('PUT', path, { op: 'MKDIRS', ...octal(permission) });
  }

  /** Removes a file, or a folder; false if nothing is there. */
  async remove(path: string, withContents: boolean): Promise<boolean> {
    const recursive = String(withContents);
    return field(await this.#json('DELETE', path, { op: 'DELETE', recursive }), 'boolean') === true;
  }

  /** Moves a file or folder to another path. In one step; fails with `exists` if that is taken, unless it replaces. */
  async rename(from: string, to: string, replace: boolean): Promise<void> {
    // with options it fails as it should; without them it answers false for whatever is wrong
    const renameoptions = replace ? 'OVERWRITE' : 'NONE';
    await this.#reply('PUT', from, { op: 'RENAME', destination: to, renameoptions });
  }

  async setPermission(path: string, permission: number): Promise<void> {
    await this.#reply('PUT', path, { op: 'SETPERMISSION', ...octal(permission) });
  }

  async contentSummary(path: string): Promise<ContentSummary> {
    return contentSummary(await this.#json('GET', path, { op: 'GETCONTENTSUMMARY' }));
  }

  /** The home of the user. */
  async home(): Promise<string> {
    const path = field(await this.#json('GET', '/', { op: 'GETHOMEDIRECTORY' }), 'Path');
    if (typeof path !== 'string') throw unknownReply('no home');
    return path;
  }

  /** The bytes of a file, as they come. Fails if it is a folder, or shorter than `start`. */
  async open(path: string, range?: Range): Promise<Readable> {
    try {
      return await this.#open(path, range);
    } catch (error) {
      if (!mayWork(error)) throw error;
      return this.#open(path, range);
    }
  }

  async #open(path: string, range: Range | undefined): Promise<Readable> {
    const part: Parameters =
      range === undefined ? {} : { offset: String(range.start), length: String(range.end - range.start) };
    const location = await this.#dataNode('GET', path, { op: 'OPEN', ...part });
    const answer = await this.#exchange({ method: 'GET', url: location });
    if (answer.statusCode !== 200) await replyText(answer);
    return answer;
  }

  /**
   * Writes a file. When it returns the bytes are in HDFS and the file is closed. Where it fails half of the file may be
   * there, for HDFS keeps what has come, and the body is destroyed.
   */
  async create(path: string, body: Readable, options: CreateOptions): Promise<void> {
    const { overwrite, withFolders = false, permission } = options;
    // it may break before anybody reads it
    body.once('error', () => undefined);
    const resendable = new Resendable(body);
    const ask = async (): Promise<void> => {
      const location = await this.#dataNode('PUT', path, {
        op: 'CREATE',
        overwrite: String(overwrite),
        createparent: String(withFolders),
        ...octal(permission),
      });
      await replyText(await this.#exchange({ method: 'PUT', url: location, body: resendable.stream() }));
    };
    try {
      await ask().catch((error: unknown) => {
        // a DataNode takes the first bytes before it finds its connection closed
        if (!mayWork(error) || !resendable.isWhole || body.errored !== null) throw error;
        return ask();
      });
    } catch (error) {
      body.destroy();
      throw error;
    }
  }

  /** Where a NameNode sends readers and writers of bytes. */
  async #dataNode(method: 'GET' | 'PUT', path: string, parameters: Parameters): Promise<URL> {
    const { answer, text } = await this.#ask(method, path, parameters);
    const location = answer.headers.location;
    if (location === undefined || !URL.canParse(location)) throw unknownReply(text || 'no address for the data');
    return new URL(location);
  }

  async #json(method: Question['method'], path: string, parameters: Parameters): Promise<unknown> {
    const text = await this.#reply(method, path, parameters);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw unknownReply(text);
    }
  }

  async #reply(method: Question['method'], path: string, parameters: Parameters): Promise<string> {
    return (await this.#ask(method, path, parameters)).text;
  }

  /** Asks the NameNode that is active. */
  async #ask(
    method: Question['method'],
    path: string,
    parameters: Parameters,
  ): Promise<{ readonly answer: IncomingMessage; readonly text: string }> {
    let last: unknown;
    for (let attempt = 0; attempt < this.#addresses.length; attempt++) {
      const index = (this.#active + attempt) % this.#addresses.length;
      try {
        const answer = await this.#exchange({ method, url: this.#url(index, path, parameters) });
        const isRedirect = answer.statusCode === 307;
        const text = isRedirect ? (answer.resume(), '') : await replyText(answer);
        this.#active = index;
        return { answer, text };
      } catch (error) {
        if (!(error instanceof HdfsError) || !isElsewhere.has(error.fault)) throw error;
        last = error;
      }
    }
    throw last;
  }

  #exchange(question: Omit<Question, 'patience'>): Promise<IncomingMessage> {
    return exchange({ ...question, patience: this.#patience });
  }

  #url(index: number, path: string, parameters: Parameters): URL {
    const encodedPath = path.split('/').map(encodeURIComponent).join('/');
    const url = new URL(`/webhdfs/v1${encodedPath}`, this.#addresses[index]);
    // what is created belongs to user.name; names of parameters are in lower case
    url.search = new URLSearchParams({ ...parameters, 'user.name': this.#user }).toString();
    return url;
  }
}

/** True for a DataNode whose own connection a NameNode has closed: it makes a new one at the next call. */
const mayWork = (error: unknown): boolean =>
  error instanceof HdfsError && error.fault === 'unavailable' && error.exception !== undefined;

/** Another NameNode may do it. */
const isElsewhere: ReadonlySet<string> = new Set(['standby', 'unavailable']);

const octal = (permission: number | undefined): Parameters =>
  permission === undefined ? {} : { permission: permission.toString(8) };
