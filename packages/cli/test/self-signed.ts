import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One element of DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...parts: readonly (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const sequence = (...parts: readonly (Buffer | number[])[]): Buffer => der(0x30, ...parts);
const time = (date: Date): Buffer => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));

/** OIDs of ecdsa-with-SHA256 and of the common name. */
const ecdsa = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const commonName = der(0x06, [0x55, 0x04, 0x03]);
/** The subject's other name: 127.0.0.1. */
const loopback = sequence(der(0x06, [0x55, 0x1d, 0x11]), der(0x04, sequence(der(0x87, [127, 0, 0, 1]))));

/** A key and a certificate for 127.0.0.1 that it has signed itself, valid for an hour, in PEM. Source: RFC 5280, section 4.1. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('test')))));
  const [from, to] = [-3_600_000, 3_600_000].map((ms) => time(new Date(Date.now() + ms)));
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1], randomBytes(8)),
    ecdsa,
    issuer,
    sequence(from ?? [], to ?? []),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(loopback)),
  );
  const certificate = sequence(body, ecdsa, der(0x03, [0], sign('sha256', body, privateKey)));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
