/** `node samples/make-data.mjs`: writes the made-up sample data, always the same. Harbours exist; ships, calls, tides do not. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { avroFile } from './avro.mjs';

const data = new URL('data/', import.meta.url);
mkdirSync(data, { recursive: true });
const write = (name, content) => writeFileSync(new URL(name, data), content);

// mulberry32, a small public-domain generator
let state = 20_240_229;
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];
const pad = (n) => String(n).padStart(2, '0');

const harbours = [
  ['NLRTM', 'Rotterdam', 'Netherlands', 'North Sea', 60, 23.7, 51.95, 4.14, 9],
  ['DEHAM', 'Hamburg', 'Germany', 'North Sea', 42, 15.1, 53.54, 9.97, 7],
  ['BEANR', 'Antwerp, Scheldt', 'Belgium', 'North Sea', 50, 15.5, 51.27, 4.34, 7],
  ['NOBGO', 'Bergen', 'Norway', 'North Sea', 12, 11.0, 60.4, 5.32, 3],
  ['DKAAR', 'Aarhus', 'Denmark', 'Baltic Sea', 14, 13.5, 56.16, 10.22, 4],
  ['PLGDN', 'Gdańsk', 'Poland', 'Baltic Sea', 22, 17.0, 54.4, 18.66, 5],
  ['FIHEL', 'Helsinki', 'Finland', 'Baltic Sea', 16, 11.0, 60.15, 24.96, 4],
  ['SEGOT', 'Göteborg', 'Sweden', 'Baltic Sea', 20, 13.5, 57.69, 11.85, 4],
  ['ESVLC', 'Valencia', 'Spain', 'Mediterranean', 24, 16.0, 39.44, -0.32, 5],
  ['ITTRS', 'Trieste', 'Italy', 'Mediterranean', 18, 18.0, 45.64, 13.75, 4],
  ['GRPIR', 'Piraeus, Limáni', 'Greece', 'Mediterranean', 28, 19.5, 37.94, 23.63, 6],
  ['IEDUB', 'Dublin', 'Ireland', 'Irish Sea', 15, 11.0, 53.35, -6.2, 3],
];
const csvCell = (value) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
const csv = (rows) => rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');

write(
  'harbours.csv',
  csv([
    ['code', 'name', 'country', 'sea', 'berths', 'depth_m', 'latitude', 'longitude'],
    ...harbours.map((h) => h.slice(0, 8)),
  ]),
);

const first = ['Grey', 'Northern', 'Silver', 'Old', 'Stella', 'Santa', 'Blue', 'Lucky', 'Baltic', 'Iron'];
const second = ['Heron', 'Maria', 'Lantern', 'Anchor', 'Petrel', 'Duchess', 'Wind', 'Compass'];
const types = [
  { name: 'container', least: 4_000, span: 46_000, hours: 30, length: 180 },
  { name: 'bulk carrier', least: 8_000, span: 60_000, hours: 54, length: 170 },
  { name: 'tanker', least: 6_000, span: 70_000, hours: 36, length: 160 },
  { name: 'ferry', least: 50, span: 1_200, hours: 4, length: 120 },
  { name: 'cruise', least: 0, span: 90, hours: 12, length: 220 },
];
const flags = ['NO', 'DK', 'NL', 'MT', 'CY', 'LR', 'PT', 'BS'];
const ships = first.flatMap((a, i) =>
  second.slice(0, 6).map((b, j) => ({
    name: j === 5 ? `${b}, ${a}` : `${a} ${b}`,
    type: types[(i * 7 + j * 3) % types.length],
    flag: pick(flags),
    built: 1978 + below(45),
  })),
);

const weighted = harbours.flatMap((h) => Array.from({ length: h[8] }, () => h[0]));
const stamp = (ms) => {
  const d = new Date(ms);
  return `${pad(d.getUTCDate())}/${pad(d.getUTCMonth() + 1)}/${d.getUTCFullYear()} ${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}`;
};
const calls = [];
for (let id = 1; id <= 1_200; id++) {
  const ship = pick(ships);
  // summers are busier
  const day = Math.floor(366 * (random() < 0.3 ? 0.35 + 0.35 * random() : random()));
  const arrived = Date.UTC(2024, 0, 1) + day * 86_400_000 + below(96) * 900_000;
  const stay = Math.max(2, Math.round(ship.type.hours * (0.5 + random()))) * 3_600_000 + below(4) * 900_000;
  const cargo = ship.type.least + below(ship.type.span);
  const code = pick(weighted);
  calls.push([
    id,
    ship.name,
    ship.type.name,
    id % 41 === 0 ? `${code.toLowerCase()} ` : code,
    id % 173 === 0 ? '31/02/2024 08:00' : stamp(arrived),
    id % 89 === 0 ? '' : stamp(arrived + stay),
    id % 97 === 0 ? 'n/a' : id % 131 === 0 ? '' : cargo,
    8 + below(ship.type.name === 'cruise' ? 900 : 24),
  ]);
}
// some lines came twice, as they do
const twice = calls.flatMap((call) => (call[0] % 57 === 0 ? [call, call] : [call]));
write(
  'arrivals.csv',
  csv([['call_id', 'ship', 'ship_type', 'harbour', 'arrived', 'departed', 'cargo_t', 'crew'], ...twice]),
);

const schema = {
  type: 'record',
  name: 'ship',
  fields: [
    { name: 'ship', type: 'string' },
    { name: 'flag', type: 'string' },
    { name: 'built', type: 'int' },
    { name: 'length_m', type: 'double' },
    { name: 'draught_m', type: ['null', 'double'] },
  ],
};
write(
  'ships.avro',
  avroFile(
    schema,
    ships.map(({ name, type, flag, built }) => ({
      ship: name,
      flag,
      built,
      length_m: type.length + below(900) / 10,
      draught_m: random() < 0.1 ? null : 4 + below(110) / 10,
    })),
  ),
);

const keepers = ['Ane Lund', 'J. de Vries', 'Ólafur', 'Marta Kowalska'];
const tides = harbours
  .filter((h) => h[3] === 'North Sea' || h[3] === 'Irish Sea')
  .flatMap((h, n) =>
    Array.from({ length: 28 }, (_, day) => ({
      // keys in the order of the alphabet, in which Spark lists the columns
      day: `2024-02-${pad(day + 1)}`,
      gauge: {
        harbour: h[0],
        ...(n === 2 ? {} : { height_m: 3 + n / 4 }),
        keeper: keepers[n % keepers.length],
      },
      levels: [0, 6, 12, 18].map((hour) => ({
        cm:
          day % 13 === 7 && hour === 12
            ? null
            : Math.round(40 * n + 180 * Math.sin((hour + day * 0.8 + n) / 1.95) + below(25)),
        hour,
      })),
    })),
  );
write('tides.jsonl', tides.map((tide) => `${JSON.stringify(tide)}\n`).join(''));
