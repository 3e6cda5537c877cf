export const chartTexts = {
  marks: (title: string) => `Marks of ${title}`,
  marksHint: 'Arrow keys go from mark to mark, Enter shows the rows of one, Escape shows all.',
  rowsOf: (title: string) => `Rows of ${title}`,
  showRows: 'Rows',
  save: 'Export',
  saveAs: { png: 'As a picture (PNG)', svg: 'As a drawing (SVG)', csv: 'Its data (CSV)' },
  rows: (text: string, many: number) => (many === 1 ? '1 row' : `${text} rows`),
  notSaved: (why: string) => `The chart could not be saved: ${why}`,
} as const;
