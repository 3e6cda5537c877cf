import type { FastifyRequest } from 'fastify';
import { networkOf } from '../access/throttle.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The address under which a client reaches the service, without a stroke at its end: the one that is set or else, since a
 * caller may name any host, the address that the connection goes to; by its name only if that is localhost.
 */
export function ownAddress(
  request: FastifyRequest,
  { MILLRACE_BASE_URL: base }: Pick<Settings, 'MILLRACE_BASE_URL'>,
): string {
  if (base !== undefined) return base.replace(/\/+$/, '');
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  if (/^localhost(:\d{1,5})?$/i.test(request.headers.host ?? ''))
    return `${request.protocol}://${request.headers.host}`;
  const isMapped = localAddress.startsWith('::ffff:');
  const host = localAddress.includes(':') && !isMapped ? `[${localAddress}]` : networkOf(localAddress);
  return `${request.protocol}://${host}:${localPort}`;
}
