import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { largestBody } from './bodies.ts';
import { Problem } from '../problems.ts';
import { formRequired } from '../refusals.ts';

/** A file of a form: its name, and its text. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a form, which are text and no larger together than a body may be; `what` they are goes into messages. */
export async function textFilesIn(request: FastifyRequest, what: string): Promise<readonly TextFile[]> {
  if (!request.isMultipart()) throw formRequired(`${what} files`);
  const files: TextFile[] = [];
  let left = largestBody;
  for await (const part of request.files({ limits: { fileSize: largestBody } })) {
    const bytes = await part.toBuffer();
    const name = (part.filename || part.fieldname).slice(-200);
    left -= bytes.length;
    if (left < 0)
      throw new Problem(
        'TOO_LARGE',
        `the files are larger than ${largestBody >> 20} MB in total: import fewer at a time`,
      );
    if (!isUtf8(bytes)) throw new Problem('UNPROCESSABLE', `file "${name}" is not valid UTF-8 text`);
    files.push({ name, text: bytes.toString() });
  }
  return files;
}
