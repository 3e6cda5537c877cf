import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** A generated password: 96 random bits. */
export const generatedPassword = (): string => randomBytes(12).toString('base64url');

/** A password as it is stored, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

/** True if the password is the stored one. Takes as long if nothing is stored. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = shape.exec(stored ?? '') ?? [];
  const asStored =
    tag === ''
      ? { ...cost, nonce: randomBytes(16) }
      : {
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: cost.tagLength,
          nonce: Buffer.from(nonce, 'base64'),
        };
  const hash = await derive('argon2id', { message: password, ...asStored });
  return tag !== '' && timingSafeEqual(hash, Buffer.from(tag, 'base64'));
}
