/** The states of an execution by the numbers that the interface gives them. */
export const statuses = {
  RUNNING: 0,
  STOPPED: 1,
  COMPLETED: 2,
  FAILED: 3,
  STARTING: 4,
  STOP: 5,
  KILLED: 6,
  STOPPING: 7,
  TIMEOUT: 8,
  PENDING: 9,
  SKIPPED: 10,
} as const;

export type Status = keyof typeof statuses;

const names = new Map<number, Status>(Object.entries(statuses).map(([name, number]) => [number, name as Status]));

export const statusName = (status: number): Status => names.get(status) ?? 'FAILED';

/** States in which a run is under way. */
export const working = [statuses.STARTING, statuses.RUNNING, statuses.STOPPING] as const;

/** States that still change. */
export const live = [...working, statuses.PENDING] as const;

export const isLive = (status: number): boolean => (live as readonly number[]).includes(status);
