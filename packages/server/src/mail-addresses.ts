import { domainToASCII } from 'node:url';
import { Problem } from './problems.ts';

/** Most addresses that one list may have. */
export const maxAddresses = 20;

export type Addresses =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly message: string };

const word = String.raw`[\w!#$%&'*+/=?^\`{|}~-]+`;
const localPart = new RegExp(String.raw`^${word}(?:\.${word})*$`);
const domain = /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))*$/;

/**
 * An address as a mail server takes it: its domain in ASCII, small letters. Undefined for what is none: quoted local parts
 * and letters beyond ASCII before the @ are not taken, for many servers refuse them (RFC 5321, 4.1.2).
 */
export function addressOf(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [before, behind] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(behind)) return undefined;
  const ascii = domainToASCII(behind);
  const isAddress = before.length <= 64 && localPart.test(before) && ascii.length <= 189 && domain.test(ascii);
  return isAddress ? `${before}@${ascii}` : undefined;
}

/** The addresses of a list with commas (or semicolons, or lines) between, each once. */
export function parseAddresses(list: string): Addresses {
  const words = list
    .split(/[,;\r\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const addresses = new Set<string>();
  for (const one of words) {
    const address = addressOf(one);
    if (address === undefined)
      return {
        ok: false,
        message: `invalid mail address "${one.slice(0, 100)}": enter addresses such as ada@example.org, separated by commas`,
      };
    addresses.add(address);
  }
  if (addresses.size > maxAddresses)
    return {
      ok: false,
      message: `must have at most ${maxAddresses} addresses, not ${addresses.size}: use a mailing list`,
    };
  return { ok: true, addresses: [...addresses] };
}

/** Fails with UNPROCESSABLE if one of these fields holds something else than mail addresses. */
export function requireAddresses(fields: Readonly<Record<string, string | null>>): void {
  for (const [field, list] of Object.entries(fields)) {
    const parsed = parseAddresses(list ?? '');
    if (!parsed.ok)
      throw new Problem('UNPROCESSABLE', `${field}: ${parsed.message}`, {
        errors: [{ field, message: parsed.message, code: 'address' }],
      });
  }
}
