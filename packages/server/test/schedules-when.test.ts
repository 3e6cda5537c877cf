import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { upcoming, whenOf, type Fires, type Rule } from '../src/schedules/when.ts';

const minute = 60_000;
const five = 5 * minute;
const day = 86_400_000;
const never: Rule = {
  fireEvery: 'CRON',
  cronPattern: '',
  day: '',
  dayOfTheMonth: 0,
  hour: 0,
  minute: 0,
  startTime: '',
  endTime: '',
  timeZone: 'UTC',
};

function firesOf(rule: Partial<Rule>): Fires {
  const when = whenOf({ ...never, ...rule }, 'UTC');
  assert.ok(when.ok, JSON.stringify(when));
  return when.fires;
}

const refusal = (rule: Partial<Rule>): string => {
  const when = whenOf({ ...never, ...rule }, 'UTC');
  return when.ok ? 'fires' : `${when.problem.field} ${when.problem.message}`;
};

const iso = (times: readonly number[]): string[] => times.map((at) => new Date(at).toISOString().slice(0, 16));
const cron = (cronPattern: string, timeZone = 'UTC'): Fires => firesOf({ cronPattern, timeZone });
const after = (fires: Fires, from: string, count: number): string[] => iso(upcoming(fires, Date.parse(from), count));

/** All fires in a span. */
function between(fires: Fires, from: number, to: number): number[] {
  const times: number[] = [];
  for (let at = fires.next(from - 1); at !== undefined && at < to; at = fires.next(at)) times.push(at);
  return times;
}

/** Minutes that the clocks of a zone are ahead, as the system's own tables have it. */
function aheadIn(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  return (moment) => {
    const ahead = offsets.get(moment);
    if (ahead !== undefined) return ahead;
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(format.format(moment)) ?? [];
    const read = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    offsets.set(moment, read);
    return read;
  };
}

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const ahead = new Map(zones.map((zone) => [zone, aheadIn(zone)]));

/** Every five minutes of a span with what the clocks of a zone show; they are changed at half hours. */
function* clock(zone: string, from: number, to: number): Generator<{ at: number; wall: Date }> {
  for (let half = from; half < to; half += 30 * minute) {
    const offset = (ahead.get(zone)?.(half) ?? 0) * minute;
    for (let at = half; at < half + 30 * minute; at += five) yield { at, wall: new Date(at + offset) };
  }
}

/** Expected fires of local times: the first moment that shows each, or that shows more where none does. */
function expected(zone: string, from: number, to: number, isTime: (wall: Date) => boolean): number[] {
  const times: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const { at, wall } of clock(zone, from, to)) {
    const first = latest === Number.NEGATIVE_INFINITY ? wall.getTime() : latest + five;
    let hits = false;
    for (let local = first; local <= wall.getTime(); local += five) hits ||= isTime(new Date(local));
    if (hits) times.push(at);
    latest = Math.max(latest, wall.getTime());
  }
  return times;
}

const at = (hour: number, minutes: number) => (wall: Date) =>
  wall.getUTCHours() === hour && wall.getUTCMinutes() === minutes;
const lengthOf = (wall: Date): number =>
  new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate();

const from = Date.UTC(2024, 0, 1);
const to = Date.UTC(2028, 0, 1);

const fixed: readonly [string, Partial<Rule>, (wall: Date) => boolean][] = [
  ['daily at 02:15', { fireEvery: 'daily', hour: 2, minute: 15 }, at(2, 15)],
  ['daily at 01:45', { fireEvery: 'DAILY', hour: 1, minute: 45 }, at(1, 45)],
  [
    'weekly on Sunday and Wednesday at 02:30',
    { fireEvery: 'Weekly', day: 'Sun, WEDNESDAY', hour: 2, minute: 30 },
    (wall) => at(2, 30)(wall) && [0, 3].includes(wall.getUTCDay()),
  ],
  ...[29, 30, 31].map((dayOfTheMonth): [string, Partial<Rule>, (wall: Date) => boolean] => [
    `monthly on day ${dayOfTheMonth}, or the last one`,
    { fireEvery: 'Monthly', dayOfTheMonth, hour: 2, minute: 5 },
    (wall) => at(2, 5)(wall) && wall.getUTCDate() === Math.min(dayOfTheMonth, lengthOf(wall)),
  ]),
  [
    'three days before the end of the month',
    { cronPattern: '0 0 2 L-3 * ?' },
    (wall) => at(2, 0)(wall) && wall.getUTCDate() === lengthOf(wall) - 3,
  ],
  [
    'Friday to Monday, at two times',
    { cronPattern: '0 20 1,2 ? * FRI-MON' },
    (wall) => (at(1, 20)(wall) || at(2, 20)(wall)) && [5, 6, 0, 1].includes(wall.getUTCDay()),
  ],
];

describe('four years of fires', () => {
  for (const zone of zones)
    for (const [name, rule, isTime] of fixed)
      test(`${name} in ${zone}: a time that is left out fires next, one that comes twice fires once`, () => {
        const fires = firesOf({ ...rule, timeZone: zone });
        assert.deepEqual(iso(between(fires, from, to)), iso(expected(zone, from, to, isTime)));
      });

  const changes = ['2025-03-09', '2025-03-30', '2025-04-05', '2025-10-04', '2025-10-26', '2025-11-02'];
  for (const zone of zones)
    for (const change of changes)
      test(`intervals go on through ${change} in ${zone}`, () => {
        const begin = Date.parse(change) - day;
        const rules: readonly [Partial<Rule>, (wall: Date) => boolean][] = [
          [{ fireEvery: 'Minute', minute: 25 }, (wall) => wall.getUTCMinutes() % 25 === 0],
          [{ fireEvery: 'Hourly', minute: 10 }, (wall) => wall.getUTCMinutes() === 10],
        ];
        for (const [rule, isTime] of rules) {
          const moments = [...clock(zone, begin, begin + 3 * day)].filter((one) => isTime(one.wall));
          const fires = firesOf({ ...rule, timeZone: zone });
          assert.deepEqual(iso(between(fires, begin, begin + 3 * day)), iso(moments.map((one) => one.at)));
        }
      });
});

