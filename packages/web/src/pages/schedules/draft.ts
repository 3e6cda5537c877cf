import type { Rule, ScheduleToSave } from '../../api/queries-of-schedules.ts';
import type { Schedule } from '../../api/queries.ts';
import { clock, kindOf, weekdaysOf, type Kind, type Weekday } from './when.ts';
import { localIn, ownZone } from './zones.ts';

/** A schedule in a form, valid or not. */
export interface Draft {
  readonly workflow: string;
  readonly name: string;
  readonly description: string;
  readonly kind: Kind;
  readonly interval: string;
  readonly minute: string;
  /** "06:30" */
  readonly time: string;
  readonly days: readonly Weekday[];
  readonly dayOfTheMonth: string;
  readonly cron: string;
  /** Date and time in the schedule's zone; may be empty. */
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly overlap: Schedule['overlap'];
  readonly misfire: Schedule['misfire'];
  readonly maxCatchUp: string;
  readonly onSuccess: string;
  readonly onFailure: string;
  readonly parameters: string;
  readonly isActive: boolean;
  /** The version that was changed; 0 for a new schedule. */
  readonly version: number;
}

export const newDraft = (workflow: number | undefined): Draft => ({
  workflow: workflow === undefined ? '' : String(workflow),
  name: '',
  description: '',
  kind: 'DAILY',
  interval: '15',
  minute: '0',
  time: '06:30',
  days: ['MON'],
  dayOfTheMonth: '1',
  cron: '',
  start: '',
  end: '',
  zone: ownZone(),
  overlap: 'QUEUE_ONE',
  misfire: 'FIRE_ONCE',
  maxCatchUp: '10',
  onSuccess: '',
  onFailure: '',
  parameters: '',
  isActive: true,
  version: 0,
});

/**
 * Fields of a record that its kind does not use are as in a new draft, so that another kind begins with valid values.
 */
export function draftOf(schedule: Schedule): Draft {
  const fresh = newDraft(schedule.analysisFlowId);
  const { hour, minute, timeZone: zone } = schedule;
  const kind = kindOf(schedule);
  const hasTime = kind === 'DAILY' || kind === 'WEEKLY' || kind === 'MONTHLY';
  return {
    ...fresh,
    name: schedule.name,
    description: schedule.description,
    kind,
    ...(kind === 'MINUTE' ? { interval: String(minute) } : {}),
    ...(kind === 'HOURLY' ? { minute: String(minute) } : {}),
    ...(hasTime ? { time: clock(hour, minute) } : {}),
    ...(kind === 'WEEKLY' ? { days: weekdaysOf(schedule.day) } : {}),
    ...(kind === 'MONTHLY' ? { dayOfTheMonth: String(schedule.dayOfTheMonth) } : {}),
    cron: schedule.cronPattern,
    start: localIn(zone, schedule.startTime),
    end: localIn(zone, schedule.endTime),
    zone,
    overlap: schedule.overlap,
    misfire: schedule.misfire,
    maxCatchUp: String(schedule.maxCatchUp),
    onSuccess: schedule.emailonSuccess,
    onFailure: schedule.emailonFailure,
    parameters: schedule.programParameters,
    isActive: schedule.isActive,
    version: schedule.version,
  };
}

/** Whether a draft needs a time of day and has no valid one. */
export const lacksTime = ({ kind, time }: Draft): boolean =>
  (kind === 'DAILY' || kind === 'WEEKLY' || kind === 'MONTHLY') && !/^\d\d:\d\d/.test(time);

/** The rule of a draft; the service validates it. */
export function ruleOf(draft: Draft): Rule {
  const [hour = 0, minuteOfTime = 0] = draft.time.split(':').map(Number);
  const minutes: Readonly<Record<Kind, number>> = {
    MINUTE: Number(draft.interval),
    HOURLY: draft.minute.trim() === '' ? -1 : Number(draft.minute),
    DAILY: minuteOfTime,
    WEEKLY: minuteOfTime,
    MONTHLY: minuteOfTime,
    CRON: 0,
  };
  return {
    fireEvery: draft.kind,
    cronPattern: draft.kind === 'CRON' ? draft.cron : '',
    day: draft.days.join(','),
    dayOfTheMonth: draft.kind === 'MONTHLY' ? Number(draft.dayOfTheMonth) : 0,
    hour,
    minute: minutes[draft.kind],
    startTime: draft.start,
    endTime: draft.end,
    timeZone: draft.zone,
  };
}

/** The request body over a record's version; keys that the page does not show stay unchanged. */
export const bodyOf = (draft: Draft, name: string, before: Schedule | undefined): ScheduleToSave => ({
  ...before,
  ...ruleOf(draft),
  analysisFlowId: Number(draft.workflow),
  name,
  description: draft.description,
  overlap: draft.overlap,
  misfire: draft.misfire,
  maxCatchUp: draft.misfire === 'FIRE_ALL' ? Number(draft.maxCatchUp) : (before?.maxCatchUp ?? 10),
  emailonSuccess: draft.onSuccess,
  emailonFailure: draft.onFailure,
  programParameters: draft.parameters,
  isActive: draft.isActive,
});
