import MailComposer from 'nodemailer/lib/mail-composer';
import type { Sender } from '../settings/smtp-server.ts';

/** What a mail says, whichever user it goes to. */
export interface Words {
  readonly subject: string;
  readonly text: string;
  /** Its pictures are named by `cid:` and their names. */
  readonly html: string;
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

export interface Address {
  readonly from: Sender;
  readonly to: string;
  /** What makes its Message-ID, the same at each attempt: a server may know a mail by it that comes twice. */
  readonly key: string;
  readonly at: number;
}

/** A mail as it travels (RFC 5322, MIME): text, and the same as HTML with its pictures in it. */
export function messageOf({ subject, text, html, pictures }: Words, { from, to, key, at }: Address): Promise<Buffer> {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(),
    messageId: `<${key}@${domain}>`,
    date: new Date(at),
    // no note of absence is to answer it (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html,
    attachments: pictures.map(({ name, png }) => ({
      cid: name,
      filename: `${name}.png`,
      contentType: 'image/png',
      contentDisposition: 'inline',
      content: png,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message as Buffer)));
  });
}
