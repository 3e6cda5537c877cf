import { open } from 'node:fs/promises';
import type { ParquetSchema } from '@millrace/processors';
import { answerRequests } from '../threads/answer-requests.ts';
import { BrokenFooter, LargeFooter, schemaInFooter, ShortFooter } from './parquet-footer.ts';

/** Where a footer lies. */
export interface FooterQuestion {
  readonly file: string;
  readonly from: number;
  readonly bytes: number;
}

export type FooterAnswer =
  | { readonly schema: ParquetSchema }
  | { readonly why: 'broken' | 'large' | 'short'; readonly message: string };

async function answer({ file, from, bytes }: FooterQuestion): Promise<FooterAnswer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, from);
  try {
    return { schema: schemaInFooter(buffer.subarray(0, bytesRead)) };
  } catch (error) {
    if (error instanceof BrokenFooter) return { why: 'broken', message: error.message };
    if (error instanceof LargeFooter) return { why: 'large', message: error.message };
    if (error instanceof ShortFooter) return { why: 'short', message: error.message };
    throw error;
  }
}

answerRequests(answer);
