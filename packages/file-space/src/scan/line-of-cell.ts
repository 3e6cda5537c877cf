import type { DelimitedCells } from '@millrace/processors';
import { splitLine } from '@millrace/processors/split-line';
import { decode, textEncoding } from './encodings.ts';
import { fileBytes, packing } from './file-bytes.ts';

/** Where a cell stands: in which of the files, and on which line of it, from 1. */
export interface CellPosition {
  readonly file: string;
  readonly line: number;
}

/** Bytes that are looked through at most for a cell. */
const maxBytes = 64 << 20;

/**
 * The first line on which a column of delimited text holds a value; undefined if it is not among the first 64 MB, or the text
 * cannot be read here.
 */
export async function lineOfCell(
  { files, format, columns, hasHeader }: DelimitedCells,
  column: string,
  value: string,
  signal: AbortSignal,
): Promise<CellPosition | undefined> {
  const encoding = textEncoding(format.encoding);
  const at = columns.indexOf(column);
  if (encoding === undefined || at < 0) return undefined;
  const { comment = '' } = format;
  const isComment = (line: string): boolean => comment !== '' && line.startsWith(comment);
  const holds = (line: string): boolean => line.includes(value) && splitLine(line, format)[at]?.trim() === value.trim();
  let left = maxBytes;
  for (const file of files) {
    if (packing(file) === 'other') return undefined;
    const decoder = new TextDecoder(encoding === 'latin1' ? 'latin1' : 'utf-8');
    let [line, open, isHead] = [0, '', hasHeader];
    const find = (lines: readonly string[]): CellPosition | undefined => {
      for (const text of lines) {
        line++;
        if (isHead) isHead = text.trim() === '' || isComment(text);
        else if (!isComment(text) && holds(text)) return { file, line };
      }
      return undefined;
    };
    for await (const piece of decode(fileBytes(file), encoding)) {
      if (left <= 0 || signal.aborted) return undefined;
      left -= piece.length;
      const text = open + decoder.decode(piece, { stream: true });
      // a line end of two characters may be cut
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      const lines = whole.split(/\r\n|\n|\r/);
      open = (lines.pop() ?? '') + text.slice(whole.length);
      const lineNumber = find(lines);
      if (lineNumber !== undefined) return lineNumber;
    }
    const lineNumber = find([(open + decoder.decode()).replace(/\r$/, '')]);
    if (lineNumber !== undefined) return lineNumber;
  }
  return undefined;
}
