import type { JsonDocuments } from '@millrace/processors';
import { fileBytes, packing } from './file-bytes.ts';
import type { JsonFiles } from './json-facts.ts';
import { JsonScan } from './json-scan.ts';
import { JsonShapes, unlessNotPlain } from './json-shape.ts';

/** Bytes of documents together: their rows travel in plans, and are made on the thread that serves everybody. */
const maxBytes = 1 << 20;
/** Values of the rows together: missing fields take no bytes of a document. */
const maxValues = 1_000_000;

/** What JSON files hold that are one document each, an object or a list of objects. */
export async function jsonDocuments({ files, shown }: JsonFiles): Promise<JsonDocuments> {
  const shapes = new JsonShapes();
  const scan = new JsonScan(shapes);
  const texts: string[] = [];
  let bytes = 0;
  return unlessNotPlain(async () => {
    for (const [i, file] of files.entries()) {
      if (packing(file) === 'other') return { unverified: 'packed JSON documents' };
      const pieces: Buffer[] = [];
      for await (const piece of fileBytes(file, shown[i])) {
        bytes += piece.length;
        if (bytes > maxBytes) return { unverified: 'JSON documents of more than 1 MB' };
        pieces.push(Buffer.from(piece));
      }
      const document = Buffer.concat(pieces);
      scan.document(document);
      if (shapes.maxValues > maxValues) return { unverified: `JSON documents of more than ${maxValues} values` };
      texts.push(document.toString('utf8'));
    }
    return { schema: shapes.schema(), texts };
  });
}
