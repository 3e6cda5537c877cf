import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { pace } from '../timing/pace.ts';
import { takesGzip } from './compress.ts';

/** A list whose records may be more together than memory should hold. */
export interface LongList<Row extends { readonly id: number }> {
  /** What one record is. */
  readonly item: TSchema;
  readonly ids: readonly { readonly id: number }[];
  /** Most rows that are read at once. */
  readonly atOnce: number;
  /** Rows of some ids, in any order; those that are gone in the meantime are left out. */
  readonly read: (ids: readonly number[]) => Promise<readonly Row[]>;
  readonly record: (row: Row) => unknown;
}

/** Sends a list as one JSON array, read and written some records at a time; compressed to who takes that. */
export const sendList = <Row extends { readonly id: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  list: LongList<Row>,
): FastifyReply => sendJson(request, reply, textOf(list, serializerOf(reply, list.item)));

/** Records in memory, and what one of them is. */
export interface Records {
  readonly item: TSchema;
  readonly records: readonly unknown[];
}

/** Sends an object of lists, written some records at a time; compressed to who takes that. */
export const sendLists = (
  request: FastifyRequest,
  reply: FastifyReply,
  lists: Readonly<Record<string, Records>>,
): FastifyReply => sendJson(request, reply, textOfLists(reply, lists));

const serializerOf = (reply: FastifyReply, item: TSchema): ((record: never) => string) =>
  reply.compileSerializationSchema(item as Record<string, unknown>);

function sendJson(request: FastifyRequest, reply: FastifyReply, parts: AsyncIterable<string>): FastifyReply {
  const text = Readable.from(parts, { objectMode: false });
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!takesGzip(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text);
  const packed = createGzip();
  // an error reaches the answer by what it is packed with
  pipeline(text, packed, () => undefined);
  return reply.header('content-encoding', 'gzip').send(packed);
}

/** Characters that are sent at once. */
const maxText = 1 << 16;

async function* textOfLists(reply: FastifyReply, lists: Readonly<Record<string, Records>>): AsyncGenerator<string> {
  const breathe = pace();
  let text = '{';
  let between = '';
  for (const [name, { item, records }] of Object.entries(lists)) {
    const serialize = serializerOf(reply, item);
    text += `${between}${JSON.stringify(name)}:[`;
    between = ',';
    for (const [at, record] of records.entries()) {
      text += `${at === 0 ? '' : ','}${serialize(record as never)}`;
      await breathe();
      if (text.length < maxText) continue;
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}`;
}

async function* textOf<Row extends { readonly id: number }>(
  { ids, atOnce, read, record }: LongList<Row>,
  serialize: (record: never) => string,
): AsyncGenerator<string> {
  const breathe = pace();
  let before = '[';
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce).map(({ id }) => id);
    const rows = new Map((await read(some)).map((row) => [row.id, row]));
    for (const id of some) {
      const row = rows.get(id);
      if (row === undefined) continue;
      yield before + serialize(record(row) as never);
      before = ',';
      await breathe();
    }
  }
  yield before === '[' ? '[]' : ']';
}
