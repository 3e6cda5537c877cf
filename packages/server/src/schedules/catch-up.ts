import type { Schedule } from './record.ts';
import type { Fires } from './when.ts';

/** Milliseconds after which a fire counts as missed, as Quartz has it. */
export const lateAfter = 60_000;

/** Most fires that are looked at one by one; a process that was away for long has missed more. */
const maxDue = 1_000;

/**
 * A fire whose time has come. `fire`: a run is asked for, if the overlap rule allows it; `catch up`: one is asked for in
 * any case; `miss`: none is.
 */
export interface Due {
  readonly fireAt: number;
  readonly action: 'fire' | 'catch up' | 'miss';
}

/** The fires from `first` until now, oldest first. Of several the newest is due, and the others were missed. */
export function dueFires(
  { next }: Pick<Fires, 'next'>,
  first: number,
  now: number,
  { misfire, maxCatchUp }: Pick<Schedule, 'misfire' | 'maxCatchUp'>,
): readonly Due[] {
  const times: number[] = [];
  for (let at: number | undefined = first; at !== undefined && at <= now && times.length < maxDue; at = next(at))
    times.push(at);
  const newest = times.length - 1;
  const isLate = now - (times[newest] ?? now) > lateAfter;
  return times.map((fireAt, at) => {
    if (misfire === 'FIRE_ALL' && (times.length > 1 || isLate))
      return { fireAt, action: at > newest - maxCatchUp ? 'catch up' : 'miss' };
    return { fireAt, action: at === newest && (misfire !== 'SKIP' || !isLate) ? 'fire' : 'miss' };
  });
}