describe('patterns of Quartz', () => {
  const cases: readonly [string, ...string[]][] = [
    ['0 0 12 ? * 1', '2026-01-04', '2026-01-11'],
    ['0 0 12 ? * L', '2026-01-03', '2026-01-10'],
    ['0 0 12 ? * 6L', '2026-01-30', '2026-02-27'],
    ['0 0 12 ? * FRI#3', '2026-01-16', '2026-02-20'],
    ['0 0 12 ? * 6#5', '2026-01-30', '2026-05-29'],
    ['0 0 12 LW * ?', '2026-01-30', '2026-02-27'],
    ['0 0 12 15W * ?', '2026-01-15', '2026-02-16'],
    ['0 0 12 L-3W * ?', '2026-01-28', '2026-02-25', '2026-03-27'],
    ['0 0 12 L * ? 2027', '2027-01-31', '2027-02-28'],
    ['0 0 12 29 2 ?', '2028-02-29', '2032-02-29'],
    ['0 0 12 1 1/4 ?', '2026-01-01', '2026-05-01'],
    ['0 0 12 1 NOV-JAN ?', '2026-01-01', '2026-11-01', '2026-12-01', '2027-01-01'],
    ['0 0 12 * * *', '2026-01-01', '2026-01-02'],
  ];
  for (const [pattern, ...days] of cases)
    test(`${pattern} fires on ${days.join(', ')}`, () =>
      assert.deepEqual(
        after(cron(pattern), '2026-01-01T00:00:00Z', days.length),
        days.map((one) => `${one}T12:00`),
      ));

  test('a pattern wins over the frequency', () =>
    assert.deepEqual(after(firesOf({ fireEvery: 'DAILY', cronPattern: '0 5/20 8 * * ? *' }), '2026-01-01', 3), [
      '2026-01-01T08:05',
      '2026-01-01T08:25',
      '2026-01-01T08:45',
    ]));

  for (const pattern of ['0 0 0 30 2 ?', '0 0 0 31W 2,4,6 ?', '0 0 0 29 2 ? 2027/2', '0 0 0 31 9 ? 1970-2099'])
    test(`${pattern} is refused: it never fires`, () =>
      assert.match(refusal({ cronPattern: pattern }), /^cronPattern never fires/));

  for (const pattern of [
    '* * * * *',
    '0 0 12 ? * ?',
    '0 0 12 1 * MON',
    '0 0 ? * * *',
    '0 60 * * * ?',
    '0 0/0 * * * ?',
    '0 */70 * * * ?',
    '0 0 12 ? * 8',
    '0 0 12 ? * 0',
    '0 0 12 L-31 * ?',
    '0 0 12 L-3,5 * ?',
    '0 0 12 32W * ?',
    '0 0 12 1,, * ?',
    '0 0 12 ? FOO *',
    '0 0 12 1 1 ? 2200',
    'x',
  ])
    test(`${pattern} is refused with a reason`, () =>
      assert.match(refusal({ cronPattern: pattern }), /^cronPattern \S/));
});

describe('a rule', () => {
  test('is bounded by its start and end, each of them included, in its own zone or with an offset', () => {
    const fires = firesOf({
      fireEvery: 'DAILY',
      hour: 8,
      timeZone: 'Europe/Berlin',
      startTime: '2026-06-01T08:00:00',
      endTime: '2026-06-03T06:00:00.000+0000',
    });
    assert.deepEqual(after(fires, '2020-01-01', 10), ['2026-06-01T06:00', '2026-06-02T06:00', '2026-06-03T06:00']);
  });
  test('takes the zone of the server where it names none', () => {
    const when = whenOf({ ...never, fireEvery: 'DAILY', timeZone: '' }, 'Asia/Tokyo');
    assert.equal(when.ok && when.fires.timeZone, 'Asia/Tokyo');
  });
  test('gives the ten next fires', () => assert.equal(upcoming(cron('0 0 * * * ?'), 0).length, 10));

  const wrong: readonly [Partial<Rule>, RegExp][] = [
    [{ fireEvery: 'SOMETIMES' }, /^fireEvery "SOMETIMES" must be one of MINUTE, HOURLY/],
    [{ fireEvery: 'MINUTE', minute: 0 }, /^minute 0 must be a whole number from 1 to 60/],
    [{ fireEvery: 'DAILY', hour: 24 }, /^hour 24/],
    [{ fireEvery: 'WEEKLY', day: 'someday' }, /^day "someday"/],
    [{ fireEvery: 'WEEKLY' }, /^day ""/],
    [{ fireEvery: 'MONTHLY', dayOfTheMonth: 32 }, /^dayOfTheMonth 32/],
    [{ fireEvery: 'CRON' }, /^cronPattern is empty/],
    [{ fireEvery: 'DAILY', timeZone: 'Mars/Olympus' }, /^timeZone "Mars/],
    [{ fireEvery: 'DAILY', startTime: '2026-02-30' }, /^startTime "2026-02-30"/],
    [{ fireEvery: 'DAILY', endTime: 'soon' }, /^endTime "soon"/],
    [{ fireEvery: 'DAILY', startTime: '2026-03-02T00:00:01Z', endTime: '2026-03-02T23:00:00Z' }, /^endTime leaves/],
  ];
  for (const [rule, reason] of wrong) test(`is refused: ${String(reason)}`, () => assert.match(refusal(rule), reason));
});
