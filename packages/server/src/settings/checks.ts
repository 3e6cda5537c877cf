import { isIP } from 'node:net';
import { parseRemote } from '@millrace/spark-connect/url';

// each throws an Error that says what a value must be; the setting is named by who reads it

/** True for an IP address, or a range of addresses such as 10.0.0.0/8. */
export function isAddress(text: string): boolean {
  const [host = '', bits, ...rest] = text.split('/');
  const version = isIP(host);
  const maxBits = version === 4 ? 32 : 128;
  return (
    version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
}

/** An address (URL) of one of these schemes. */
export const address = (schemes: readonly string[]) => (text: string) => {
  if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1)))
    throw new Error(`must be a URL that begins with ${schemes.map((one) => `${one}://`).join(' or ')}`);
};

/** The address of a Spark Connect server. The client's own words about a wrong one would repeat its token. */
export function mustBeRemote(text: string): void {
  try {
    parseRemote(text);
  } catch {
    throw new Error('must be an address such as sc://host:15002/;use_ssl=true');
  }
}

/** Fewest characters of a key that an operator gives. */
export const shortestKey = 32;

/** A key that an operator gives. */
export function mustBeKey(text: string): void {
  if (text.length < shortestKey) throw new Error(`must have at least ${shortestKey} characters`);
}

/** True for a host that is this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** An address that passwords and tokens travel to: without TLS to this machine alone. */
export function ownAddress(text: string): void {
  address(['https', 'http'])(text);
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !isLoopback(hostname)) throw new Error('must begin with https://');
}

/** A group of the provider, or `*` for everybody, and the role that its people have. */
export interface RoleOfGroup {
  readonly group: string;
  readonly role: string;
}

/** Reads `group=ROLE,…`. */
export function rolesByGroup(text: string): readonly RoleOfGroup[] {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=');
    const [group, role] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (group === '' || role === '') throw new Error('must be a comma-separated list of group=ROLE');
    return { group, role };
  });
}
