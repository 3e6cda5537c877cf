import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Arrangement } from '@millrace/runner/tables';
import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { leaving } from '../http/leaving.ts';
import { component, AnyJson, Id, Nullable } from '../http/types.ts';
import { executionFor } from '../executions/stop.ts';
import { disposition } from '../files/download.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { csvOf } from './csv.ts';
import { parquetOf } from './parquet.ts';
import { arrangementOf, ArrangementQuery } from './arrangement.ts';
import { openTable, type ResultTable } from './table.ts';

/** Rows after which others have their turn. */
const rowsAtOnce = 512;

/** Most rows, and about how many characters, of a page. */
const [maxRows, mostText] = [10_000, 16 << 20];

const TableParams = Type.Object({ id: Id, outputId: Id });

const Page = component(
  'TableRows',
  Type.Object({
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
    rows: Type.Array(Type.Array(AnyJson)),
    offset: Type.Integer(),
    next: Nullable(Type.Integer({ description: 'The offset of the next page; null after the last row' })),
    rowCount: Type.Integer({ description: 'Number of rows that are stored and can be read' }),
    found: Type.Integer({ description: 'Number of stored rows that match the filters; all if there are none' }),
    truncated: Type.Boolean({ description: 'True if the table had more rows than are stored' }),
    total: Nullable(Type.Integer({ description: 'Number of rows of the table; null if they were not counted' })),
  }),
);

const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
} as const;

const tags = ['Results'];
const config = { access: 'workflows.view' as const };

/** Tables that runs have shown: page by page, and whole. */
export const resultTables: Resource = (context) => async (app) => {
  for (const add of [addRows, addDownload]) add(app, context);
};

const addRows: AddRoutes = (app, context) => {
  const { db } = context;
  app.get(
    '/api/v1/workflow-executions/:id/results/:outputId/rows',
    {
      config,
      schema: {
        tags,
        description:
          'Rows of a table or chart, in the format of the results: in the order of the run, or sorted and filtered.',
        params: TableParams,
        querystring: Type.Object({
          offset: Type.Integer({ minimum: 0, maximum: 1e12, default: 0, description: 'Number of rows to skip' }),
          limit: Type.Integer({
            minimum: 1,
            maximum: maxRows,
            default: 100,
            description: 'Maximum number of rows of the page. A page of very large rows has fewer: continue at `next`',
          }),
          ...ArrangementQuery,
        }),
        // a string or Buffer passes Fastify's serializer by; Unsafe keeps the schema for the description
        response: { 200: Type.Unsafe<Buffer>(Page) },
      },
    },
    async (request, reply) => {
      const { id, outputId } = request.params;
      const { offset, limit, ...arrangementInput } = request.query;
      const signal = leaving(reply);
      const arrangement = await arrangementOf(arrangementInput);
      const run = await executionFor(db, whoIs(request), id);
      await using table = await openTable(context, run, outputId);
      const { rows, pieces, found } =
        arrangement === undefined
          ? await pageOf(table, offset, limit)
          : await arrangedPageOf(table, arrangement, { offset, limit, signal });
      const after = offset + rows;
      const next = after < found && rows > 0 ? after : null;
      const { columns, rowCount, truncated, total } = table;
      const rest = { columns, offset, next, rowCount, found, truncated, total };
      reply.type('application/json; charset=utf-8');
      return Buffer.concat([
        Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"rows":[`),
        ...pieces,
        Buffer.from(']}'),
      ]);
    },
  );
};

const addDownload: AddRoutes = (app, context) => {
  const { db } = context;
  app.get(
    '/api/v1/workflow-executions/:id/results/:outputId/download',
    {
      config: { ...config, exports: true },
      schema: {
        tags,
        description:
          'All stored rows of a table or chart. In CSV, null is an empty field and an empty text is two quotes.',
        params: TableParams,
        querystring: Type.Object({ format: Type.Enum(['csv', 'parquet'], { default: 'csv' }) }),
        produces: ['text/csv', 'application/vnd.apache.parquet'],
      },
    },
    async (request, reply) => {
      const { id, outputId } = request.params;
      const { format } = request.query;
      const run = await executionFor(db, whoIs(request), id);
      const table = await openTable(context, run, outputId);
      reply.type(mediaTypes[format]).header('content-disposition', disposition(`${table.title}.${format}`));
      if (request.method === 'HEAD') {
        await table[Symbol.asyncDispose]();
        return reply.send(Readable.from([]));
      }
      if (format === 'csv') return reply.send(Readable.from(csvOf(table)));
      const file = await parquetOf(table);
      reply.header('content-length', (await file.stat()).size);
      return reply.send(file.createReadStream());
    },
  );
};

/** Rows as JSON, with commas between the pieces if they need them. */
interface PageRows {
  readonly rows: number;
  readonly pieces: readonly Uint8Array[];
  /** Rows that there are in all, on this page and others. */
  readonly found: number;
}

async function arrangedPageOf(
  table: ResultTable,
  arrangement: Arrangement,
  { offset, limit, signal }: { readonly offset: number; readonly limit: number; readonly signal: AbortSignal },
): Promise<PageRows> {
  const piece = { from: offset, to: offset + limit, mostText, signal };
  const { rows, json, found } = await table.arrange(arrangement, piece);
  return { rows, pieces: [json], found };
}

/**
 * Rows of a page as JSON, and how many they are: fewer than asked for if they are very large, but one at least. It is
 * made piece by piece, so that others have their turn.
 */
async function pageOf(table: ResultTable, offset: number, limit: number): Promise<PageRows> {
  const count = table.rowCount;
  const pieces: Buffer[] = [];
  let [rows, text] = [0, 0];
  for await (const some of table.rows(offset, offset + limit))
    for (let at = 0; at < some.length; at += rowsAtOnce) {
      let piece = '';
      for (const row of some.slice(at, at + rowsAtOnce)) {
        const json = JSON.stringify(row);
        text += json.length;
        if (text > mostText && rows > 0) return { rows, pieces: [...pieces, Buffer.from(piece)], found: count };
        piece += rows++ === 0 ? json : `,${json}`;
      }
      pieces.push(Buffer.from(piece));
      await turn();
    }
  return { rows, pieces, found: count };
}
