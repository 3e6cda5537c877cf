import type { RunEvent } from '@millrace/runner';
import { printable } from '@millrace/runner/drawings';
import type { Selectable } from 'kysely';
import type { Db } from '../store/database.ts';
import type { MailTable } from '../store/tables/executions.ts';

/** Levels of the lines of a log, the least first. */
export const levels = ['info', 'warning', 'error'] as const;

export type Level = (typeof levels)[number];

type Told<Name extends RunEvent['event']> = Extract<RunEvent, { readonly event: Name }>;

/** An event as it is stored: what is shown is read on its own. */
export type BriefEvent =
  | Exclude<RunEvent, { readonly event: 'output' | 'run.finished' }>
  | Pick<Told<'output'>, 'event' | 'nodeId' | 'type' | 'title'>
  | Pick<Told<'run.finished'>, 'event' | 'status' | 'engine' | 'why' | 'ms'>;

interface Entry {
  readonly level?: Level;
  readonly nodeId?: string;
  readonly text: string;
}

/** Most characters of a line; a longer one is cut. */
const longest = 8_000;

/** An event as lines of the log of its run: time, level, node (`-` for none), message. */
export const logLines = (at: number, event: BriefEvent): readonly string[] =>
  entriesOf(event).flatMap((entry) => linesOf(at, entry));

/** A mail as lines of its run's log: when its fate was known, else when the run ended. */
export function mailLines({
  recipient,
  outcome,
  status,
  attempts,
  createdAt,
  endedAt,
  message,
}: Selectable<MailTable>) {
  const text = `mail to=${recipient} outcome=${outcome} status=${status} attempts=${attempts}`;
  const level = status === 'FAILED' ? 'error' : status === 'UNCERTAIN' ? 'warning' : 'info';
  return linesOf(endedAt ?? createdAt, { level, text: message === null ? text : `${text} message=${message}` });
}

/** True for a line of at least a level. */
export function isOfLevel(line: string, minLevel: Level): boolean {
  const [, word = ''] = line.split(' ', 2);
  return levels.indexOf(word.toLowerCase() as Level) >= levels.indexOf(minLevel);
}

/** Events that are read from the store at once. */
const page = 500;

/** The log of a run as its stored events describe it, some lines at a time. */
export async function* storedLines(db: Db, executionId: number): AsyncGenerator<readonly string[]> {
  for (let last = 0; ;) {
    const events = await db
      .selectFrom('executionEvents')
      .select(['seq', 'at', 'event'])
      .where('executionId', '=', executionId)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(page)
      .execute();
    yield events.flatMap(({ at, event }) => logLines(at, JSON.parse(event) as BriefEvent));
    if (events.length < page) return;
    last = events.at(-1)?.seq ?? last;
  }
}

const linesOf = (at: number, { level = 'info', nodeId, text }: Entry): readonly string[] => {
  const head = `${new Date(at).toISOString()} ${level.toUpperCase()} ${nodeId?.replaceAll(/\s+/g, '_') ?? '-'}`;
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `${head} ${printable(line.length > longest ? `${line.slice(0, longest)} …` : line)}`);
};

function entriesOf(event: BriefEvent): readonly Entry[] {
  switch (event.event) {
    case 'run.started':
      return [{ text: `"${event.workflow}" started: ${event.nodes} nodes, engine ${event.wish}` }];
    case 'engine.chosen':
      return [{ text: `on ${event.engine} (up in ${event.startMs} ms): ${event.why}` }];
    case 'engine.application': {
      const { applicationId, master, version, uiWebUrl } = event;
      const page = uiWebUrl === '' ? '' : `: ${uiWebUrl}`;
      return [{ text: `application ${applicationId} on ${master}, Spark ${version}${page}` }];
    }
    case 'engine.changed': {
      const { from, to, why } = event;
      return [{ level: 'warning', text: `${from === to ? `on ${to} again` : `from ${from} to ${to}`}: ${why}` }];
    }
    case 'engine.ended':
      return [
        { level: 'error', text: `${event.engine} ended: ${event.why}` },
        ...event.log.map((line): Entry => ({ level: levelIn(line), text: `${event.engine}: ${line}` })),
      ];
    case 'node.started':
      return [{ nodeId: event.id, text: `"${event.name}" (${event.nodeClass}) started` }];
    case 'node.finished':
      return ofNode(event);
    case 'output':
      return [{ nodeId: event.nodeId, text: `output: ${event.type} "${event.title}"` }];
    case 'log':
      return [
        {
          level: event.level,
          text: event.message,
          ...(event.nodeId === undefined ? {} : { nodeId: event.nodeId }),
        },
      ];
    case 'run.finished': {
      const level = event.status === 'COMPLETED' ? 'info' : event.status === 'FAILED' ? 'error' : 'warning';
      return [{ level, text: `${event.status} on ${event.engine} in ${event.ms} ms` }];
    }
  }
}

/** The level that an engine gives a line of its log; what it says without one, it says in its need. */
const levelIn = (line: string): Level =>
  /\b(INFO|DEBUG|TRACE)\b/.test(line) ? 'info' : /\bWARN/.test(line) ? 'warning' : 'error';

function ofNode({ id, name, status, rows, ms, rejected = 0, reused, error, because }: Told<'node.finished'>): Entry[] {
  const entry = (level: Level, text: string): Entry => ({ level, nodeId: id, text });
  const rowCount = rows === null ? '' : `, ${rows} rows`;
  if (status === 'COMPLETED')
    return [
      entry('info', `"${name}" COMPLETED in ${ms} ms${rowCount}${reused ? ', reused from an earlier run' : ''}`),
      ...(rejected === 0
        ? []
        : [entry('warning', `${rejected} rows have a cell that does not match the type of its column`)]),
    ];
  if (error === undefined)
    return [entry('warning', `"${name}" ${status}${because === undefined ? '' : `: node ${because} failed`}`)];
  const { code, message, remedy, errorClass, sqlState } = error;
  const spark = [errorClass, sqlState].filter((word) => word !== undefined).join(', ');
  return [
    entry('error', `"${name}" ${status} in ${ms} ms: ${code}${spark === '' ? '' : ` (${spark})`}: ${message}`),
    entry('error', `to try: ${remedy}`),
  ];
}
