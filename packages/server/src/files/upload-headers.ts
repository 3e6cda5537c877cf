import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';

/** The version of the protocol of resumable uploads that is spoken here (tus 1.0, https://tus.io/protocols/resumable-upload). */
export const tusVersion = '1.0.0';

/** What the bytes of a part are sent as. */
export const partType = 'application/offset+octet-stream';

/** Bytes of a file. */
export const Bytes = Type.Integer({ minimum: 0, maximum: 2 ** 53 - 1 });

export const Metadata = Type.String({
  maxLength: 16_384,
  description: 'The name of the file: `filename`, a space, and the name in UTF-8 as Base64; other keys are ignored',
});

/** An answer without a body, and the headers that it has. */
export const bare = (headers: Readonly<Record<string, string>>) =>
  Type.Unsafe<void>({
    type: 'null',
    description: 'No body',
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]),
    ),
  });

/** The name of the file that Upload-Metadata states: keys with values in Base64 and commas between. */
export function fileNameIn(metadata: string): string {
  for (const pair of metadata.split(',')) {
    const [key, value = '', ...rest] = pair.trim().split(/ +/);
    if (key !== 'filename') continue;
    const name = Buffer.from(value, 'base64');
    if (
      rest.length > 0 ||
      name.length === 0 ||
      name.toString('base64').replace(/=+$/, '') !== value.replace(/=+$/, '') ||
      !isUtf8(name)
    )
      throw new Problem('MALFORMED', 'filename in header Upload-Metadata must be a name in UTF-8, encoded as Base64');
    return name.toString();
  }
  throw new Problem(
    'MALFORMED',
    'header Upload-Metadata must contain the file name: filename, a space, and the name as Base64',
  );
}

/** The same, as an answer states it. */
export const metadataOf = (name: string): string => `filename ${Buffer.from(name).toString('base64')}`;
