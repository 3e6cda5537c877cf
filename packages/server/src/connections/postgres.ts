import type { ListedHost } from '@millrace/file-space/urls';
import { Problem } from '../problems.ts';
import { addressField, readAddress, requireText } from './address.ts';
import type { JsonObject, Secrets } from './secrets.ts';
import { askDatabase, type DatabaseQuestion } from './trial.ts';

/** Most tables that are listed. */
const maxTables = 10_000;
/** Most characters of what a database says it is. */
const maxVersionLength = 100;

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
      `a connection of category "${category}" cannot be tested: only PostgreSQL connections can, with an address such as jdbc:postgresql://host:5432/name`,
    );
  const { host, port, database, properties } = readAddress(address.text);
  const user = onlyOne([
    ...['username', 'user', 'userName'].map((field) => [`field "${field}"`, record[field]] as const),
    ['property "user" of the address', properties.get('user')],
  ]);
  if (user === undefined)
    throw new Problem('UNPROCESSABLE', 'field "username" is required: enter a user of the database');
  const password = onlyOne(['password', 'passwd', 'pwd'].map((field) => [`field "${field}"`, secrets[field]] as const));
  return { host, port, database, user, password: password ?? '', tls: tlsOf(properties) };
}

/** The value of a field that has several names. Fails with UNPROCESSABLE if two of them differ. */
function onlyOne(fields: readonly (readonly [name: string, value: unknown])[]): string | undefined {
  const [first, ...others] = fields.flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [{ name, value: requireText(name, value) }] : [],
  );
  const other = others.find(({ value }) => value !== first?.value);
  if (first !== undefined && other !== undefined)
    throw new Problem('UNPROCESSABLE', `${first.name} and ${other.name} have different values: remove one of them`);
  return first?.value;
}

/** The modes of PostgreSQL's own clients: `require` encrypts and believes any certificate. */
function tlsOf(properties: URLSearchParams): Target['tls'] {
  const mode = properties.get('sslmode')?.toLowerCase() ?? 'disable';
  if (mode === 'verify-full' || mode === 'verify-ca') return 'verified';
  if (!['disable', 'allow', 'prefer', 'require'].includes(mode))
    throw new Problem(
      'UNPROCESSABLE',
      `invalid value ${JSON.stringify(mode)} for property "sslmode" of the address: must be disable, require, verify-ca or verify-full`,
    );
  return mode === 'require' || properties.get('ssl')?.toLowerCase() === 'true' ? 'encrypted' : 'none';
}

/** What the database says it is. */
export async function versionOf(target: Target, hosts: readonly ListedHost[]): Promise<string> {
  const [[version] = []] = await askDatabase({ ...target, text: 'show server_version', mostRows: 1 }, hosts);
  const says = textOf(version).slice(0, maxVersionLength);
  if (!/^\d[ -~]*$/.test(says))
    throw new Problem(
      'UNPROCESSABLE',
      `cannot use the database at ${target.host}:${target.port}: it reports no version`,
    );
  return `PostgreSQL ${says}`;
}

/** The tables and views that the connection's user may see, by schema and name. */
export async function tablesOf(target: Target, hosts: readonly ListedHost[]): Promise<readonly Table[]> {
  const text = `select table_schema, table_name, table_type from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2 limit ${maxTables}`;
  const rows = await askDatabase({ ...target, text, mostRows: maxTables }, hosts);
  return rows.map(([schema, name, type]) => ({ schema: textOf(schema), name: textOf(name), type: textOf(type) }));
}

/** A cell as text: what answers may be no PostgreSQL, and give cells of other types. */
const textOf = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '');
