import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive as a test makes it, hostile ones too. */
export interface ZipEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  /** File type and access of Unix, such as `0o120777` for a link. */
  readonly mode?: number;
  /** What the archive says of the content where that is not true. */
  readonly says?: { readonly crc32?: number; readonly bytes?: number };
}

/** A ZIP archive, packed, with whatever paths and attributes are asked for. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, content = '', mode = 0o100_644, says = {} } of entries) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version
    common.writeUInt16LE(0x800, 2); // names in UTF-8
    common.writeUInt16LE(8, 4); // deflate
    common.writeUInt32LE(says.crc32 ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says.bytes ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(at, 10);
    const local = [Buffer.from('PK\x03\x04'), common, name, packed];
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, more, name);
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
  }
  const end = Buffer.alloc(18);
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

export interface WheelOptions {
  readonly name: string;
  readonly version?: string;
  readonly tags?: string;
  /** Contents by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further entries, hostile ones too. */
  readonly entries?: readonly ZipEntry[];
}

/** The name of a wheel's file and its bytes. */
export function wheelOf({ name, version = '1.0', tags = 'py3-none-any', files = {}, entries = [] }: WheelOptions): {
  readonly file: string;
  readonly bytes: Buffer;
} {
  const info = `${name}-${version}.dist-info`;
  const bytes = zipOf([
    ...Object.entries(files).map(([path, content]) => ({ path, content })),
    { path: `${info}/METADATA`, content: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n` },
    { path: `${info}/WHEEL`, content: `Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: ${tags}\n` },
    { path: `${info}/RECORD` },
    ...entries,
  ]);
  return { file: `${name}-${version}-${tags}.whl`, bytes };
}
