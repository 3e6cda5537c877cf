import { plainHost } from '@millrace/file-space/urls';
import { Problem } from '../problems.ts';
import type { Json, JsonObject } from './secrets.ts';

/** A database that speaks PostgreSQL's protocol, as one connects to it. */
export interface DatabaseAddress {
  /** As URLs have it: lower case, Punycode, an IPv4 address in four decimal parts, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly properties: URLSearchParams;
}

const isAddress = /^(jdbc:)?postgres(ql)?:\/\//i;
/** Scheme, host with port, database, properties. What user names, several hosts or other tricks need is not in it. */
const parts =
  /^postgres(?:ql)?:\/\/((?:\[[\da-f:.]+\]|[^\s/\\:@?#*[\]<>^|%,]+)(?::\d{1,5})?)(?:\/([^/?#]*))?(?:\?([^#]*))?$/i;
/** Properties of drivers by which a connection goes elsewhere, or runs code of the driver's machine. */
const redirecting =
  /^(pg)?(host|hostaddr|port|dbname|database|service|servicefile|passfile|sslpassword)$|proxy|factory|plugin|callback|socketaddress/i;
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/;

/** The fields of a record that can lead somewhere: all but the description. */
export const withoutDescription = ({ description: _description, ...rest }: JsonObject): JsonObject => rest;

/** The one field of a record that holds the address of a PostgreSQL database. Fails with UNPROCESSABLE if two hold one. */
export function addressField(record: JsonObject): { readonly field: string; readonly text: string } | undefined {
  const [first, second] = Object.entries(withoutDescription(record)).flatMap(([field, value]) =>
    typeof value === 'string' && isAddress.test(value.trim()) ? [{ field, text: value.trim() }] : [],
  );
  if (first !== undefined && second !== undefined)
    throw wrong(`fields "${first.field}" and "${second.field}" both hold an address: remove one of them`);
  return first;
}

/** Reads an address such as `jdbc:postgresql://host:5432/name`. Fails with UNPROCESSABLE, which says what is wrong with it. */
export function readAddress(text: string): DatabaseAddress {
  const subject = `address ${JSON.stringify(text)}`;
  if (control.test(text)) throw wrong(`${subject} contains a control character: remove it`);
  const plain = text.replace(/^jdbc:/i, '');
  const [, authority, name = '', query = ''] = parts.exec(plain) ?? [];
  const url = authority === undefined ? null : URL.parse(`http://${authority}/`);
  if (authority === undefined || url === null) throw wrong(`${subject} ${whyUnreadable(plain)}`);
  const port = Number(/:(\d+)$/.exec(authority)?.[1] ?? 5_432);
  if (port === 0) throw wrong(`${subject} has port 0: the port must be from 1 to 65535`);
  const properties = new URLSearchParams(query);
  const names = [...properties.keys()];
  for (const [i, one] of names.entries()) {
    if (names.indexOf(one) !== i) throw wrong(`${subject} has the property "${one}" twice: remove one of them`);
    if (redirecting.test(one)) throw wrong(`${subject} has the property "${one}", which is not supported: remove it`);
  }
  return { host: plainHost(url), port, database: nameOfDatabase(name) || 'postgres', properties };
}

function whyUnreadable(plain: string): string {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(plain)?.[1] ?? '';
  if (authority.includes('@')) return 'contains a user name: enter it in field "username"';
  if (authority === '') return 'has no host: enter an address such as postgresql://host:5432/name';
  if (authority.includes(',')) return 'has several hosts: enter one';
  return 'is not a database address: enter an address such as postgresql://host:5432/name';
}

function nameOfDatabase(text: string): string {
  const name = decode(text);
  if (name === undefined || control.test(name))
    throw wrong(`invalid database name ${JSON.stringify(text)}: write %25 for a percent sign in an address`);
  return name;
}

/** Undefined for text with a sign % that stands for nothing. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Where the secrets of a connection go and how, as one text: its category and all that its record says openly, but the
 * description. Any difference is another address, as a property of any driver may redirect a connection; only the order of
 * keys and spellings of one PostgreSQL address are the same.
 */
export const addressOf = (category: string, open: JsonObject): string =>
  JSON.stringify(canonical([category, withoutDescription(open)]));

function canonical(value: Json): Json {
  if (typeof value === 'string') return canonicalText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(canonical);
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
}

function canonicalText(text: string): string {
  if (!isAddress.test(text.trim())) return text;
  try {
    const { host, port, database, properties } = readAddress(text.trim());
    properties.sort();
    return `postgresql://${JSON.stringify([host, port, database, ...properties])}`;
  } catch (error) {
    if (error instanceof Problem) return text;
    throw error;
  }
}

const wrong = (detail: string): Problem => new Problem('UNPROCESSABLE', detail);

/** Fails with UNPROCESSABLE for a text that PostgreSQL's protocol cannot carry. */
export function requireText(field: string, text: string): string {
  if (text.includes('\0')) throw wrong(`${field} contains the character U+0000: remove it`);
  return text;
}
