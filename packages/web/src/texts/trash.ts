export const trashTexts = {
  title: 'Trash',
  by: 'Deleted by',
  when: 'Deleted',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restoreAll: 'Restore all',
  restoreMany: (many: number) => `Restore ${many}`,
  restored: (name: string) => `${name} restored.`,
  empty: 'Empty the trash',
  emptied: 'The trash is empty.',
  keep: 'Cancel',
  none: 'The trash is empty',
  noneHint: 'Workflows that you move to the trash stay here until a user empties it.',
  question: (many: string, exact: number) =>
    exact === 1 ? 'Delete 1 workflow permanently?' : `Delete ${many} workflows permanently?`,
  questionHint:
    'All their versions and schedules are deleted too. This cannot be undone. The records of their runs are kept.',
} as const;
