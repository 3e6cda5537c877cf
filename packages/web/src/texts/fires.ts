export const firesTexts = {
  title: (name: string) => `History of ${name}`,
  due: 'Due',
  outcome: 'Outcome',
  reason: 'Reason',
  run: 'Run',
  toRun: (id: number) => `Run ${id}`,
  none: 'No runs yet',
  noneHint: 'Each scheduled time appears here with its outcome, including those that were skipped or missed.',
  back: 'All schedules',
  edit: 'Edit schedule',
  outcomes: { FIRED: 'started', SKIPPED: 'skipped', MISSED: 'missed', FAILED: 'failed to start' } as Readonly<
    Record<string, string>
  >,
} as const;
