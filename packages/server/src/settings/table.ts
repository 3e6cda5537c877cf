import { availableParallelism } from 'node:os';
import { clusterConf, mastersIn, memoryBytes } from '@millrace/engines';
import { defaultUrlPolicy, listedHosts, maxBytesOf, secondsOf } from '@millrace/file-space/urls';
import { address, isAddress, mustBeKey, mustBeRemote, ownAddress, rolesByGroup } from './checks.ts';
import { choice, days, maybe, maybeWhole, text, whole, type Setting } from './kinds.ts';
import { senderOf, smtpServerOf } from './smtp-server.ts';

/** Bytes that an embedded Spark starts with. */
const minimumMemory = 512 << 20;

/** What an operator can set, each by an environment variable. */
export const settingsTable = {
  MILLRACE_HOST: text('address to listen on', '127.0.0.1'),
  MILLRACE_PORT: whole('port to listen on; 0 for any free port', 8080, 0, 65_535),
  MILLRACE_HOME: text('state folder', '.millrace'),
  MILLRACE_DATABASE_URL: maybe(
    'PostgreSQL database; if not set, an SQLite database in the state folder',
    address(['postgres', 'postgresql']),
    true,
  ),
  MILLRACE_FILES: text(
    'root of the file space: a local folder, an HDFS folder with the WebHDFS port, such as hdfs://namenode:9870/data, or an S3 folder, such as s3://bucket/folder (keys, region and endpoint as for all S3 clients: AWS_ACCESS_KEY_ID and so on); if not set, `files` in the state folder',
    '',
  ),
  MILLRACE_FILES_USER: maybe('HDFS user of the service; if not set, the system user that it runs as', (input) => {
    if (!/^[^\s/:?#&=]{1,64}$/.test(input)) throw new Error('must be a valid user name');
  }),
  MILLRACE_ADMIN_PASSWORD: maybe(
    'password of the user admin, who is created at the first start',
    (input) => {
      if (input.length < 8) throw new Error('must have at least 8 characters');
    },
    true,
  ),
  MILLRACE_SECRET_KEY: maybe(
    'key that secrets are encrypted with; if not set, a key in the state folder; processes that share a store need the same key',
    mustBeKey,
    true,
  ),
  MILLRACE_SECRET_KEY_OLD: maybe(
    'previous key: secrets encrypted with it are encrypted again at startup; unset it afterwards',
    mustBeKey,
    true,
  ),
  MILLRACE_TRUSTED_PROXIES: maybe(
    'addresses of trusted proxies, which report the client address (X-Forwarded-For), such as 10.0.0.0/8,127.0.0.1',
    (input) => {
      for (const one of input.split(','))
        if (!isAddress(one.trim()))
          throw new Error('must be a list of addresses or of address ranges such as 10.0.0.0/8');
    },
  ),
  MILLRACE_RATE_LIMIT: whole(
    'maximum number of requests per user and minute; a tenth of it per address without sign-in; 0 for no limit',
    60_000,
    0,
    1_000_000_000,
  ),
  MILLRACE_ENGINE: choice('default engine of runs', ['auto', 'sail', 'spark']),
  MILLRACE_SPARK_REMOTE: maybe('Spark Connect server to use instead of the embedded Spark', mustBeRemote, true),
  MILLRACE_SPARK_CLUSTER: maybe(
    'standalone cluster that Spark works on instead of embedded, such as spark://host:7077',
    (input) => {
      mastersIn(input);
    },
  ),
  MILLRACE_SPARK_CLUSTER_CONF: maybe(
    'Spark settings of applications on the cluster, such as spark.executor.memory=4g spark.cores.max=8',
    (input) => {
      clusterConf(input);
    },
    true,
  ),
  MILLRACE_ENGINE_MEMORY: maybe('memory of each engine, such as 4g', (input) => {
    const bytes = memoryBytes(input);
    if (bytes === undefined) throw new Error('must be a size such as 512m or 4g');
    if (bytes < minimumMemory) throw new Error('is too little for Spark: must be 512m or more');
  }),
  MILLRACE_SPARK_QUICK: maybe(
    'true: the embedded Spark uses light code compilation, which suits small data; if not set, false',
    (input) => {
      if (input !== 'true' && input !== 'false') throw new Error('must be true or false');
    },
  ),
  MILLRACE_CACHE: maybe(
    'folder of the Python environment and the caches; if not set, `millrace` in the cache folder of the user',
  ),
  MILLRACE_SANDBOX: choice(
    'sandbox (bubblewrap) that limits engines to the file space: if available, required, never',
    ['auto', 'on', 'off'],
  ),
  MILLRACE_CODE: choice(
    'code of nodes: only in the sandbox, without one as well (with all access of the service), or never',
    ['sandbox', 'unsafe', 'off'],
  ),
  MILLRACE_CODE_PACKAGES: choice(
    'Python packages that projects may list by name and version: none, or those of the package index, which the service fetches as wheels (pip)',
    ['off', 'index'],
  ),
  MILLRACE_RUN_CONCURRENCY: whole('maximum number of concurrent runs', availableParallelism(), 1, 1_000),
  MILLRACE_WARM_ENGINES: maybeWhole(
    'Sail processes that wait for runs, 65 MB each; if not set, one more than concurrent runs, within a sixteenth of the memory',
    '',
    0,
    1_000,
  ),
  MILLRACE_SPARK_PROCESSES: maybeWhole(
    'maximum number of concurrent embedded Spark processes, each for one project; if not set, as many as fit into three quarters of the memory',
    '',
    1,
    1_000,
  ),
  MILLRACE_SPARK_IDLE: whole('seconds after which an idle embedded Spark ends', 300, 1, 1_000_000),
  MILLRACE_RUN_TIMEOUT: whole('time limit of a run in seconds', 86_400, 1, 31_536_000),
  MILLRACE_REUSE_MEGABYTES: whole(
    'megabytes of cached node results that later runs reuse; 0 disables the cache',
    2_048,
    0,
    10_000_000,
  ),
  MILLRACE_TABLE_ROWS: whole(
    'maximum number of stored rows of a table output; below 1,000, only the preview of up to 1,000 rows is stored',
    1_000_000,
    0,
    1_000_000_000,
  ),
  MILLRACE_TABLE_MEGABYTES: whole('maximum size of the file of a table output in megabytes', 256, 1, 1_000_000),
  MILLRACE_COPIES_MEGABYTES: whole(
    'megabytes of cached copies of HDFS or S3 files that later runs reuse; 0 disables the cache',
    8_192,
    0,
    10_000_000,
  ),
  MILLRACE_URL_HOSTS: maybe(
    'hosts without a public address that URL readers and connection tests may access, such as host, host:port, *.example.org',
    (input) => {
      listedHosts(input);
    },
  ),
  MILLRACE_URL_SIZE: {
    about: "maximum size of one URL's content, decompressed, such as 64m",
    fallback: '1g',
    read: (input = '1g') => {
      maxBytesOf(input);
      return input;
    },
  },
  MILLRACE_URL_TIMEOUT: {
    about: 'timeout of a URL in seconds without a response or further bytes of it',
    fallback: String(defaultUrlPolicy.waitMs / 1_000),
    read: (input) => (input === undefined ? defaultUrlPolicy.waitMs / 1_000 : secondsOf(input)),
  },
  MILLRACE_EDIT_SESSIONS: whole('maximum number of users with concurrent previews while editing', 8, 1, 1_000),
  MILLRACE_EDIT_IDLE: whole('seconds after which an idle preview engine of a user ends', 300, 1, 86_400),
  MILLRACE_BASE_URL: maybe('public address of the service', address(['http', 'https'])),
  MILLRACE_SMTP_URL: maybe(
    'mail server for mail about runs, such as smtp://user:password@mail.example.org:587; if not set, no mail is sent',
    (input) => {
      smtpServerOf(input);
    },
    true,
  ),
  MILLRACE_MAIL_FROM: maybe('sender of mail about runs, such as Millrace <millrace@example.org>', (input) => {
    senderOf(input);
  }),
  MILLRACE_DRAIN_SECONDS: whole('seconds that active runs have to end when the service shuts down', 20, 0, 86_400),
  MILLRACE_AUDIT: choice(
    'what the audit log records in addition to sign-ins: changes; also exports (downloads of files, results and models, exports of records); also all reads',
    ['changes', 'exports', 'reads'],
  ),
  MILLRACE_KEEP_RUNS_DAYS: days('ended runs, with their results, events and logs', 180),
  MILLRACE_KEEP_FIRES_DAYS: days('the outcomes of schedule fires', 90),
  MILLRACE_KEEP_AUDIT_DAYS: days('audit log entries', 365),
  MILLRACE_KEEP_TOKENS_DAYS: days('expired tokens', 30),
  MILLRACE_KEEP_UPLOADS_DAYS: days('incomplete resumable uploads', 7),
  MILLRACE_TOKEN_DAYS: whole('maximum lifetime of an access token in days', 3_650, 1, 3_650),
  MILLRACE_METRICS_TOKEN: maybe(
    'token that Prometheus reads /metrics with; if not set, only this machine may read it',
    (input) => {
      if (!/^\S{16,}$/.test(input)) throw new Error('must have at least 16 characters and no spaces');
    },
    true,
  ),
  MILLRACE_OIDC_ISSUER: maybe('issuer URL of the OpenID Connect provider, as in its discovery document', ownAddress),
  MILLRACE_OIDC_CLIENT_ID: maybe('client ID of the service at the provider'),
  MILLRACE_OIDC_CLIENT_SECRET: maybe(
    'client secret of the service at the provider; if not set, the service is a public client',
    undefined,
    true,
  ),
  MILLRACE_OIDC_SCOPES: text('scopes requested from the provider', 'openid profile email'),
  MILLRACE_OIDC_USERNAME_CLAIM: text('claim of the user name', 'preferred_username'),
  MILLRACE_OIDC_GROUPS_CLAIM: text('claim of the groups, such as groups or realm_access.roles', 'groups'),
  MILLRACE_OIDC_ROLES: {
    about: 'roles by group of the provider, such as data-admins=ADMIN,data-team=ANALYST,*=VIEWER; * matches all users',
    fallback: '',
    read: (input = '') => rolesByGroup(input),
  },
  MILLRACE_OIDC_CREATE_USERS: choice('create users at their first sign-in with OpenID Connect', ['yes', 'no']),
  MILLRACE_DEBUG: maybe('any value: the command line prints internal errors of Millrace with their stack'),
  MILLRACE_LOG_LEVEL: choice('minimum log level', ['info', 'debug', 'warn', 'error', 'silent']),
} as const satisfies Record<string, Setting<unknown>>;
