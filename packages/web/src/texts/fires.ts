export const firesTexts = {
  title: (name: string) => `Fires: ${name}`,
  due: 'Due',
  outcome: 'Outcome',
  reason: 'Why',
  run: 'Run',
  toRun: (id: number) => `Run ${id}`,
  none: 'It has not fired yet.',
  noneHint: 'Each fire shows here with what became of it, also those that were skipped or missed.',
  back: 'All schedules',
  edit: 'Edit the schedule',
  outcomes: { FIRED: 'fired', SKIPPED: 'skipped', MISSED: 'missed', FAILED: 'could not begin' } as Readonly<
    Record<string, string>
  >,
} as const;
