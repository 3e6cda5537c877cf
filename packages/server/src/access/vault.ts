import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError, type Settings } from '../settings.ts';

/** Fewest characters of a key that an operator gives. */
export const shortestKey = 32;

/**
 * Keeps secrets: AES-256-GCM (NIST SP 800-38D) with a nonce of its own for each text. `about` says what a text belongs to;
 * it opens nowhere else.
 */
export interface Vault {
  seal(text: string, about: string): string;
  /** Fails where the text was sealed with another key, for something else, or has been changed. */
  open(sealed: string, about: string): string;
}

/** The vault of the key that is set, or of one that is made once and lies in the state folder. */
export async function openVault({ home, MILLRACE_SECRET_KEY }: Settings): Promise<Vault> {
  return vaultOf(MILLRACE_SECRET_KEY ?? (await ownKey(join(home, 'secret.key'))));
}

export function vaultOf(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'millrace secrets', 32));
  return {
    seal(text, about) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', ...[nonce, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed, about) {
      const [version, ...parts] = sealed.split('.');
      const [nonce, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (version !== 'v1' || nonce === undefined || tag?.length !== 16 || data === undefined)
        throw new Error('a stored secret is not in the form of this version');
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
        .setAAD(Buffer.from(about))
        .setAuthTag(tag);
      return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Reads the key of a state folder; makes it, whole or not at all, where there is none. */
async function ownKey(path: string): Promise<string> {
  if (!existsSync(path)) {
    const beside = `${path}.new`;
    const file = await open(beside, 'w', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  }
  const key = (await readFile(path, 'utf8')).trim();
  if (key.length < shortestKey)
    throw new SettingError(`"${path}" does not hold the key of this state folder: put it back from a backup`);
  return key;
}
