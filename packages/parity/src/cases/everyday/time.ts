import type { Case, CaseInput } from '../case.ts';
import { v } from '../values.ts';
import { call, fill, expressionCases } from './expression-cases.ts';

/** What stands for a day or an instant: columns and literals of each type, and a text that is one. */
const days = ['dt', 'dt2', "date '2024-02-29'"];
const any = [
  'dt',
  'ts',
  'tn',
  'cast(dt as string)',
  "date '2024-02-29'",
  "timestamp '2024-02-29 10:11:12'",
  "'2024-02-29'",
];
const others = ['dt2', 'ts2', "date '2020-01-31'", "timestamp '2020-01-31 10:20:30'", "'2020-01-31'", 'current_date()', 'to_date(ds)', 'cast(ts as date)', 'date_add(dt, 1)', 'add_months(dt2, 1)']; // prettier-ignore
const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const intervals = ["interval '1' day", 'interval 1 day', 'interval 7 days', 'interval 2 weeks', 'interval 1 month', 'interval 3 months', 'interval 1 year', "interval '1' month", "interval '2' year", "interval '1-2' year to month"]; // prettier-ignore
const spans = ['interval 1 hour', 'interval 90 minutes', "interval '30' second", "interval '1 02:03:04' day to second", 'interval 1 day 2 hours', "interval '2' hour", 'make_dt_interval(0, 1)', 'make_dt_interval(j)']; // prettier-ignore

