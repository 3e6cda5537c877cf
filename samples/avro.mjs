/** Writes an Avro object container file without compression. Source: Apache Avro 1.11 specification, "Object Container Files". */
export function avroFile(schema, records) {
  const sync = Buffer.from('millrace-samples');
  const block = Buffer.concat(records.map((record) => value(schema, record)));
  const meta = { 'avro.codec': 'null', 'avro.schema': JSON.stringify(schema) };
  return Buffer.concat([
    Buffer.from('Obj\u0001'),
    long(Object.keys(meta).length),
    ...Object.entries(meta).flatMap(([key, text]) => [string(key), string(text)]),
    long(0),
    sync,
    long(records.length),
    long(block.length),
    block,
    sync,
  ]);
}

/** Zigzag, seven bits a byte, low bits first. */
function long(n) {
  let rest = BigInt.asUintN(64, (BigInt(n) << 1n) ^ (BigInt(n) >> 63n));
  const bytes = [];
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const string = (text) => Buffer.concat([long(Buffer.byteLength(text)), Buffer.from(text)]);

function double(n) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(n);
  return bytes;
}

const writers = { string, int: long, long, double, null: () => Buffer.alloc(0) };

function value(type, given) {
  if (Array.isArray(type)) {
    const branch = type.findIndex((t) => (t === 'null') === (given === null));
    return Buffer.concat([long(branch), value(type[branch], given)]);
  }
  if (typeof type === 'string') return writers[type](given);
  return Buffer.concat(type.fields.map((field) => value(field.type, given[field.name])));
}
