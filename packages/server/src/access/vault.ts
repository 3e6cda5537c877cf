import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Keeps secrets: AES-256-GCM (NIST SP 800-38D) with a nonce of its own for each text. `about` says what a text belongs to;
 * it opens nowhere else.
 */
export interface Vault {
  seal(text: string, about: string): string;
  /** Fails if the text was sealed with a key that is not here, for something else, or has been changed. */
  open(sealed: string, about: string): string;
  /** What is sealed with a former key, sealed with the present one; undefined if it is. Fails as `open` does. */
  reseal(sealed: string, about: string): string | undefined;
}

/** The vault of a key; what was sealed with former ones still opens. */
export function vaultOf(secret: string, ...former: readonly string[]): Vault {
  const key = keyOf(secret);
  const others = former.map(keyOf);
  const seal: Vault['seal'] = (text, about) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return ['v1', ...[nonce, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
  };
  /** The text, and whether the present key has opened it. */
  const openWithAny = (sealed: string, about: string): readonly [string, boolean] => {
    for (const one of [key, ...others])
      try {
        return [openWith(one, sealed, about), one === key];
      } catch (error) {
        if (one === (others.at(-1) ?? key)) throw error;
      }
    throw new Error('a vault needs a key');
  };
  return {
    seal,
    open: (sealed, about) => openWithAny(sealed, about)[0],
    reseal(sealed, about) {
      const [text, isPresent] = openWithAny(sealed, about);
      return isPresent ? undefined : seal(text, about);
    },
  };
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'millrace secrets', 32));

function openWith(key: Buffer, sealed: string, about: string): string {
  const [version, ...parts] = sealed.split('.');
  const [nonce, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== 'v1' || nonce === undefined || tag?.length !== 16 || data === undefined)
    throw new Error('a stored secret is not in the format of this version');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
}
