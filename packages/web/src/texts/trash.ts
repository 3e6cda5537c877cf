export const trashTexts = {
  title: 'Trash',
  by: 'Thrown away by',
  when: 'When',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restoreAll: 'Restore all',
  restoreMany: (many: number) => `Restore ${many}`,
  restored: (name: string) => `${name} restored.`,
  empty: 'Empty the trash',
  emptied: 'The trash is empty.',
  keep: 'Keep',
  none: 'The trash is empty.',
  noneHint: 'Workflows that are moved to the trash stay here until somebody empties it.',
  question: (many: string, exact: number) =>
    exact === 1 ? 'Delete 1 workflow for good?' : `Delete ${many} workflows for good?`,
  questionHint:
    'They go with all their versions and schedules, and cannot be brought back. The records of their runs stay.',
} as const;
