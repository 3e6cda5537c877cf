import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Services of a cloud that answer only inside it, at addresses that look public. */
const cloudMetadata: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Ranges (`ipaddr.js`) in our words; those that are not named here are called reserved. */
const words: Readonly<Record<string, string>> = {
  unspecified: 'a local',
  loopback: 'a loopback',
  private: 'a private',
  uniqueLocal: 'a private',
  carrierGradeNat: 'a private',
  linkLocal: 'a link-local',
  multicast: 'a multicast',
  broadcast: 'a broadcast',
};

/** IPv6 addresses of the internet begin with these bits. Source: IANA, IPv6 Global Unicast Address Assignments. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** A gateway from IPv6 to the IPv4 address in the last four bytes. Source: RFC 6052, section 2.1. */
const gateway = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** What makes an address one of no public network, such as `a loopback`; undefined if it is public. */
export function whyNotPublic(address: string): string | undefined {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (parsed instanceof ipaddr.IPv6 && parsed.match(gateway))
    return whyNotPublic(parsed.toByteArray().slice(-4).join('.'));
  if (cloudMetadata.has(parsed.toString())) return 'a cloud metadata';
  const isPublic = range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
  return isPublic ? undefined : (words[range] ?? 'a reserved');
}

/** A name leads to no public address. The message is what its addresses are. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/**
 * Finds the public addresses of a host, for the connection that is about to be made: it goes to one of these, so that
 * a name cannot mean one address to a check and another one to the connection.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, []);
    const usable = addresses.filter(({ address }) => whyNotPublic(address) === undefined);
    const [first] = usable;
    if (first === undefined) return done(new NotPublic(whyNotPublic(addresses[0]?.address ?? '::')), []);
    return options.all === true ? done(null, usable) : done(null, first.address, first.family);
  });
};
