export const compareTexts = {
  title: 'Two runs',
  none: 'Choose two runs.',
  noneHint: 'Tick two of them in the list of executions, then compare.',
  compare: 'Compare',
  run: (id: number, name: string) => `Run ${id}: ${name}`,
  rowsOf: (run: number) => `Rows, run ${run}`,
  timeOf: (run: number) => `Time, run ${run}`,
  differs: 'The counts differ',
  absent: 'not there',
  nodeStates: { FAILED: '✕ failed', SKIPPED: '↷ skipped', STOPPED: '■ stopped' } as Readonly<Record<string, string>>,
  tables: 'What they have shown',
  noTables: 'No node has shown a table.',
  oneAlone: (run: number, rows = '0') => `run ${run} alone has shown it, with ${rows} rows.`,
  otherColumns: 'the columns differ.',
  sameRows: (rows: string) => `the same ${rows} rows.`,
  otherRows: (same: string, first: string, second: string) =>
    `${same} rows in both, ${first} in the first alone, ${second} in the second alone.`,
  tooLarge: (first: string, second: string, most: string) =>
    `${first} rows in the first, ${second} in the second. Their rows are not compared: there are more than ${most}, or not all were kept.`,
  which: 'run',
} as const;
