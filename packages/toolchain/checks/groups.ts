/** `unit`: needs no engine, service or browser. `full`: all that a commit needs. `nightly`: too long for every commit. */
export type Layer = 'unit' | 'full' | 'nightly';

/** Test files that share a process, and with it what is dear there: engines, a browser, servers. */
export interface Group {
  /** What the files have in common, for people. */
  readonly name: string;
  readonly layer: Layer;
  /** Globs; a file belongs to the first group that names it. */
  readonly files: readonly string[];
  /** True if each file has a process to itself: it is about processes. */
  readonly isAlone?: boolean;
  /** How many processes the files are divided between, evenly by their times; 1 if absent. More start what is dear again. */
  readonly processes?: number;
  /** True if its tests use the embedded Spark that the whole run shares. */
  readonly usesSpark?: boolean;
  /** Seconds that one file may take; 600 if absent. */
  readonly limit?: number;
  /** Environment of the process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Follows the names of files that another group runs too, in another way. */
  readonly suffix?: string;
}

const testsIn = (name: string, ...files: readonly string[]): string[] =>
  files.map((file) => `packages/${name}/test/${file}.test.ts`);

/**
 * The contract of the store: of 854 statements that the service makes on SQLite while its tests run, these files make 818.
 * They run on both stores with every commit, the others on PostgreSQL each night.
 */
const contractOfTheStore = testsIn(
  'server',
  ...['administration', 'datasets', 'executions', 'lists', 'mail', 'membership', 'more-calls', 'oidc', 'projects'],
  ...['recorder', 'schedules-calendar', 'schedules-fire', 'users'],
);
const othersOnPostgres = testsIn(
  'server',
  ...['access', 'bad-input', 'older-calls', 'protection', 'run-logs', 'story', 'tables', 'workflows'],
);
const onPostgres = { suffix: ' (on PostgreSQL)', env: { MILLRACE_TEST_STORE: 'postgres' } };

export const groups: readonly Group[] = [
  {
    name: 'workflow, SQL and processors',
    layer: 'unit',
    files: ['packages/{workflow,spark-sql,processors}/test/**/*.test.ts'],
  },
  { name: 'files', layer: 'unit', files: testsIn('file-space', '*') },
  { name: 'errors', layer: 'unit', files: testsIn('errors', '*') },
  { name: 'choice of engines', layer: 'unit', files: testsIn('parity', 'decisions', 'compare') },
  { name: 'parts of the page', layer: 'unit', files: testsIn('web', 'units/*', 'column-summary') },
  {
    name: 'parts of the runner',
    layer: 'unit',
    files: testsIn(
      'runner',
      ...['code-version', 'compose-graph', 'documents-parts', 'draw-chart', 'label-fields', 'newest-model'],
      ...['plan-order', 'python-text', 'remedies', 'rows-to-predict', 'sql-gallery'],
    ),
  },
  { name: 'imports of the service', layer: 'unit', files: testsIn('server', 'imports') },
  // about processes, or about settings of the whole process
  {
    name: 'processes of engines',
    layer: 'full',
    files: [
      ...testsIn('engines', 'cluster*', 'engines*', 'host-*', 'sandbox*'),
      ...testsIn('runner', 'cluster-*', 'host-*', 'sandbox*', 'run-memory', 'spark-request', 'tables-thread'),
    ],
    isAlone: true,
  },
  {
    name: 'processes of the service',
    layer: 'full',
    files: testsIn(
      'server',
      'crash',
      'mail-crash',
      'sandbox',
      'two-services',
      'drain',
      'fuzz',
      'soak',
      'stalls',
      'wall-files',
      'packed',
      'cluster-runs',
    ),
    isAlone: true,
  },
  {
    name: 'comparison with PySpark for every estimator',
    layer: 'nightly',
    usesSpark: true,
    files: [...testsIn('runner', 'learning-pyspark'), ...testsIn('spark-connect', 'ml')],
    limit: 1_200,
  },
  { name: 'code on Sail', layer: 'nightly', files: testsIn('runner', 'explain-code-sail'), limit: 1_800 },
  { name: 'functions of code nodes', layer: 'nightly', usesSpark: true, files: testsIn('runner', 'explain-function') },
  {
    name: 'examples',
    layer: 'full',
    processes: 2,
    usesSpark: true,
    files: [...testsIn('parity', 'matrix'), ...testsIn('runner', 'examples', 'explain-*', 'rims')],
    limit: 1_200,
  },
  {
    name: 'learning',
    layer: 'full',
    processes: 3,
    usesSpark: true,
    files: testsIn('runner', 'learning*', 'judging', 'reuse'),
  },
  {
    name: 'HDFS and S3',
    layer: 'full',
    usesSpark: true,
    files: [
      ...testsIn('webhdfs', '*'),
      ...testsIn('runner', 'remote-hdfs', 'remote-s3'),
      ...testsIn('server', 'file-space', 'hdfs-runs', 'models-elsewhere', 's3-runs'),
      ...testsIn('cli', 'hdfs', 's3'),
    ],
  },
  {
    name: 'runs',
    layer: 'full',
    processes: 2,
    usesSpark: true,
    files: [...testsIn('engines', '*'), ...testsIn('runner', '*')],
  },
  {
    name: 'models of the service',
    layer: 'full',
    usesSpark: true,
    files: testsIn('server', 'model*', 'columns', 'design', 'executions-spark', 'learning', 'spark-config'),
  },
  { name: 'service', layer: 'full', processes: 3, usesSpark: true, files: testsIn('server', '*') },
  { name: 'page', layer: 'full', processes: 4, usesSpark: true, files: testsIn('web', '*') },
  { name: 'client of Spark Connect', layer: 'full', usesSpark: true, files: testsIn('spark-connect', '*') },
  { name: 'store on PostgreSQL', layer: 'full', usesSpark: true, files: contractOfTheStore, ...onPostgres },
  { name: 'service on PostgreSQL', layer: 'nightly', usesSpark: true, files: othersOnPostgres, ...onPostgres },
  {
    name: 'at length',
    layer: 'nightly',
    usesSpark: true,
    files: [
      ...testsIn('server', 'crash', 'fuzz', 'soak'),
      ...testsIn(
        'runner',
        'examples',
        'explain-code',
        'join-order',
        'judging',
        'learning-faults',
        'random-graphs',
        'reuse',
      ),
      ...testsIn('runner', 'typical'),
      ...testsIn('web', 'every-page'),
    ],
    isAlone: true,
    limit: 3_600,
    suffix: ' (at length)',
    env: { MILLRACE_TEST_LONG: 'true' },
  },
  { name: 'command line', layer: 'full', processes: 2, usesSpark: true, files: testsIn('cli', '!(early-start)') },
  { name: 'rest', layer: 'full', files: ['packages/*/test/**/*.test.ts'], isAlone: true },
];