const fields = [
  ...call('year month day dayofmonth dayofweek dayofyear quarter weekofyear last_day monthname dayname unix_date to_date date', any).filter((e) => !/^unix_date\((?!dt|date)/.test(e)),
  ...call('hour minute second', any.filter((e) => !/^(dt|date|cast|'2024)/.test(e))), ...call('weekday', ['dt']),
  ...fill(["extract($1 from $2)", "date_part('$1', $2)"], ['year', 'month', 'day', 'quarter', 'week', 'doy', 'hour', 'minute', 'second'], ['dt', 'ts', 'tn', "date '2024-02-29'"]).filter((e) => !/(hour|minute|second).*(dt|date ')/.test(e)),
  ...fill(['$1 = $2', '$1 between 1 and $2', '$1 % $2', '$1 * 100 + $2', 'concat($1, $2)', 'cast($1 as string)', "lpad($1, $2, '0')"], ['year(dt)', 'month(ts)', 'dayofweek(dt)', 'hour(ts)', 'weekofyear(tn)', 'quarter(dt)'], ['2']),
  ...fill(["if(dayofweek($1) in (1, 7), 'weekend', 'weekday')", "case when month($1) in (12, 1, 2) then 'winter' when month($1) < 6 then 'spring' else 'rest' end", 'year($1) * 100 + month($1)', "concat(year($1), '-Q', quarter($1))", 'dayofweek($1) - 1', '(dayofweek($1) + 5) % 7', 'floor(datediff(current_date(), $1) / 365.25) > 0', 'year(current_date()) - year($1) > 0', 'last_day($1) = to_date($1)', 'day(last_day($1))', 'datediff(last_day($1), $1)', "date_format($1, 'EEEE') = 'Monday'", 'date_sub($1, dayofweek($1) - 1)', "trunc($1, 'month') = date '2024-02-01'", 'add_months($1, 12 * 2)', "date_add(last_day(add_months($1, -1)), 1)", 'make_date(year($1), month($1), 1)', 'make_date(year($1), 1, 1)', 'make_date(year($1), 12, 31)', 'make_date(2024, month($1), 1)'], ['dt', 'ts', 'tn']),
]; // prettier-ignore

const steps = [
  ...fill(['date_add($1, $2)', 'date_sub($1, $2)', 'add_months($1, $2)', 'dateadd($1, $2)'], [...days.slice(1), 'ts2', 'tn', 'cast(dt2 as string)', "'2024-02-29'"], ['1', '-7', '0', 'j', 'j * 7', 'cast(d as int) % 10']),
  ...fill(["next_day($1, '$2')"], ['dt2', 'ts2', "date '2024-02-29'", 'tn'], ['Mon', 'MONDAY', 'tue', 'SUN', 'Sunday', 'Fri', 'we']),
  ...fill(['$1 + $2', '$1 - $2'], ['dt2', 'ts2', 'tn', "date '2024-02-29'", "timestamp '2024-02-29 10:11:12'"], intervals), ...fill(['$2 + $1'], ['dt2', 'ts2'], intervals), ...fill(['$1 + $2', '$1 - $2'], ['ts2', 'tn', 'dt2', "timestamp '2024-02-29 10:11:12'"], spans),
  ...fill(['$1 + $2', '$1 - $2'], ['dt2', "date '2024-02-29'", 'last_day(dt2)'], ['1', '30', 'j', 'j * 7']), ...fill(['$1 + j * $2', '$1 - $2 * j'], ['ts2', 'dt2', 'tn'], ["interval '1' day", "interval '1' hour", "interval '1' month"]),
  ...fill(['dateadd($1, $2, $3)', 'timestampadd($1, $2, $3)'], units, ['1', '-2', 'j'], ['ts2', 'dt2']).filter((e, i) => i % 2 === 0 || e.includes('j')),
]; // prettier-ignore

const differences = [
  ...fill(['datediff($1, $2)', 'months_between($1, $2)'], any, others), ...fill(['datediff($2, $1)', 'months_between($2, $1)'], any, others.slice(0, 6)), ...fill(['date_diff($1, $2)'], ['dt', 'ts'], others.slice(0, 4)),
  ...fill(['months_between($1, $2, false)', 'floor(months_between($1, $2))', 'floor(months_between($1, $2) / 12)', 'round(months_between($1, $2), 1)', 'cast(months_between($1, $2) / 12 as int)', 'datediff($1, $2) / 7', 'floor(datediff($1, $2) / 365.25)', 'round(datediff($1, $2) / 30.0, 1)', 'abs(datediff($1, $2))', 'datediff($1, $2) > 30', 'cast(datediff($1, $2) / 365 as int)', 'greatest(datediff($1, $2), 0)', 'year($1) - year($2)', '(year($1) - year($2)) * 12 + month($1) - month($2)', 'unix_timestamp($1) - unix_timestamp($2)', '(unix_timestamp($1) - unix_timestamp($2)) / 3600', 'round((unix_timestamp($1) - unix_timestamp($2)) / 60, 1)', 'cast($1 as date) - cast($2 as date)', 'to_timestamp($1) > to_timestamp($2)', 'coalesce($1, $2) = $1', 'if($1 > $2, datediff($1, $2), 0)', "case when datediff($1, $2) <= 30 then 'new' when datediff($1, $2) <= 365 then 'known' else 'old' end"], ['dt', 'ts'], ['dt2', 'ts2', "date '2020-01-31'"]),
  ...fill(['$1 - $2'], ['dt', 'ts', 'tn'], ['dt2', 'ts2', "date '2020-01-31'"]), ...fill(['extract($1 from $2)'], ['day'], ['ts - ts2']),
  ...fill(['datediff($1, $2, $3)', 'timestampdiff($1, $2, $3)'], units, ['dt2', 'ts2', "date '2020-01-31'"], ['dt', 'ts']), ...fill(['cast(ts as double) - cast(ts2 as double)', 'cast(ts as bigint) - cast(ts2 as bigint)', '(cast(ts as bigint) - cast(ts2 as bigint)) / 3600', 'unix_date(dt) - unix_date(dt2)', 'unix_seconds(ts) - unix_seconds(ts2)', 'ts - ts2 > interval 1 hour', "dt - dt2 > interval '30' day"]),
]; // prettier-ignore

const formats = ['yyyy-MM-dd', 'yyyy-MM', 'yyyyMM', 'yyyyMMdd', 'yyyy', 'MM', 'MM-dd', 'dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'd MMM yyyy', 'MMM yyyy', 'MMMM', 'MMM', 'MMMM d, yyyy', 'EEEE', 'EEE', 'E', 'EEE, d MMM yyyy', 'HH', 'HH:mm', 'HH:mm:ss', 'H:mm', 'hh:mm a', 'h a', 'yyyy-MM-dd HH', 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss.SSS', "yyyy-MM-dd\\'T\\'HH:mm:ss", "yyyy-MM-dd\\'T\\'HH:mm:ss\\'Z\\'", 'dd-MMM-yyyy', 'yy', 'M/d/yy', 'D', "\\'Q\\'q", 'yyyyMMddHHmmss', 'dd MMMM yyyy HH:mm']; // prettier-ignore
const read: [pattern: string, text: string][] = [
  ['yyyy-MM-dd', '2020-02-29'], ['dd/MM/yyyy', '29/02/2020'], ['MM/dd/yyyy', '02/29/2020'], ['yyyyMMdd', '20200229'], ['dd.MM.yyyy', '29.02.2020'], ['d/M/yyyy', '9/2/2020'], ['MMM d, yyyy', 'Feb 9, 2020'], ['yyyy-MM-dd HH:mm:ss', '2020-02-29 12:34:56'], ['dd/MM/yyyy HH:mm', '29/02/2020 12:34'], ["yyyy-MM-dd\\'T\\'HH:mm:ss", '2020-02-29T12:34:56'], ['yyyy-MM-dd HH:mm', '2020-02-29 12:34'], ['yyyyMMddHHmmss', '20200229123456'],
]; // prettier-ignore
/** Text of a moment in a pattern, read in the same. */
const roundTrips = ['yyyy-MM-dd', 'dd/MM/yyyy', 'yyyyMMdd', 'yyyy-MM-dd HH:mm:ss', 'MM/dd/yyyy HH:mm'].flatMap((f) =>
  fill([`to_date(date_format($1, '${f}'), '${f}')`, `to_timestamp(date_format($1, '${f}'), '${f}')`, `unix_timestamp(date_format($1, '${f}'), '${f}')`, `from_unixtime(unix_timestamp($1), '${f}')`], ['dt2', 'ts2'])); // prettier-ignore
const texts = [
  ...fill(["date_format($1, '$2')"], ['dt', 'ts', 'tn', "date '2024-02-29'", 'current_timestamp()'], formats).filter((e) => !e.includes('current') || e.includes("'EEEE'")).filter((e) => !e.includes('current')),
  ...fill(["from_unixtime($1, '$2')"], ['ep', 'ei', '1580466030', 'ep - 3600', 'unix_timestamp(ts)', 'cast(ts as bigint)'], formats.slice(0, 8).concat('HH:mm', 'yyyy-MM-dd HH:mm:ss')), ...call('from_unixtime', ['ep', 'ei', 'ep - 1', 'unix_timestamp(ts)', '1580466030']),
  ...read.flatMap(([pattern, text]) => call('to_date to_timestamp unix_timestamp try_to_timestamp to_unix_timestamp', [`'${text}', '${pattern}'`])), ...roundTrips, ...fill(["to_date(cast(20200229 + id * 0 as string), 'yyyyMMdd')", "to_date(concat(year(dt), '-01-01'))", "to_date(concat(year(dt), lpad(month(dt), 2, '0'), '01'), 'yyyyMMdd')", "to_timestamp(concat(cast(dt as string), ' 10:00:00'))", "cast(concat(dt, ' 10:00:00') as timestamp)", "concat(dt, ' ', date_format(ts, 'HH:mm'))", "date(date_trunc('month', ts))", "to_date(date_trunc('week', ts))", "cast(date_trunc('day', ts) as date)", "substring(cast(dt as string), 1, 7)", "left(cast(ts as string), 10)", "cast(date_format(dt, 'yyyyMMdd') as int)", "upper(date_format(dt, 'MMM'))", "int(date_format(ts, 'HH'))"]),
  ...call('to_timestamp timestamp to_timestamp_ntz try_to_timestamp', ['ts', "'2024-02-29 10:11:12'", 'ds']), ...call('to_date', ["'2024-02-29'", 'ds', 'ts2', 'dt', 'tn']),
]; // prettier-ignore

const cut = [
  ...fill(["trunc($1, '$2')"], [...days, 'ts', "'2024-02-29'"], ['year', 'YEAR', 'yyyy', 'quarter', 'month', 'MM', 'mon', 'week']),
  ...fill(["date_trunc('$2', $1)"], ['ts', 'ts2', 'dt', 'tn', "timestamp '2024-02-29 10:11:12'", 'cast(dt as timestamp)', 'to_timestamp(dt)'], [...units, 'MONTH', 'DD', 'MON', 'yyyy']),
  ...fill(["cast(date_trunc('$2', $1) as date)", "to_date(date_trunc('$2', $1))", "date_format(date_trunc('$2', $1), 'yyyy-MM-dd')"], ['ts', 'dt', 'cast(dt as timestamp)'], ['year', 'month', 'week', 'day']),
]; // prettier-ignore
const constructed = [
  ...fill(['make_date($1, $2, $3)'], ['2020', 'year(dt)', '2000 + j'], ['2', 'month(dt)', 'j + 5'], ['1', 'day(dt2) % 28 + 1', '28']).filter((e) => !e.includes('j + 5') || !e.includes('day')),
  ...call('unix_timestamp to_unix_timestamp unix_seconds unix_millis unix_micros', ['ts', 'ts2', 'cast(dt as timestamp)', "timestamp '2024-02-29 10:11:12'"]), ...call('unix_timestamp', ['dt', 'tn', "'2024-02-29 10:11:12'", "date '2024-02-29'"]), ...call('timestamp_seconds timestamp_millis', ['ep', 'ei', 'ep - 1', '1580466030']), ...call('cast', ['ep as timestamp', 'ei as timestamp', 'ts as bigint', 'ts as double']), ...call('make_timestamp', ['2024, 2, 29, 10, 11, 12', 'year(dt), month(dt), 1, 0, 0, 0', 'year(ts), month(ts), day(ts), hour(ts), 0, 0']),
  ...fill(["from_utc_timestamp($1, '$2')", "to_utc_timestamp($1, '$2')"], ['ts2'], ['UTC', 'Europe/Berlin', 'America/New_York']),
  ...call('greatest least', ['dt, dt2', 'ts, ts2', 'dt, dt2, date \'2020-01-01\'', 'ts, cast(dt as timestamp)', 'date_add(dt, 1), dt2']), 'sequence(dt2, date_add(dt2, 3))', "sequence(date '2024-01-01', date '2024-01-05', interval 1 day)", "sequence(dt2, add_months(dt2, 2), interval 1 month)", "size(sequence(dt2, date_add(dt2, 10)))", 'current_date() > dt', 'datediff(current_date(), dt) >= 0 or dt > current_date()', 'now() > ts', 'dt < current_date() - interval 1 year', 'ts < current_timestamp() - interval 7 days', 'date_sub(current_date(), 30) > dt', "dt >= date_trunc('year', current_timestamp())",
]; // prettier-ignore

/** Text of several forms where a date or an instant is asked for, each in a table of its own; Sail refuses some of them. */
const forms = ['2020-01-31', '2020-1-5', '2020-06', '2020', ' 2020-01-31 ', '2020-01-31 10:20:30', '2020-01-31T10:20:30', '2020-01-31 23:30:00.5', '2020-01-31T23:30:00Z', '2020-01-31 23:30:00+02:00', '2020-01-31 1:2:3'].map((form) => ({
  schema: 'id int, w string, dt date, ts timestamp',
  rows: [[1, form, '2020-01-31', '2020-01-31T10:20:30Z'], [2, null, '1999-12-31', '2020-02-01T00:00:00Z']],
})); // prettier-ignore
const loose = fill([...call('year month day dayofweek quarter weekofyear last_day to_date to_timestamp date timestamp', ['$1']), 'date_add($1, 1)', 'add_months($1, 1)', "datediff($1, '2020-01-31')", 'datediff(dt, $1)', 'months_between($1, dt)', '$1 > dt', 'ts <= $1', 'dt = $1', "cast($1 as date) = date '2020-01-31'", "$1 between '2020-01-01' and '2021-01-01'", 'coalesce(dt, $1)', 'coalesce(ts, $1)', 'if(id = 1, dt, $1)'], ['w']); // prettier-ignore

/** Seconds and milliseconds since 1970, which are easily taken for one another. */
const epochs: CaseInput = {
  schema: 'id int, n bigint',
  rows: [0n, 1n, -1n, 1700000000n, 1700000000000n, -62135596800n, 253402300799n, 253402300800n, null].map((n, id) => [
    id,
    n,
  ]),
};
const ofEpochs = [
  ...call('timestamp_seconds timestamp_millis timestamp_micros', ['n']), "from_unixtime(n / 1000)", "from_unixtime(cast(n / 1000 as bigint))", 'cast(n as timestamp)', 'to_date(timestamp_millis(n))', "date_format(timestamp_millis(n), 'yyyy-MM-dd')", 'to_date(from_unixtime(n div 1000))', "year(timestamp_seconds(n))", 'cast(timestamp_seconds(n) as date)', 'cast(cast(timestamp_seconds(n) as date) as string)',
]; // prettier-ignore

/** Days and instants: their fields, steps between them, their text. */
export const time: Case[] = [
  ...expressionCases(v, 'v', 'id', [...fields, ...steps]),
  ...expressionCases(v, 'v', 'id', [...differences, ...texts]),
  ...expressionCases(v, 'v', 'id', [...cut, ...constructed]),
  ...forms.flatMap((form) => expressionCases(form, 'form', 'id', loose, { tolerated: 'refused value' })),
  ...expressionCases(epochs, 'epochs', 'id', ofEpochs, { tolerated: 'refused value' }),
  // Spark writes years of five digits with a sign
  ...expressionCases(epochs, 'epochs', 'id', ['from_unixtime(n)', "from_unixtime(n, 'yyyy-MM-dd')", "from_unixtime(n, 'HH:mm')"], { about: ['fn:from_unixtime'] }),
]; // prettier-ignore
