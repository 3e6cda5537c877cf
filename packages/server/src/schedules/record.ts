import { Type, type Static } from 'typebox';
import { component, Id, Open } from '../http/types.ts';

const Text = Type.String({ default: '', maxLength: 100_000 });
const Short = Type.String({ default: '', maxLength: 1_000 });
const Whole = Type.Integer({ default: 0, minimum: 0, maximum: 1_000 });

const choice = <T extends readonly [string, ...string[]]>(...values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, default: values[0] });

/** Longest list of missed fires that is made up for. */
export const maxCatchUp = 100;

/** What says when a schedule fires. */
export const RuleFields = {
  fireEvery: Short,
  cronPattern: Short,
  day: Short,
  dayOfTheMonth: Whole,
  hour: Whole,
  minute: Whole,
  startTime: Short,
  endTime: Short,
  timeZone: Short,
};

/** A schedule as it is saved; keys that are not known are kept. */
export const ScheduleBody = component(
  'ScheduleDraft',
  Type.Object(
    {
      analysisFlowId: Id,
      name: Short,
      description: Text,
      ...RuleFields,
      emailonSuccess: Text,
      emailonFailure: Text,
      Libjars: Text,
      sparkSubmitOptions: Text,
      programParameters: Text,
      /** What a fire does while a run of the schedule has not ended. */
      overlap: choice('QUEUE_ONE', 'SKIP', 'ALLOW', 'CANCEL_PREVIOUS'),
      /** What becomes of fires that were missed. */
      misfire: choice('FIRE_ONCE', 'SKIP', 'FIRE_ALL'),
      maxCatchUp: Type.Integer({ default: 10, minimum: 1, maximum: maxCatchUp }),
      isActive: Type.Boolean({ default: true }),
    },
    Open,
  ),
);

export type Schedule = Static<typeof ScheduleBody>;

/** The schedule of a stored record. */
export const parseSchedule = (record: string): Schedule => JSON.parse(record) as Schedule;
