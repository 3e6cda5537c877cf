/** True if Spark surely refuses to cast a text to a type, under ANSI rules; types in the words of Arrow, or Spark's. */
export function isRefusedBySpark(text: string, type: string): boolean {
  // Spark takes these away around a value, other than Sail
  if (/[\0-\x08\x0b\x0e-\x1f\x7f]/.test(text)) return false;
  const value = text.trim();
  const bits = bitsOf[type];
  if (bits !== undefined && /^[+-]?\d+$/.test(value)) return BigInt.asIntN(bits, BigInt(value)) !== BigInt(value);
  const rule = rules.find(([types]) => types.test(type));
  return rule !== undefined && !rule[1].some((form) => form.test(value));
}

/** Whole numbers, by the bits that they have. */
const bitsOf: Readonly<Record<string, number>> = {
  ...{ Int8: 8, Int16: 16, Int32: 32, Int64: 64 },
  ...{ TINYINT: 8, SMALLINT: 16, INT: 32, BIGINT: 64 },
};

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?[df]?$/i;
/** Java reads digits of all scripts, and trims control characters; Sail is given other blanks as U+2800. */
const otherNumber = /(?![0-9])\p{Nd}|[\0-\x1f\u2800]/u;
const day = /^[+-]?\d{4,7}(-\d{1,2}(-\d{1,2}([ T].*)?)?)?$/;

/** Types, each with the forms of text that Spark may take. */
const rules: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [/^(U?Int\d|TINYINT|SMALLINT|INT$|BIGINT)/, [/^[+-]?\d+$/]],
  [/^(Float\d|FLOAT|DOUBLE)/, [number, /^[+-]?0x/i, /^[+-]?(inf|infinity|nan)$/i]],
  [/^Decimal/i, [number, otherNumber]],
  [/^Boolean/i, [/^(t|true|y|yes|1|f|false|n|no|0)$/i]],
  [/^Date/i, [day]],
  [/^Timestamp/i, [day, /^T?\d{1,2}:/]],
];
