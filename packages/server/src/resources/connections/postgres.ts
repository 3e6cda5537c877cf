import pg from 'pg';
import { Problem } from '../../http/problems.ts';
import type { JsonObject, Secrets } from './secrets.ts';

/** Milliseconds until a database must have answered. */
const patience = 10_000;

/** Most tables that are listed. */
const mostTables = 10_000;

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Such as `BASE TABLE` or `VIEW`. */
  readonly type: string;
}

/** Where a connection leads, if that is a PostgreSQL database; else why it cannot be tried here. */
export type Target =
  | { readonly ok: true; readonly config: pg.ClientConfig }
  | { readonly ok: false; readonly why: string };

/** The database of a connection: its address is any text such as `jdbc:postgresql://host:5432/name`. */
export function targetOf(record: JsonObject, category: string, secrets: Secrets): Target {
  const address = Object.values(record).find(
    (value): value is string => typeof value === 'string' && /^(jdbc:)?postgres(ql)?:\/\//i.test(value.trim()),
  );
  if (address === undefined)
    return {
      ok: false,
      why: `a connection of the kind "${category}" cannot be tried here: only PostgreSQL can, by an address such as jdbc:postgresql://host:5432/name`,
    };
  const text = address.trim().replace(/^jdbc:/i, '');
  if (!URL.canParse(text)) return { ok: false, why: `"${address}" is no address of a database` };
  const { hostname, port, pathname, searchParams } = new URL(text);
  const database = decoded(pathname.slice(1));
  if (database === undefined)
    return {
      ok: false,
      why: `"${pathname.slice(1)}" is no name of a database: write %25 for the sign % in an address`,
    };
  const words = (...keys: readonly string[]): string | undefined =>
    keys.map((key) => record[key]).find((value): value is string => typeof value === 'string' && value !== '');
  const user = words('username', 'user', 'userName') ?? searchParams.get('user') ?? undefined;
  if (user === undefined) return { ok: false, why: 'username is missing: say whom the database knows' };
  const password = secrets['password'] ?? secrets['passwd'] ?? secrets['pwd'];
  return {
    ok: true,
    config: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? 5_432 : Number(port),
      database: database || 'postgres',
      user,
      // a function counts even where it gives none: the password of the service's environment is not the connection's
      password: () => password ?? '',
      ssl: tlsOf(searchParams),
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      application_name: 'millrace',
    },
  };
}

/** Undefined for text with a sign % that stands for nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The modes of PostgreSQL's own clients: `require` encrypts and believes any certificate. */
function tlsOf(parameters: URLSearchParams): pg.ClientConfig['ssl'] {
  const mode = parameters.get('sslmode')?.toLowerCase();
  if (mode === 'verify-full' || mode === 'verify-ca') return true;
  return mode === 'require' || parameters.get('ssl')?.toLowerCase() === 'true' ? { rejectUnauthorized: false } : false;
}

/** What the database says it is. */
export const versionOf = (target: Target): Promise<string> =>
  asking(target, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return `PostgreSQL ${rows[0]?.server_version ?? ''}`.trim();
  });

/** The tables and views that the connection's user may see, by schema and name. */
export const tablesOf = (target: Target): Promise<readonly Table[]> =>
  asking(target, async (client) => {
    const { rows } = await client.query<Table>(
      `select table_schema as schema, table_name as name, table_type as type from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2 limit ${mostTables}`,
    );
    return rows;
  });

async function asking<T>(target: Target, work: (client: pg.Client) => Promise<T>): Promise<T> {
  if (!target.ok) throw new Problem('UNPROCESSABLE', target.why);
  const { host, port, database } = target.config;
  const client = new pg.Client(target.config);
  // a line that breaks while nobody asks; a question tells its own error
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    const told = error as Error & { code?: string };
    // Node tells no words where it has tried several addresses
    const words = told.message || told.code || 'no answer';
    throw new Problem('UNPROCESSABLE', `the database "${database}" at ${host}:${port} cannot be used: ${words}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
