import type { Area } from './case.ts';
import { combine, expressions } from './case.ts';
import { v } from './values.ts';

const call = (names: string, args: string[]): string[] => combine(names.split(' '), args).map(([f, a]) => `${f}(${a})`);
const formats = [
  'yyyy', 'yy', 'y', 'MM', 'M', 'MMM', 'MMMM', 'LLL', 'LLLL', 'dd', 'd', 'HH', 'H', 'hh', 'h', 'kk', 'K', 'mm', 'm', 'ss', 's', 'S', 'SS', 'SSS', 'SSSSSS', 'a', 'E', 'EE', 'EEE', 'EEEE', 'D', 'DDD', 'Q', 'q', 'F', 'G', 'z', 'X', 'XXX', 'Z', 'O', 'VV', 'x', "''T''", 'yyyy-MM-dd', 'dd/MM/yyyy', 'yyyy-MM-dd HH:mm:ss', 'MMM d, yyyy', 'yyyyMMdd', "yyyy-MM-dd''T''HH:mm:ss", 'hh:mm a', 'EEEE, d MMMM yyyy', 'HH:mm:ss.SSS', 'yyyy/MM', 'dd.MM.yy',
]; // prettier-ignore
const parsers: [pattern: string, good: string, bad: string][] = [
  ['yyyy-MM-dd', '2020-02-29', '2020-02-30'], ['dd/MM/yyyy', '29/02/2020', '2020/02/29'], ['MM/dd/yyyy', '02/29/2020', '13/01/2020'], ['dd-MM-yyyy', '29-02-2020', 'x'], ['MM-dd-yyyy', '02-29-2020', '2-3-2020'], ['yyyy/MM/dd', '2020/02/29', '20/2/9'], ['yyyyMMdd', '20200229', '2020022'], ['d/M/yyyy', '9/2/2020', '9/2/20'], ['M/d/yyyy', '2/9/2020', '2/9'], ['dd.MM.yyyy', '29.02.2020', '29.02.20'], ['MMM d, yyyy', 'Feb 9, 2020', 'feb 9, 2020'], ['dd MMM yyyy', '09 Feb 2020', '9 Feb 2020'], ['MMMM d yyyy', 'February 9 2020', 'Febr 9 2020'], ['dd/MM/yy', '29/02/20', '29/02/2020'], ['M/d/yy', '2/9/20', ''], ['yyyy', '2020', '20'], ['yyyy-MM', '2020-02', '2020'], ['dd-MMM-yyyy', '09-Feb-2020', '09-FEB-2020'], ['dd-MMM-yy', '09-Feb-20', '9-Feb-20'],
  ['yyyy-MM-dd HH:mm:ss', '2020-02-29 12:34:56', '2020-02-29'], ['yyyy-MM-dd HH:mm', '2020-02-29 12:34', '2020-02-29 12:34:56'], ["yyyy-MM-dd''T''HH:mm:ss", '2020-02-29T12:34:56', '2020-02-29 12:34:56'], ['dd/MM/yyyy HH:mm', '29/02/2020 12:34', '29/02/2020 24:34'], ['dd-MM-yyyy HH:mm', '29-02-2020 12:34', '29-02-2020'], ['MM/dd/yyyy HH:mm:ss', '02/29/2020 12:34:56', 'x'], ['M/d/yyyy H:mm', '2/9/2020 1:02', '2/9/2020 25:02'], ['yyyy-MM-dd HH:mm:ss.SSS', '2020-02-29 12:34:56.789', '2020-02-29 12:34:56'], ['yyyyMMddHHmmss', '20200229123456', '2020022912345'], ['MM/dd/yyyy hh:mm:ss a', '02/29/2020 01:02:03 PM', '02/29/2020 13:02:03 PM'], ['dd/MMM/yyyy:HH:mm:ss Z', '29/Feb/2020:12:34:56 +0200', '29/Feb/2020:12:34:56'], ['yyyy-MM-dd HH:mm:ssXXX', '2020-02-29 12:34:56+02:00', '2020-02-29 12:34:56'], ['MM/dd/yyyy HH:mm', '02/29/2020 12:34', ''], ['yyyy/MM/dd HH:mm:ss', '2020/02/29 12:34:56', ''], ['dd/MM/yyyy HH:mm:ss', '29/02/2020 12:34:56', ''], ['dd-MM-yyyy HH:mm:ss', '29-02-2020 12:34:56', ''],
]; // prettier-ignore
const patternInput = {
  schema: `id int, ${parsers.map((_, i) => `p${i} string`).join(', ')}`,
  rows: [[1, ...parsers.map(([, good]) => good)], [2, ...parsers.map(([, good]) => ` ${good}`)], [3, ...parsers.map(([, , bad]) => bad)], [4, ...parsers.map(() => null)], [5, ...parsers.map(([, good]) => `${good}x`)]],
}; // prettier-ignore
const goodInput = {
  schema: patternInput.schema,
  rows: [patternInput.rows[0] ?? [], patternInput.rows[3] ?? []],
};
const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond', 'microsecond'];

