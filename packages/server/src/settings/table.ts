import { availableParallelism } from 'node:os';
import { memoryBytes } from '@millrace/engines';
import { defaultUrlPolicy, listedHosts, mostBytesOf, secondsOf } from '@millrace/file-space/urls';
import { address, isAddress, mustBeKey, mustBeRemote, ownAddress, rolesByGroup } from './checks.ts';
import { choice, days, maybe, maybeWhole, text, whole, type Setting } from './kinds.ts';
import { senderOf, smtpServerOf } from './smtp-server.ts';

/** Bytes that an embedded Spark starts with. */
const minimumMemory = 512 << 20;

/** What an operator can set, each by an environment variable. */
export const settingsTable = {
  MILLRACE_HOST: text('address to listen on', '127.0.0.1'),
  MILLRACE_PORT: whole('port to listen on; 0 takes a free one', 8080, 0, 65_535),
  MILLRACE_HOME: text('folder of the state', '.millrace'),
  MILLRACE_DATABASE_URL: maybe(
    'PostgreSQL database; without it the state folder holds one (SQLite)',
    address(['postgres', 'postgresql']),
    true,
  ),
  MILLRACE_FILES: text(
    'root of the file space: a folder, one of HDFS with the port of its WebHDFS, such as hdfs://namenode:9870/data, or one of S3, such as s3://bucket/folder (keys, region and endpoint as for all clients of S3: AWS_ACCESS_KEY_ID and so on); without it `files` in the state folder',
    '',
  ),
  MILLRACE_FILES_USER: maybe(
    'user of HDFS that the service works as; without it the one of the system that it runs as',
    (input) => {
      if (!/^[^\s/:?#&=]{1,64}$/.test(input)) throw new Error('must be the name of a user');
    },
  ),
  MILLRACE_ADMIN_PASSWORD: maybe(
    'password of the user admin, who is made at the first start',
    (input) => {
      if (input.length < 8) throw new Error('must have at least 8 characters');
    },
    true,
  ),
  MILLRACE_SECRET_KEY: maybe(
    'key that secrets are encrypted with; without it the state folder holds one; processes of one store need the same',
    mustBeKey,
    true,
  ),
  MILLRACE_SECRET_KEY_OLD: maybe(
    'former key: what is encrypted with it is encrypted anew at the start; to be taken away afterwards',
    mustBeKey,
    true,
  ),
  MILLRACE_TRUSTED_PROXIES: maybe(
    'addresses of proxies that say from where a request comes (X-Forwarded-For), such as 10.0.0.0/8,127.0.0.1',
    (input) => {
      for (const one of input.split(','))
        if (!isAddress(one.trim()))
          throw new Error('must be a list of addresses, or address ranges such as 10.0.0.0/8');
    },
  ),
  MILLRACE_RATE_LIMIT: whole(
    'requests that a user may make in one minute; an address without a sign-in, a tenth of it; 0 sets no limit',
    60_000,
    0,
    1_000_000_000,
  ),
  MILLRACE_ENGINE: choice('engine of runs that name none', ['auto', 'sail', 'spark']),
  MILLRACE_SPARK_REMOTE: maybe('Spark Connect server that takes the place of the embedded Spark', mustBeRemote, true),
  MILLRACE_ENGINE_MEMORY: maybe('memory of each engine, such as 4g', (input) => {
    const bytes = memoryBytes(input);
    if (bytes === undefined) throw new Error('must be a size such as 512m or 4g');
    if (bytes < minimumMemory) throw new Error('is too little for Spark: give it 512m or more');
  }),
  MILLRACE_SPARK_QUICK: maybe(
    'true: the embedded Spark compiles its code once and lightly, which suits data that is small; without it false',
    (input) => {
      if (input !== 'true' && input !== 'false') throw new Error('must be true or false');
    },
  ),
  MILLRACE_CACHE: maybe(
    'folder of the Python environment and the caches; without it `millrace` in the cache folder of the user',
  ),
  MILLRACE_SANDBOX: choice(
    'engines see the file space and nothing else of the machine (bubblewrap): where the system can, must, never',
    ['auto', 'on', 'off'],
  ),
  MILLRACE_RUN_CONCURRENCY: whole('runs at work at once', availableParallelism(), 1, 1_000),
  MILLRACE_WARM_ENGINES: maybeWhole(
    'Sail processes that wait for runs, 65 MB each; without it one more than runs at work, within a sixteenth of the memory',
    '',
    0,
    1_000,
  ),
  MILLRACE_SPARK_PROCESSES: maybeWhole(
    'most embedded Spark processes at once, each for one project; without it as many as three quarters of the memory hold',
    '',
    1,
    1_000,
  ),
  MILLRACE_SPARK_IDLE: whole('seconds after which an embedded Spark that nobody uses ends', 300, 1, 1_000_000),
  MILLRACE_RUN_TIMEOUT: whole('seconds after which a run is ended', 86_400, 1, 31_536_000),
  MILLRACE_REUSE_MEGABYTES: whole(
    'megabytes of work of nodes that later runs take; 0 takes none',
    2_048,
    0,
    10_000_000,
  ),
  MILLRACE_TABLE_ROWS: whole(
    'rows that are kept of a table that a run shows; no more than the first 1,000 where it is less than that',
    1_000_000,
    0,
    1_000_000_000,
  ),
  MILLRACE_TABLE_MEGABYTES: whole('megabytes that the file of such a table takes', 256, 1, 1_000_000),
  MILLRACE_COPIES_MEGABYTES: whole(
    'megabytes of copies of files of HDFS or S3 that later runs take; 0 keeps none',
    8_192,
    0,
    10_000_000,
  ),
  MILLRACE_URL_HOSTS: maybe(
    'hosts that readers of URLs and trials of connections may reach though their addresses are not public, such as host, host:port, *.example.org',
    (input) => {
      listedHosts(input);
    },
  ),
  MILLRACE_URL_SIZE: {
    about: "most of one URL's text, unpacked, such as 64m",
    fallback: '1g',
    read: (input = '1g') => {
      mostBytesOf(input);
      return input;
    },
  },
  MILLRACE_URL_TIMEOUT: {
    about: 'seconds without an answer, or without a further byte of it, after which a URL is given up',
    fallback: String(defaultUrlPolicy.waitMs / 1_000),
    read: (input) => (input === undefined ? defaultUrlPolicy.waitMs / 1_000 : secondsOf(input)),
  },
  MILLRACE_EDIT_SESSIONS: whole('people whose graphs show rows as they draw, at once', 8, 1, 1_000),
  MILLRACE_EDIT_IDLE: whole('seconds after which the engine of somebody who draws is ended', 300, 1, 86_400),
  MILLRACE_BASE_URL: maybe('address under which people reach the service', address(['http', 'https'])),
  MILLRACE_SMTP_URL: maybe(
    'mail server that mail about runs goes to, such as smtp://user:password@mail.example.org:587; without it none is sent',
    (input) => {
      smtpServerOf(input);
    },
    true,
  ),
  MILLRACE_MAIL_FROM: maybe('whom mail about runs comes from, such as Millrace <millrace@example.org>', (input) => {
    senderOf(input);
  }),
  MILLRACE_DRAIN_SECONDS: whole(
    'seconds that runs at work have to end when the service is asked to end',
    20,
    0,
    86_400,
  ),
  MILLRACE_AUDIT: choice(
    'what the audit log notes beside sign-ins: changes; exports too (downloads of files, results and models, exports of records); all that is read too',
    ['changes', 'exports', 'reads'],
  ),
  MILLRACE_KEEP_RUNS_DAYS: days('runs that have ended, with their results, events and logs', 180),
  MILLRACE_KEEP_FIRES_DAYS: days('what became of the fires of schedules', 90),
  MILLRACE_KEEP_AUDIT_DAYS: days('entries of the audit log', 365),
  MILLRACE_KEEP_TOKENS_DAYS: days('tokens behind their end', 30),
  MILLRACE_KEEP_UPLOADS_DAYS: days('uploads in parts that have stopped half-way', 7),
  MILLRACE_TOKEN_DAYS: whole('most days that an access token holds', 3_650, 1, 3_650),
  MILLRACE_METRICS_TOKEN: maybe(
    'token that Prometheus reads /metrics with; without it only this machine may',
    (input) => {
      if (!/^\S{16,}$/.test(input)) throw new Error('must have at least 16 characters, and no blanks');
    },
    true,
  ),
  MILLRACE_OIDC_ISSUER: maybe(
    'provider of sign-in by OpenID Connect, as its discovery document names itself',
    ownAddress,
  ),
  MILLRACE_OIDC_CLIENT_ID: maybe('name under which the provider knows the service'),
  MILLRACE_OIDC_CLIENT_SECRET: maybe(
    'secret that the provider has given the service; without it the service is a public client',
    undefined,
    true,
  ),
  MILLRACE_OIDC_SCOPES: text('what the provider is asked for', 'openid profile email'),
  MILLRACE_OIDC_USERNAME_CLAIM: text('claim that holds the user name', 'preferred_username'),
  MILLRACE_OIDC_GROUPS_CLAIM: text('claim that holds the groups, such as groups or realm_access.roles', 'groups'),
  MILLRACE_OIDC_ROLES: {
    about: 'roles by group of the provider, such as data-admins=ADMIN,data-team=ANALYST,*=VIEWER; * is everybody',
    fallback: '',
    read: (input = '') => rolesByGroup(input),
  },
  MILLRACE_OIDC_CREATE_USERS: choice('make users at their first sign-in by OpenID Connect', ['yes', 'no']),
  MILLRACE_DEBUG: maybe('set to anything: the command line prints faults of Millrace itself with where they arose'),
  MILLRACE_LOG_LEVEL: choice('least level of what is logged', ['info', 'debug', 'warn', 'error', 'silent']),
} as const satisfies Record<string, Setting<unknown>>;
