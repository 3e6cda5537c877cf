import type { NodeReport, RunOutput } from '@millrace/runner';
import { statusName } from '../executions/status.ts';
import { recordColumns, runPage } from '../executions/records.ts';
import type { Settings } from '../settings/settings.ts';
import type { Db } from '../store/database.ts';
import { drawCharts } from '../charts/pictures.ts';
import { htmlOf } from './html.ts';
import type { Picture, Words } from './message.ts';
import { textOf } from './text.ts';

/** The end of a run as a mail describes it. */
export interface Report {
  readonly workflow: string;
  /** `completed`, `failed`, `timed out`. */
  readonly end: string;
  readonly isFailure: boolean;
  /** What happened, line by line: when, who, how long, which engine. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly message: string | null;
  readonly link: string | undefined;
  /** The first node that failed. */
  readonly failed: NodeReport | undefined;
  readonly outputs: readonly ReportOutput[];
  /** How many outputs have no place in the mail. */
  readonly left: number;
}

/** An output of a node in a mail. */
export interface ReportOutput {
  readonly node: string;
  readonly output: RunOutput;
  /** Of a chart: the name of its picture, or why there is none. */
  readonly picture?: string;
  readonly noPicture?: string;
}

/** What the mails about a run say. */
export interface Content extends Words {
  /** What no other run has. */
  readonly key: string;
}

/** Most outputs in a mail, and most characters of one of them as JSON. */
const [maxOutputs, longestOutput] = [20, 4_000_000];

/** The answer about a run that has ended. Undefined if it is gone. */
export async function contentOf(
  db: Db,
  executionId: number,
  settings: Pick<Settings, 'MILLRACE_BASE_URL'>,
  now: number,
): Promise<Content | undefined> {
  const row = await db
    .selectFrom('executions as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('schedules as s', 's.id', 'e.scheduleId')
    .select(recordColumns.map((name) => `e.${name}` as const))
    .select(['u.username', 's.name as scheduleName'])
    .where('e.id', '=', executionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const failedNode = await db
    .selectFrom('executionNodes')
    .select('report')
    .where('executionId', '=', executionId)
    .where('status', '=', 'FAILED')
    .orderBy('endedAt')
    .orderBy('nodeId')
    .limit(1)
    .executeTakeFirst();
  const { outputs, left, pictures } = await outputsOf(db, executionId);
  const end = ends[statusName(row.status)] ?? statusName(row.status).toLowerCase();
  const endedAt = row.endedAt ?? now;
  const schedule = row.scheduleId === null ? [] : [['Schedule', row.scheduleName || String(row.scheduleId)] as const];
  const times: readonly (readonly [string, string])[] =
    row.startedAt === null
      ? [['Due', clock(row.queuedAt)]]
      : [
          ['Started', clock(row.startedAt)],
          ['Ended', clock(endedAt)],
          ['Duration', duration(endedAt - row.startedAt)],
        ];
  const base = settings.MILLRACE_BASE_URL?.replace(/\/+$/, '');
  const report: Report = {
    workflow: row.name,
    end,
    isFailure: end !== ends.COMPLETED,
    facts: [
      ['Run', String(row.id)],
      ['Run by', row.username ?? String(row.userId)],
      ...schedule,
      ...times,
      ...(row.engine === null ? [] : [['Engine', [row.engine, row.why].filter(Boolean).join(': ')] as const]),
    ],
    message: row.message,
    link: base === undefined ? undefined : runPage(row.id, base),
    failed: failedNode === undefined ? undefined : (JSON.parse(failedNode.report) as NodeReport),
    outputs,
    left,
  };
  const name = row.name.length > 120 ? `${row.name.slice(0, 119)}…` : row.name;
  return { subject: `${name}: ${end}`, text: textOf(report), html: htmlOf(report), pictures, key: row.jobId };
}

const ends: Readonly<Record<string, string>> & { readonly COMPLETED: string } = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  TIMEOUT: 'timed out',
};

/** The first outputs of a run, its charts drawn; of those that are left out, how many there are. */
async function outputsOf(
  db: Db,
  executionId: number,
): Promise<{ outputs: readonly ReportOutput[]; left: number; pictures: readonly Picture[] }> {
  const rows = await db
    .selectFrom('executionOutputs as o')
    .leftJoin('executionNodes as n', (join) =>
      join.onRef('n.executionId', '=', 'o.executionId').onRef('n.nodeId', '=', 'o.nodeId'),
    )
    .select((eb) => ['o.id', 'o.nodeId', 'n.name', eb.fn<number>('length', ['o.body']).as('size')])
    .where('o.executionId', '=', executionId)
    .orderBy('o.seq')
    .execute();
  const fitting = rows.filter(({ size }) => size <= longestOutput).slice(0, maxOutputs);
  const outputs: ReportOutput[] = [];
  for (const { id, nodeId, name } of fitting) {
    const row = await db.selectFrom('executionOutputs').select('body').where('id', '=', id).executeTakeFirst();
    if (row === undefined) continue;
    outputs.push({ node: `${name ?? ''} (node ${nodeId})`.trim(), output: JSON.parse(row.body) as RunOutput });
  }
  const isChart = (one: RunOutput) => one.type === 'chart';
  const drawings = await drawCharts(outputs.map(({ output }) => output).filter(isChart));
  const pictures: Picture[] = [];
  let at = 0;
  const results = outputs.map((one): ReportOutput => {
    if (!isChart(one.output)) return one;
    const drawing = drawings[at++];
    if (drawing === undefined || 'error' in drawing) return { ...one, noPicture: drawing?.error ?? '' };
    const picture = `chart-${pictures.length + 1}`;
    pictures.push({ name: picture, png: drawing.png });
    return { ...one, picture };
  });
  return { outputs: results, left: rows.length - outputs.length, pictures };
}

/** `2026-11-21 22:15:03 UTC`. */
const clock = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `1.4 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(Math.max(ms, 0) / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
