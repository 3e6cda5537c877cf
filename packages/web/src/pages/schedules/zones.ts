import { once } from '../../ui/once.ts';

/** The time zone of the browser. */
export const ownZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

const allZones = once((): readonly string[] => [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])]);

/** Time zones to select from; includes that of the schedule. */
export const zonesWith = (zone: string): readonly string[] =>
  zone === '' || allZones().includes(zone) ? allZones() : [zone, ...allZones()];

function formatIn(zone: string, options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  } catch {
    // this browser does not know the name yet
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  }
}

/** A time in the format of a date-time field ("2026-11-23T06:30"), in a zone; empty for none. */
export function localIn(zone: string, moment: string | null): string {
  const at = Date.parse(moment ?? '');
  if (Number.isNaN(at)) return '';
  const text = formatIn(
    zone,
    {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    },
    'sv-SE',
  ).format(at);
  return text.replace(' ', 'T').replace(/:00$/, '');
}

/**
 * Formats times in a zone with their weekday: "Mon, 23 Nov, 06:30"; with years and seconds if one of them needs these.
 */
export const momentsIn = (zone: string, all: readonly number[]): ((at: number) => string) => {
  const year = new Date().getFullYear();
  const format = formatIn(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(all.some((at) => new Date(at).getFullYear() !== year) ? { year: 'numeric' } : {}),
    ...(all.some((at) => at % 60_000 !== 0) ? { second: '2-digit' } : {}),
  });
  return (at) => format.format(at);
};

/** Formats times as clocks of a zone: "06:30"; with seconds if some are not 0. */
export function clockIn(zone: string): (at: number) => string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const [plain, exact] = [formatIn(zone, options), formatIn(zone, { ...options, second: '2-digit' })];
  return (at) => (at % 60_000 === 0 ? plain : exact).format(at);
}
