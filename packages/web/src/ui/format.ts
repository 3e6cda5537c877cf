const locale = undefined;
const whole = new Intl.NumberFormat(locale);
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

export const count = (value: number): string => whole.format(value);

export const exactTime = (ms: number): string => moment.format(ms);

/** How long ago, or how soon: "5 min ago". */
export function ago(ms: number, now = Date.now()): string {
  const seconds = Math.round((ms - now) / 1_000);
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour');
  if (size < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return relative.format(Math.round(seconds / (30 * 86_400)), 'month');
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes as a person says them: "412 B", "1.2 MB". */
export function size(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString(locale, { maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1 })} ${units[step]}`;
}

/** A time span with its unit: "41 ms", "2.4 s", "3 min 20 s". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${whole.format(Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  if (minutes < 60) return `${minutes} min ${seconds} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
