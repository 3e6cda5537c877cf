import { isIP, type LookupFunction } from 'node:net';
import { NotPublic, publicLookup, whyNotPublic } from './addresses.ts';
import { isListed, plainHost, type ListedHost } from './policy.ts';

export { NotPublic };

/**
 * Returns the lookup for a connection to the host of a URL: undefined for a host that the operator has listed, otherwise
 * one that finds only public addresses. Throws `NotPublic` for an address that is not public and not listed.
 */
export function lookupOf(url: URL, hosts: readonly ListedHost[]): LookupFunction | undefined {
  if (isListed(url, hosts)) return undefined;
  const host = plainHost(url);
  // a connection to an address looks nothing up
  const kind = isIP(host) === 0 ? undefined : whyNotPublic(host);
  if (kind !== undefined) throw new NotPublic(kind);
  return publicLookup;
}

/** A host, an IPv6 address without brackets, and a port as {@link lookupOf} takes them. */
export const hostUrl = (host: string, port: number): URL =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`);
