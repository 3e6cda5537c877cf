export const chartTexts = {
  marks: (title: string) => `Marks of ${title}`,
  marksHint: 'Arrow keys move between marks, Enter shows the rows of a mark, Escape shows all rows.',
  rowsOf: (title: string) => `Rows of ${title}`,
  showRows: 'Rows',
  save: 'Export',
  saveAs: { png: 'Image (PNG)', svg: 'Vector image (SVG)', csv: 'Data (CSV)' },
  rows: (text: string, many: number) => (many === 1 ? '1 row' : `${text} rows`),
  notSaved: (why: string) => `The chart could not be exported: ${why}`,
  notDrawn: 'it is not drawn yet',
  noSize: 'the image has no size',
} as const;
