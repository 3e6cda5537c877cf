import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { component, Id, Nullable, Open } from '../http/types.ts';
import { parseSchedule, ScheduleBody } from './record.ts';
import type { Fires } from './when.ts';
import type { ScheduleFireTable, ScheduleTable } from '../store/tables/schedules.ts';

/** A moment as ISO 8601 has it, in UTC. */
const Moment = Type.String();

/** What is saved over a schedule. */
export const ScheduleChange = Type.Object(
  {
    ...ScheduleBody.properties,
    version: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 2 ** 31 - 1,
          description: 'The version that the save replaces; any version if absent or null',
        }),
      ),
    ),
  },
  Open,
);

/** A schedule as the interface returns it. */
export const ScheduleRecord = component(
  'Schedule',
  Type.Object(
    {
      ...ScheduleBody.properties,
      id: Id,
      projectId: Id,
      userId: Type.String(),
      startTime: Nullable(Moment),
      endTime: Nullable(Moment),
      firedTime: Nullable(Moment),
      nextFireTime: Nullable(Moment),
      dateCreated: Moment,
      dateLastUpdated: Moment,
      version: Type.Integer({
        description: 'Number of the save; a save that sends it back fails if the schedule has changed since',
      }),
    },
    Open,
  ),
);

/** Keys of a record that the service sets: a client that sends back what it has read does not change them. */
export const ownKeys = [
  'id',
  'projectId',
  'userId',
  'firedTime',
  'nextFireTime',
  'dateCreated',
  'dateLastUpdated',
  'version',
];

export const isoOf = (at: number): string => new Date(at).toISOString();
const momentOf = (at: number | null | undefined): string | null => (at == null ? null : isoOf(at));

/** The bounds of a schedule are stored as moments, its zone by name: neither changes with the server. */
export const boundsOf = ({ timeZone, start, end }: Fires) => ({
  timeZone,
  startTime: momentOf(start) ?? '',
  endTime: momentOf(end) ?? '',
});

export function scheduleRecord(row: Selectable<ScheduleTable>) {
  const schedule = parseSchedule(row.record);
  return {
    ...schedule,
    id: row.id,
    projectId: row.projectId,
    userId: String(row.userId),
    isActive: row.isActive === 1,
    startTime: schedule.startTime === '' ? null : schedule.startTime,
    endTime: schedule.endTime === '' ? null : schedule.endTime,
    firedTime: momentOf(row.firedAt),
    nextFireTime: row.isActive === 1 ? momentOf(row.nextFireAt) : null,
    dateCreated: isoOf(row.dateCreated),
    dateLastUpdated: isoOf(row.dateLastUpdated),
    version: row.version,
  };
}

/** A time at which a schedule fired, or should have. */
export const FireRecord = component(
  'Fire',
  Type.Object({
    id: Id,
    scheduleId: Id,
    fireTime: Moment,
    time: Moment,
    outcome: Type.String(),
    executionId: Nullable(Id),
    message: Nullable(Type.String()),
    executionStatus: Nullable(Type.Integer({ description: 'The status of its run; null if the run no longer exists' })),
    executionMessage: Nullable(Type.String({ description: 'Message about the end of its run' })),
  }),
);

export interface FireRow extends Selectable<ScheduleFireTable> {
  readonly executionStatus: number | null;
  readonly executionMessage: string | null;
}

export const fireRecord = ({ fireAt, at, ...same }: FireRow) => ({
  ...same,
  fireTime: isoOf(fireAt),
  time: isoOf(at),
});
