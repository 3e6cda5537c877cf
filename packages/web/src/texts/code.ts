/** Texts of the editor of code, in any language; it loads them with itself. */
export const codeTexts = {
  insert: 'Insert a snippet',
  showRows: 'Show rows',
  showRowsHint: (keys: string) => `Show the rows of this node on the sample (${keys})`,
  changes: (version: number) => `Changes since version ${version}`,
  changesHint: 'Show inserted and removed lines',
  /** In an empty field. */
  start: {
    one: 'Start with a function',
    many: 'Start with a function',
    lists: 'Start with a function',
    script: 'Start with a script',
    polars: 'Start with a function',
    scala: 'Start with a table',
  },
  inputNumber: (number: number) => `input ${number}`,
} as const;
