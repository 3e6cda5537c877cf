/** Formats that are now and then taken for text, by the bytes that they begin with. */
const signatures: readonly (readonly [string, readonly string[]])[] = [
  ['a Parquet file', ['PAR1']],
  ['an ORC file', ['ORC']],
  ['an Avro file', ['Obj\x01']],
  ['a PDF', ['%PDF-']],
  ['a zip archive or a workbook', ['PK\x03\x04', 'PK\x05\x06']],
  ['a gzip archive without the extension .gz', ['\x1f\x8b']],
  ['an old workbook', ['\xd0\xcf\x11\xe0']],
  ['an image', ['\x89PNG', '\xff\xd8\xff', 'GIF8']],
  ['text in UTF-16', ['\xff\xfe', '\xfe\xff']],
];

const sampleBytes = 8192;

/**
 * What the first bytes of a file show it to be instead of text; undefined if it may be text. `zeros`: whether it may
 * hold zero bytes here and there, as logs do after a crash.
 */
export function notText(beginning: Buffer, { zeros = 'none' }: { zeros?: 'none' | 'some' } = {}): string | undefined {
  const head = beginning.subarray(0, sampleBytes);
  const latin = head.toString('latin1');
  const signature = signatures.find(([, marks]) => marks.some((mark) => latin.startsWith(mark)))?.[0];
  if (signature !== undefined) return signature;
  const zeroBytes = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  if (zeroBytes > (zeros === 'none' ? 0 : head.length / 10)) return 'binary: it contains zero bytes';
  const controls = head.reduce((sum, byte) => sum + (byte < 8 || (byte > 13 && byte < 27) || byte === 127 ? 1 : 0), 0);
  return controls > head.length / 20 &&
    controls > 3 &&
    new Set(head.filter((b) => b < 8 || (b > 13 && b < 27))).size > 3
    ? 'binary: it is full of control characters'
    : undefined;
}
