import { Socket, type LookupFunction } from 'node:net';
import { answerRequests } from '@millrace/file-space/threads/answer-requests';
import { hostUrl, lookupOf, NotPublic } from '@millrace/file-space/urls/reach';
import type { ListedHost } from '@millrace/file-space/urls';
import pg from 'pg';

/** What a database is asked. */
export interface Question {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: 'none' | 'encrypted' | 'verified';
  readonly text: string;
  readonly mostRows: number;
  readonly hosts: readonly ListedHost[];
}

/** Rows, why there are none, or that the host has no public address and is not listed. */
export type Answer =
  | { readonly rows: readonly (readonly unknown[])[] }
  | { readonly failed: string; readonly cause?: unknown }
  | 'refused';

/** Most bytes that are read of an answer, and milliseconds between two looks at how many there are. */
const [maxBytes, checkEvery] = [8 << 20, 20];
/** Most characters of a reason that are passed on. */
const maxWords = 500;

async function answerOf(question: Question): Promise<Answer> {
  const { host, port, database, user, password, tls, text, mostRows, hosts } = question;
  const lookup = lookupOf(hostUrl(host, port), hosts);
  const socket = new Reaching(lookup);
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    // pg looks for an empty password in PGPASSWORD and in a file of the service's home
    password: () => password,
    stream: () => socket,
    ssl: tls === 'none' ? false : { rejectUnauthorized: tls === 'verified' },
    application_name: 'millrace',
  });
  // a line that breaks while nothing is asked; a question fails by itself
  client.on('error', () => undefined);
  let isTooLarge = false;
  const watch = setInterval(() => {
    isTooLarge ||= socket.bytesRead > maxBytes;
    if (isTooLarge) socket.destroy();
  }, checkEvery);
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return { rows: rows.slice(0, mostRows) };
  } catch (error) {
    if (lookup !== undefined && isUnknownHost(error)) return 'refused';
    return { failed: isTooLarge ? `its response is larger than ${maxBytes >> 20} MB` : wordsOf(error) };
  } finally {
    clearInterval(watch);
    socket.destroy();
  }
}

/** A socket that finds its host in a way of its own at the moment when it connects, so that a name cannot mean two things. */
class Reaching extends Socket {
  readonly #lookup: LookupFunction | undefined;
  constructor(lookup: LookupFunction | undefined) {
    super();
    this.#lookup = lookup;
  }
  override connect(...args: unknown[]): this {
    const [port, host] = args as [number, string];
    return super.connect({ port, host, ...(this.#lookup === undefined ? {} : { lookup: this.#lookup }) });
  }
}

/** A name of no public address and one that does not exist are reported as the same: names of a network are not for all. */
const isUnknownHost = (error: unknown): boolean =>
  error instanceof NotPublic ||
  (error instanceof Error && 'code' in error && /^(ENOTFOUND|ENODATA|EAI_)/.test(String(error.code)));

function wordsOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  // Node has no message if it has tried several addresses
  return (message || code || 'no response').slice(0, maxWords);
}

answerRequests(answerOf);
