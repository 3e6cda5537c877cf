export const compareTexts = {
  title: 'Compare runs',
  none: 'No runs selected',
  noneHint: 'Select two runs in the list of runs, then select “Compare”.',
  compare: 'Compare',
  run: (id: number, name: string) => `Run ${id}: ${name}`,
  rowsOf: (run: number) => `Rows, run ${run}`,
  timeOf: (run: number) => `Time, run ${run}`,
  differs: 'The counts differ',
  absent: 'not in this run',
  nodeStates: { FAILED: '✕ failed', SKIPPED: '↷ skipped', STOPPED: '■ stopped' } as Readonly<Record<string, string>>,
  tables: 'Outputs',
  noTables: 'No node has an output table.',
  oneAlone: (run: number, rows = '0') => `only in run ${run}, with ${rows === '1' ? '1 row' : `${rows} rows`}.`,
  otherColumns: 'the columns differ.',
  sameRows: (rows: string) => (rows === '1' ? 'the same row.' : `the same ${rows} rows.`),
  otherRows: (same: string, first: string, second: string) =>
    `${same === '1' ? '1 row' : `${same} rows`} in both, ${first} only in the first run, ${second} only in the second.`,
  tooLarge: (first: string, second: string, maximum: string) =>
    `${first} rows in the first run, ${second} in the second. They are not compared: there are more than ${maximum} rows, or not all of them were stored.`,
  which: 'run',
} as const;
