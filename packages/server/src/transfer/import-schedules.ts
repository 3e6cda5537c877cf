import { Value } from 'typebox/value';
import { Problem } from '../problems.ts';
import { ScheduleBody, type Schedule } from '../schedules/record.ts';
import { createSchedule, updateSchedule } from '../schedules/save.ts';
import type { Import } from './import-project.ts';
import { inFile } from '../http/in-file.ts';
import type { Document } from './project-files.ts';
import { quoteName } from '../http/in-file.ts';

/** A schedule of an archive; its workflow is named as it was there. */
export interface ReadSchedule {
  readonly file: string;
  readonly workflow: string;
  readonly schedule: Schedule;
}

/** A schedule of a document. Fails with what is wrong with its form. */
export function readSchedule({ file, value }: Document): ReadSchedule {
  const fields = Object.fromEntries(Object.entries(value).filter(([key, one]) => key !== 'id' && one !== null));
  const body: unknown = Value.Convert(ScheduleBody, Value.Default(ScheduleBody, { ...fields, analysisFlowId: 0 }));
  if (!Value.Check(ScheduleBody, body)) {
    const [error] = Value.Errors(ScheduleBody, body);
    throw new Problem(
      'UNPROCESSABLE',
      `file ${quoteName(file)}: ${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`,
    );
  }
  return { file, workflow: String(value['analysisFlowId']), schedule: body as Schedule };
}

/**
 * Brings schedules, and returns how many. New ones stand still until a user starts them: the place that they come from may go
 * on firing. One that never fires again, or whose workflow is not here, is left out, with a message.
 */
export async function importSchedules(
  { tx, who, overwrite, now, tell }: Import,
  schedules: readonly ReadSchedule[],
  workflowOf: ReadonlyMap<string, number>,
): Promise<number> {
  let count = 0;
  let stopped = 0;
  for (const { file, workflow, schedule: read } of schedules) {
    const workflowId = workflowOf.get(workflow);
    if (workflowId === undefined) {
      tell(`${file}: its workflow is not in the archive`);
      continue;
    }
    const schedule = { ...read, analysisFlowId: workflowId };
    const existing = overwrite
      ? await tx
          .selectFrom('schedules')
          .select(['id', 'isActive'])
          .where('workflowId', '=', workflowId)
          .where('name', '=', schedule.name)
          .orderBy('id')
          .executeTakeFirst()
      : undefined;
    const isActive = existing?.isActive === 1;
    try {
      await inFile(file, () =>
        existing === undefined
          ? createSchedule(tx, who, { ...schedule, isActive }, now)
          : updateSchedule(tx, who, existing.id, { ...schedule, isActive }, now),
      );
    } catch (error) {
      // nothing has been written yet: its rule is looked at first
      if (!(error instanceof Problem) || error.code !== 'UNPROCESSABLE') throw error;
      tell(`${error.message}: the schedule was skipped`);
      continue;
    }
    count += 1;
    if (schedule.isActive && !isActive) stopped += 1;
  }
  if (stopped > 0)
    tell(`${stopped} of the schedules were active and are inactive here: activate them to let them fire`);
  return count;
}
