import { isIP } from 'node:net';
import { memoryBytes } from '@millrace/engines/memory';

/** A host whose addresses need not be public: its name as URLs have it, or all names below it; on one port or on any. */
export interface ListedHost {
  readonly name: string;
  readonly below: boolean;
  readonly port: number | undefined;
}

/** What may be read over the network, how much of it, and how long it may take. */
export interface UrlPolicy {
  readonly hosts: readonly ListedHost[];
  /** Most bytes of a text, unpacked. */
  readonly maxBytes: number;
  /** Longest time without an answer, and without a further byte of it, ms. */
  readonly waitMs: number;
}

export const defaultUrlPolicy: UrlPolicy = { hosts: [], maxBytes: 1 << 30, waitMs: 30_000 };

/** Reads `name`, `name:port`, `*.name`, an address such as `10.0.0.7` or `[::1]:8080`; undefined for what is none. */
export function listedHost(entry: string): ListedHost | undefined {
  const address = isIP(entry) === 6 ? `[${entry}]` : entry;
  const [, wild, host = '', port] = /^(\*\.)?(\[[\da-f:.]+\]|[^\s/\\:@?#*[\]]+)(?::(\d{1,5}))?$/i.exec(address) ?? [];
  // also brings the name into the form that URLs have: lower case, Punycode, addresses in four decimal parts
  const url = host === '' ? null : URL.parse(`http://${host}:${port ?? 80}/`);
  if (url === null || (wild !== undefined && isIP(plainHost(url)) !== 0)) return undefined;
  return { name: nameOf(url), below: wild !== undefined, port: port === undefined ? undefined : Number(port) };
}

/** Reads hosts with commas between. Fails with an Error that names the entry that is none. */
export const listedHosts = (text: string): readonly ListedHost[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const host = listedHost(entry);
      if (host !== undefined) return host;
      throw new Error(
        `names "${entry}", which is no host: write host, host:port or *.example.org, with commas between`,
      );
    });

/** Reads the most bytes of a text. Fails with an Error that says what they must be. */
export function maxBytesOf(text: string): number {
  const bytes = memoryBytes(text);
  if (bytes !== undefined && bytes > 0) return bytes;
  throw new Error('must be a size such as 64m or 1g');
}

/** Reads the seconds that are waited for an answer. Fails with an Error that says what they must be. */
export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 3600) return seconds;
  throw new Error('must be a number of seconds, at most 3600');
}

/** Whether a URL leads to one of the listed hosts. */
export const isListed = (url: URL, hosts: readonly ListedHost[]): boolean =>
  hosts.some(
    ({ name, below, port }) =>
      (below ? nameOf(url).endsWith(`.${name}`) : nameOf(url) === name) && (port === undefined || port === portOf(url)),
  );

/** The host of a URL as the system takes it: an IPv6 address without brackets. */
export const plainHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const nameOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '');
const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
