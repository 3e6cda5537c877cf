import { addressOf } from '../mail-addresses.ts';

/** A mail server and how to speak to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** TLS on the way (STARTTLS): as the server offers it, in any case, or not. */
  readonly startTls: 'offered' | 'required' | 'off';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** The error of mails that cannot be sent. */
export const noServer = 'the service has no mail server: set MILLRACE_SMTP_URL and MILLRACE_MAIL_FROM';

const form = 'must be an address such as smtp://user:password@mail.example.org:587 or smtps://mail.example.org';

/** Reads `smtp://…` or `smtps://…`; throws an Error that says what it must be, without the address, which is secret. */
export function smtpServerOf(text: string): SmtpServer {
  if (!URL.canParse(text)) throw new Error(form);
  const url = new URL(text);
  const { protocol, hostname, port, username, password, pathname, hash, searchParams } = url;
  const secure = protocol === 'smtps:';
  if (
    (!secure && protocol !== 'smtp:') ||
    hostname === '' ||
    port === '0' ||
    !['', '/'].includes(pathname) ||
    hash !== ''
  )
    throw new Error(form);
  const { starttls, ...others } = Object.fromEntries(searchParams);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`has the unknown parameter "${unknown}": only starttls is supported`);
  if (starttls !== undefined && (secure || (starttls !== 'off' && starttls !== 'required')))
    throw new Error('has an invalid parameter starttls: must be off or required, and only with smtp://');
  const auth = username === '' ? undefined : { user: decode(username), pass: decode(password) };
  return {
    host: decode(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : auth === undefined ? 25 : 587) : Number(port),
    secure,
    // a password does not travel in the clear unless that is said
    startTls: starttls ?? (auth === undefined ? 'offered' : 'required'),
    auth,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('contains a % that does not begin a character code: write %25 for it');
  }
}

/** Whom mail comes from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Reads `ada@example.org` or `Millrace <ada@example.org>`; throws an Error that says what it must be. */
export function senderOf(text: string): Sender {
  const [, name = '', bare = text] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? [];
  const address = addressOf(bare.trim());
  if (address === undefined) throw new Error('must be an address such as Millrace <millrace@example.org>');
  return { name: name.trim(), address };
}
