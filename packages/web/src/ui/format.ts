import { once } from './once.ts';

const locale = undefined;
const whole = once(() => new Intl.NumberFormat(locale));
const moment = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));

export const count = (value: number): string => whole().format(value);

/** An error as a statement that another may follow. */
export const statement = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** A remedy as a sentence of its own. */
export const sentence = (text: string): string =>
  text === '' ? '' : statement(text.slice(0, 1).toUpperCase() + text.slice(1));

export const exactTime = (ms: number): string => moment().format(ms);

/** A relative time: "5 min ago". */
export function ago(ms: number, now = Date.now()): string {
  const seconds = Math.round((ms - now) / 1_000);
  const size = Math.abs(seconds);
  if (size < 60) return relative().format(seconds, 'second');
  if (size < 3_600) return relative().format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative().format(Math.round(seconds / 3_600), 'hour');
  if (size < 30 * 86_400) return relative().format(Math.round(seconds / 86_400), 'day');
  return relative().format(Math.round(seconds / (30 * 86_400)), 'month');
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A number of bytes: "412 B", "1.2 MB". */
export function size(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString(locale, { maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1 })} ${units[step]}`;
}

/** A time span with its unit: "41 ms", "2.4 s", "3 min 20 s". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${whole().format(Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  if (minutes < 60) return `${minutes} min ${seconds} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A time of the service, in milliseconds; null if there is none. */
export const momentOf = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

const figures = once(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }));
const large = once(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: 4, notation: 'scientific' }));

/** A number with rounded digits: "0.125", "1,234.57", "1.2E9". */
export function figure(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size >= 1e9 || size < 1e-4) && Number.isFinite(size)
    ? large().format(value)
    : figures().format(value);
}

/** A part of the whole, from 0 to 1: "3.2 %", and never "0 %" or "100 %" for what is only near them. */
export function share(part: number): string {
  const percent = part * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  if (percent < 100 && percent > 99.9) return '> 99.9 %';
  return `${percent.toLocaleString(locale, { maximumFractionDigits: percent < 10 || percent > 99 ? 1 : 0 })} %`;
}

/** A time of data, in UTC as data have it: "2024-03-01 06:30". */
export function instant(ms: number): string {
  const at = new Date(ms);
  if (Number.isNaN(at.getTime())) return String(ms);
  return at.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
}
