import type { ListedHost } from '@millrace/file-space/urls';
import { Problem } from '../problems.ts';
import { addressField, readAddress, requireText } from './address.ts';
import type { JsonObject, Secrets } from './secrets.ts';
import { askDatabase, type DatabaseQuestion } from './trial.ts';

/** Most tables that are listed. */
const mostTables = 10_000;
/** Most characters of what a database says it is. */
const mostVersion = 100;

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Such as `BASE TABLE` or `VIEW`. */
  readonly type: string;
}

/** A PostgreSQL database, and as whom it is used. */
export type Target = Omit<DatabaseQuestion, 'text' | 'mostRows'>;

/**
 * The database of a connection: one field of it holds an address such as `jdbc:postgresql://host:5432/name`. Fails with
 * UNPROCESSABLE for what cannot be tried here.
 */
export function targetOf(record: JsonObject, category: string, secrets: Secrets): Target {
  const address = addressField(record);
  if (address === undefined)
    throw new Problem(
      'UNPROCESSABLE',
      `a connection of the kind "${category}" cannot be tried here: only PostgreSQL can, by an address such as jdbc:postgresql://host:5432/name`,
    );
  const { host, port, database, properties } = readAddress(address.text);
  const user = onlyOne([
    ...['username', 'user', 'userName'].map((field) => [`the field "${field}"`, record[field]] as const),
    ['the property "user" of the address', properties.get('user')],
  ]);
  if (user === undefined) throw new Problem('UNPROCESSABLE', 'username is missing: say whom the database knows');
  const password = onlyOne(
    ['password', 'passwd', 'pwd'].map((field) => [`the field "${field}"`, secrets[field]] as const),
  );
  return { host, port, database, user, password: password ?? '', tls: tlsOf(properties) };
}

/** The value of a field that has several names. Fails with UNPROCESSABLE if two of them differ. */
function onlyOne(fields: readonly (readonly [name: string, value: unknown])[]): string | undefined {
  const [first, ...others] = fields.flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [{ name, value: requireText(name, value) }] : [],
  );
  const other = others.find(({ value }) => value !== first?.value);
  if (first !== undefined && other !== undefined)
    throw new Problem('UNPROCESSABLE', `${first.name} and ${other.name} differ: keep one of them`);
  return first?.value;
}

/** The modes of PostgreSQL's own clients: `require` encrypts and believes any certificate. */
function tlsOf(properties: URLSearchParams): Target['tls'] {
  const mode = properties.get('sslmode')?.toLowerCase() ?? 'disable';
  if (mode === 'verify-full' || mode === 'verify-ca') return 'verified';
  if (!['disable', 'allow', 'prefer', 'require'].includes(mode))
    throw new Problem(
      'UNPROCESSABLE',
      `invalid value ${JSON.stringify(mode)} for the property "sslmode" of the address: use disable, require, verify-ca or verify-full`,
    );
  return mode === 'require' || properties.get('ssl')?.toLowerCase() === 'true' ? 'encrypted' : 'none';
}

/** What the database says it is. */
export async function versionOf(target: Target, hosts: readonly ListedHost[]): Promise<string> {
  const [[version] = []] = await askDatabase({ ...target, text: 'show server_version', mostRows: 1 }, hosts);
  const says = textOf(version).slice(0, mostVersion);
  if (!/^\d[ -~]*$/.test(says))
    throw new Problem(
      'UNPROCESSABLE',
      `the database at ${target.host}:${target.port} cannot be used: it tells no version`,
    );
  return `PostgreSQL ${says}`;
}

/** The tables and views that the connection's user may see, by schema and name. */
export async function tablesOf(target: Target, hosts: readonly ListedHost[]): Promise<readonly Table[]> {
  const text = `select table_schema, table_name, table_type from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2 limit ${mostTables}`;
  const rows = await askDatabase({ ...target, text, mostRows: mostTables }, hosts);
  return rows.map(([schema, name, type]) => ({ schema: textOf(schema), name: textOf(name), type: textOf(type) }));
}

/** A cell as text: what answers may be no PostgreSQL, and give cells of other types. */
const textOf = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '');
