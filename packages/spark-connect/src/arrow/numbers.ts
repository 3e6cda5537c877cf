import { formatDate, formatDecimal, formatTimestamp, formatTime } from '../values.ts';

const microsPerDay = 86_400_000_000;

/** A cache of texts of recent days: dates repeat. */
function dateTexts(): (days: number) => string {
  const texts = new Map<number, string>();
  return (days) => {
    const cached = texts.get(days);
    if (cached !== undefined) return cached;
    if (texts.size > 4096) texts.clear();
    const text = formatDate(days);
    texts.set(days, text);
    return text;
  };
}

export function dateReader(days: Int32Array): (row: number) => string {
  const text = dateTexts();
  return (row) => text(days[row] ?? 0);
}

/** Microseconds as ISO text; `suffix` is `Z` or nothing. */
export function timestampReader(micros: BigInt64Array, suffix: string): (row: number) => string {
  const text = dateTexts();
  return (row) => {
    const value = micros[row] ?? 0n;
    const number = Number(value);
    if (!Number.isSafeInteger(number)) return formatTimestamp(value) + suffix;
    const day = Math.floor(number / microsPerDay);
    return `${text(day)}T${formatTime(number - day * microsPerDay)}${suffix}`;
  };
}

/** 128-bit little-endian unscaled integers as decimal text. */
export function decimalReader(words: BigUint64Array, precision: number, scale: number): (row: number) => string {
  // up to 15 digits, all arithmetic stays exact in doubles
  if (precision <= 15 && scale >= 0 && scale <= precision)
    return (row) => {
      const unscaled = Number(BigInt.asIntN(64, words[row * 2] ?? 0n));
      if (scale === 0) return String(unscaled);
      const digits = String(Math.abs(unscaled)).padStart(scale + 1, '0');
      const at = digits.length - scale;
      return `${unscaled < 0 ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`;
    };
  return (row) => {
    const low = words[row * 2] ?? 0n;
    const high = BigInt.asIntN(64, words[row * 2 + 1] ?? 0n);
    return formatDecimal((high << 64n) | low, scale);
  };
}