/** Dates, timestamps, intervals, their patterns. */
export const datetimes: Area = {
  name: 'datetimes',
  cases: [
    ...expressions({ v }, 'v', 'id', [
      ...call('year month day dayofmonth dayofweek dayofyear quarter weekofyear weekday last_day monthname dayname', ['dt', 'dt2', 'ts', 'tn', 'ts2']), ...call('hour minute second', ['ts', 'ts2', 'tn']), ...call('year month day', ["'2020-01-31'"]),
      ...combine(['year', 'quarter', 'month', 'week', 'day', 'dow', 'dayofweek', 'dayofweek_iso', 'doy', 'yearofweek'], ['dt', 'ts']).flatMap(([u, c]) => [`extract(${u} from ${c})`, `date_part('${u}', ${c})`]), ...['hour', 'minute', 'second'].flatMap((u) => [`extract(${u} from ts)`, `date_part('${u}', ts)`]),
      ...call('date_add date_sub', ['dt2, 1', 'dt2, j', 'dt2, -5', 'dt, 30', "'2020-01-31', 1", 'ts2, 1']), ...call('add_months', ['dt, 1', 'dt2, j', 'dt2, -1', 'dt2, 12', "ts2, 1"]), ...call('datediff date_diff', ['dt, dt2', 'ts, ts2', 'dt, ts2', "dt, '2020-01-01'", "'2020-01-31', dt", "dt, date '2020-01-01'"]), ...call('months_between', ['dt, dt2', 'ts, ts2', 'ts, ts2, false', 'dt2, ts']), ...call('next_day', ["dt, 'MON'", "dt2, 'Sunday'", "dt2, 'fr'", 'dt2, w']).filter((e) => !e.includes(', w')),
      ...combine(['year', 'yyyy', 'quarter', 'month', 'mm', 'mon', 'week', 'day', 'x']).flatMap(([u]) => [`trunc(dt, '${u}')`, `trunc(ts, '${u}')`]), ...combine([...units, 'x']).flatMap(([u]) => [`date_trunc('${u}', ts)`, `date_trunc('${u}', dt2)`, `date_trunc('${u}', tn)`]),
      ...combine(units).flatMap(([u]) => [`timestampdiff(${u}, ts2, ts)`, `timestampadd(${u}, 2, ts)`, `dateadd(${u}, 1, ts2)`, `datediff(${u}, dt2, dt)`, `timestampadd(${u}, j, ts2)`, `dateadd(${u}, 1, dt2)`]),
      'dt2 + 1', 'dt2 - 1', 'dt2 + j', 'dt - dt2', 'ts - ts2', 'dt2 - dt', "dt2 + interval '1' day", "dt2 + interval 1 month", "dt2 - interval '1' month", "dt2 + interval 2 hours", "ts + interval '1' hour", 'ts - interval 1 day', "ts + interval '1-2' year to month", 'ts + interval 1 month', 'ts + interval 1 day 2 hours', 'ts - interval 30 minutes', 'dt2 + interval 1 year', "ts2 + interval '1 02:03:04' day to second", 'tn + interval 1 day', 'ts - dt2', 'dt2 - ts', "ts2 - interval '1' month", 'interval 1 day * 2', "interval '1' day + interval '2' hour",
      ...call('unix_date', ['dt']), ...call('unix_timestamp to_unix_timestamp', ['ts', 'dt2', 'ts2']), ...call('unix_seconds unix_millis unix_micros', ['ts', 'ts2', "timestamp '2024-02-29 10:11:12'"]), 'date_from_unix_date(dn)', ...call('timestamp_seconds', ['ep', 'ei', 'd', '1.5', 'c2', '0']), ...call('timestamp_millis timestamp_micros', ['ep', 'ei', 'l']), ...call('from_unixtime', ['ep', 'ei', '0', '1580466030L']),
      'make_date(2020, j + 3, 1)', 'make_date(i % 3 + 2020, 1, 31)', 'make_date(2020, 2, 29)', 'make_timestamp(2020, 1, 31, 10, 20, 30)', 'make_timestamp(2020, 1, 31, 10, 20, 30.5)', 'make_timestamp_ntz(2020, 1, 31, 10, 20, 30)', 'make_timestamp_ltz(2020, 1, 31, 10, 20, 30)', 'make_interval(1, 2)', 'make_dt_interval(1, 2, 3, 4)', 'make_ym_interval(1, 2)', 'try_make_timestamp(2020, 13, 1, 1, 1, 1)',
      "from_utc_timestamp(ts, 'Asia/Tokyo')", "to_utc_timestamp(ts, 'Asia/Tokyo')", "from_utc_timestamp(ts, 'America/New_York')", "to_utc_timestamp(ts2, 'America/New_York')", "from_utc_timestamp(ts, '+02:00')", "from_utc_timestamp(ts, 'UTC')", "convert_timezone('UTC', 'Asia/Tokyo', tn)", "convert_timezone('Europe/Paris', tn)",
      ...call('to_date', ['ds', 'ts', 'dt']), ...call('try_to_date', ['ds', 'bad']), ...call('to_timestamp', ['tss', 'ts', 'dt2', 'ds']), ...call('try_to_timestamp', ['tss', 'bad', 'ds']), ...call('to_timestamp_ntz to_timestamp_ltz', ['tss']), 'date(ts)', 'date(ds)', 'timestamp(dt2)',
      'current_date() = cast(current_timestamp() as date)', 'current_date = current_date()', 'datediff(current_date(), current_date())', 'now() = current_timestamp()', 'year(current_date()) > 2000', 'current_timestamp() > ts', 'curdate() = current_date()', 'current_timezone()', "typeof(localtimestamp())",
      ...formats.flatMap((f) => [`date_format(ts, '${f}')`, `date_format(dt2, '${f}')`]), ...['yyyy-MM-dd', 'HH:mm', 'yyyy-MM-dd HH:mm:ss', 'dd/MM/yyyy', 'HH', 'EEE', 'yyyyMMdd'].flatMap((f) => [`from_unixtime(ep, '${f}')`, `from_unixtime(ei, '${f}')`]), "date_format('2020-01-31', 'yyyy')", "date_format(tn, 'yyyy-MM-dd')", "to_char(ts, 'yyyy-MM-dd')", "date_format(dt2, 'E')", "from_unixtime(unix_timestamp(ts), 'HH')", "hour(from_unixtime(ep))", "cast(from_unixtime(ep, 'HH') as int)",
      "window(ts, '1 day')", "session_window(ts, '10 minutes')",
    ].filter((e) => !/^(window|session)/.test(e))),
    ...expressions({ p: goodInput }, 'p', 'id', parsers.flatMap(([pattern], i) => (i < 19 ? [`to_date(p${i}, '${pattern}')`] : [`to_timestamp(p${i}, '${pattern}')`, `unix_timestamp(p${i}, '${pattern}')`, `to_date(p${i}, '${pattern}')`]))),
    ...expressions({ p: goodInput }, 'p', 'id', parsers.slice(0, 19).flatMap(([pattern], i) => [`to_timestamp(p${i}, '${pattern}')`, `unix_timestamp(p${i}, '${pattern}')`])),
    ...expressions({ p: patternInput }, 'p', 'id', parsers.flatMap(([pattern], i) => [`try_to_date(p${i}, '${pattern}')`, `try_to_timestamp(p${i}, '${pattern}')`])),
    ...expressions({ p: patternInput }, 'p', 'id', parsers.flatMap(([pattern], i) => [`to_date(p${i}, '${pattern}')`, `to_timestamp(p${i}, '${pattern}')`, `unix_timestamp(p${i}, '${pattern}')`]), { fails: true }),
    ...expressions({ v }, 'v', 'id', [...call('year month day dayofweek dayofyear quarter weekofyear last_day unix_date', ['dx']), "date_format(dx, 'yyyy-MM-dd')", "trunc(dx, 'month')", "date_trunc('month', dx)", 'date_add(dx, 1)', 'datediff(dx, dt)', 'add_months(dx, 1)', 'to_timestamp(dx)', 'dx + 1', 'months_between(dx, dt)', 'unix_timestamp(dx)'], { tolerated: 'refused value' }),
    ...expressions({ v }, 'v', 'id', ['date_format(ts, \'u\')'], { fails: true }),
    ...expressions({ v }, 'v', 'id', ['to_date(bad)', 'to_timestamp(bad)', 'make_date(2020, 13, 1)', 'unix_timestamp(bad)'], { fails: true }),
    ...expressions({ v }, 'v', 'id', ['unix_timestamp(tss)'], { fails: true }),
    ...expressions({ v }, 'v', 'id', ['timestamp_seconds(lmax)'], { fails: true, tolerated: 'integer overflow' }),
    ...expressions({ v }, 'v', 'id', ['to_date(tss)'], { tolerated: 'refused value' }),
  ],
}; // prettier-ignore
