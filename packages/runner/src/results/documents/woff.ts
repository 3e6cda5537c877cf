import { inflateSync } from 'node:zlib';

const [woffHeader, woffEntry, header, entry] = [44, 20, 12, 16];

/**
 * The font that a WOFF file holds, as TrueType: fontkit would unpack a table for every glyph that it looks at.
 * Source: W3C, "WOFF File Format 1.0", 3 to 5.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the font is no WOFF file');
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  const power = Math.floor(Math.log2(count));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * entry, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((count - 2 ** power) * entry, 10);
  let end = header + count * entry;
  for (let i = 0; i < count; i++) {
    const from = woffHeader + i * woffEntry;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const data = woff.subarray(offset, offset + packed);
    const to = header + i * entry;
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(end, to + 8);
    font.writeUInt32BE(length, to + 12);
    (packed < length ? inflateSync(data) : data).copy(font, end);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
}
