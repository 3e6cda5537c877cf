export const listTexts = {
  filter: 'Type to filter',
  none: 'Nothing matches',
  clear: 'Show all',
  count: (shown: string, all: string) => (shown === all ? all : `${shown} of ${all}`),
  more: 'Show more',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  selected: (many: string) => `${many} selected`,
} as const;
