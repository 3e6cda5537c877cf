import { Readable } from 'node:stream';
import { Type, type Static } from 'typebox';
import type { Context } from '../context.ts';
import { isOfLevel, levels, mailLines, storedLines } from './log-lines.ts';
import { joinLines } from './run-logs.ts';
import type { ExecutionRow } from './transitions.ts';

/** Most lines of a page. */
const maxLines = 10_000;

export const LogQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Only lines that contain this text, ignoring case' }),
  ),
  level: Type.Optional(Type.Enum([...levels], { description: 'Only lines of at least this level' })),
  from: Type.Integer({ minimum: 0, maximum: 1e12, default: 0, description: 'Number of lines to skip' }),
  lines: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLines,
      description: 'Maximum number of lines. The response header x-next-line holds `from` of the next page',
    }),
  ),
});

type Query = Static<typeof LogQuery>;

/** A page of a log, and where the next one begins; nothing if the log has ended. */
export interface LogPage {
  readonly lines: readonly string[];
  readonly next: number | undefined;
}

/** The lines of a run's log that are asked for, all of them, as text that is made as it is read. */
export const logText = (context: Reading, run: Run, query: Query): Readable => Readable.from(text(context, run, query));

/** A page of the lines that are asked for. */
export async function logPage(context: Reading, run: Run, query: Query & { readonly lines: number }): Promise<LogPage> {
  const lines: string[] = [];
  let number = 0;
  for await (const some of allLines(context, run))
    for (const line of some) {
      const isMatch = number >= query.from && matches(query, line);
      if (isMatch && lines.length === query.lines) return { lines, next: number };
      if (isMatch) lines.push(line);
      number += 1;
    }
  return { lines, next: undefined };
}

type Reading = Pick<Context, 'db' | 'logs'>;
type Run = Pick<ExecutionRow, 'id' | 'queuedAt' | 'logHome'>;

async function* text(context: Reading, run: Run, query: Query): AsyncGenerator<string> {
  let number = 0;
  for await (const some of allLines(context, run)) {
    const left = some.slice(Math.max(0, query.from - number));
    number += some.length;
    yield joinLines(left.filter((line) => matches(query, line)));
  }
}

const matches = ({ search, level }: Query, line: string): boolean =>
  (level === undefined || isOfLevel(line, level)) &&
  (search === undefined || line.toLowerCase().includes(search.toLowerCase()));

/** The file, if it lies in this process's state folder, else the stored events; then what became of the mails. */
async function* allLines({ db, logs }: Reading, run: Run): AsyncGenerator<readonly string[]> {
  const file = run.logHome === logs.identity ? await logs.read(run) : undefined;
  yield* file ?? storedLines(db, run.id);
  const mails = await db.selectFrom('mails').selectAll().where('executionId', '=', run.id).orderBy('id').execute();
  yield mails.flatMap(mailLines);
}
