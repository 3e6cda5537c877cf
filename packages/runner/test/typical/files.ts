import { randomBelow } from '../random.ts';

/** Draws the same values on every machine. */
const below = randomBelow(20_240_229);
const pick = <T>(...values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];
const money = (max: number): string => (below(max * 100) / 100).toFixed(2);
const two = (n: number): string => String(n).padStart(2, '0');
const rows = <T>(n: number, row: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => row(i + 1));
const table = (header: string, delimiter: string, body: readonly (readonly (string | number)[])[]): string =>
  `${[header, ...body.map((cells) => cells.join(delimiter))].join('\n')}\n`;
const lines = (records: readonly object[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');
const day = (): string => `${pick(2022, 2023, 2023, 2024)}-${two(1 + below(12))}-${two(1 + below(28))}`;
const clock = (): string => `${two(below(24))}:${two(below(60))}`;
const european = (sign: string): string => day().split('-').toReversed().join(sign);
/** A cell that is empty once in a while, as in data that people type. */
const rarely = (cell: string | number, gap: string | number = ''): string | number => (below(12) === 0 ? gap : cell);

const people = ['Ana Souza', 'Björn Ek', "Conor O'Brien", 'Dana  Fox', ' eva klein', 'Fumiko 田中', 'GUS MAY', 'Hana Šimek', 'Ida Wu', 'José Peña', 'Kim Lee', 'Liz Roe'] as const; // prettier-ignore
const person = (): string => pick(...people);
const cities = ['Berlin', 'São Paulo', 'Oslo', 'Zürich', 'Austin', 'Osaka', 'Lyon'] as const;
const countries = ['DE', 'BR', 'NO', 'CH', 'US', 'JP', 'FR'] as const;

const sales = {
  'sales/orders.csv': table('order_id,order_date,customer_id,product_id,quantity,unit_price,discount,status,channel', ',', rows(120, (i) => [
    1000 + i, rarely(day()), rarely(1 + below(30)), `P${two(1 + below(12))}`, rarely(1 + below(9), pick('', 'n/a', '0')), rarely(money(300)), pick('0', '0.1', '0.25', ''), pick('paid', 'shipped', 'cancelled', 'Paid ', 'pending'), pick('web', 'store', 'phone'),
  ])),
  'sales/customers.csv': table('id,full name,e-mail,city,country,segment,since', ',', rows(28, (i) => {
    const at = below(cities.length);
    return [i, person(), rarely(`user${i}@${pick('example.com', 'mail.test', 'EXAMPLE.org')}`, 'not an address'), cities[at] ?? '', rarely(countries[at] ?? ''), pick('retail', 'corporate', 'public'), european('/')];
  })),
  'sales/products.csv': table('sku,name,category,price,cost', ',', rows(12, (i) => [
    `P${two(i)}`, pick('"Chair, oak"', 'Desk', 'Lamp "S"'.replaceAll('"', "'"), 'Shelf', 'Rug'), pick('Furniture', 'Lighting', 'Textiles'), money(400), rarely(money(200)),
  ])),
  'sales/returns.tsv': table('order_id\treturned_on\treason\trefund', '\t', rows(18, () => [1000 + 1 + below(125), european('/'), pick('damaged', 'wrong size', 'changed mind', ''), rarely(money(200))])),
}; // prettier-ignore

const url = (): string =>
  pick(
    '/',
    '/home',
    '/cart?item=7&n=2',
    '/products/12',
    '/products/31?ref=mail',
    '/search?q=oak+chair',
    '/checkout',
    '/a%20b',
  );
const web = {
  'web/access.log': rows(60, () => `${pick('10.0.0.1', '10.0.0.2', '192.168.1.7', '83.12.4.99')} - ${pick('-', 'frank')} [${two(1 + below(28))}/${pick('Jan', 'Feb', 'Oct')}/2023:${clock()}:${two(below(60))} +0000] "${pick('GET', 'POST')} ${url()} HTTP/1.1" ${pick(200, 200, 304, 404, 500)} ${pick('-', String(below(90_000)))}\n`).join(''),
  'web/clicks.json': lines(rows(90, (i) => ({
    user_id: `u${1 + below(15)}`, ts: `2023-${two(1 + below(12))}-${two(1 + below(28))}T${clock()}:${two(below(60))}Z`, url: `https://shop.test${url()}`, agent: pick('Mozilla/5.0 (Windows NT 10.0)', 'Mozilla/5.0 (iPhone; CPU)', 'curl/8.1', 'Googlebot/2.1'), ...(i % 11 === 0 ? {} : { ms: below(4_000) }), country: i % 13 === 0 ? null : pick(...countries),
  }))),
  'web/sessions.csv': table('session_id,user_id,started,ended,pages,referrer,converted', ',', rows(70, (i) => {
    const date = european('/');
    return [`s-${i}`, `u${1 + below(18)}`, `${date} ${two(below(12))}:${two(below(60))}`, rarely(`${date} ${two(12 + below(12))}:${two(below(60))}`), rarely(1 + below(20)), pick('google', 'direct', 'mail', ''), pick('yes', 'no', 'Y', 'N')];
  })),
}; // prettier-ignore

const sensors = {
  'sensors/readings.csv': table('sensor_id,ts,temperature,humidity,status', ',', rows(150, (i) => [
    `S${1 + (i % 6)}`, `2024-02-${two(26 + Math.floor(i / 48))} ${two(Math.floor(i / 2) % 24)}:${i % 2 === 0 ? '30' : '00'}:00`, rarely((15 + below(150) / 10 - (i % 50 === 0 ? 60 : 0)).toFixed(1), pick('', 'NaN', 'err')), rarely((30 + below(600) / 10).toFixed(1)), pick('ok', 'ok', 'ok', 'warn', 'fail'),
  ])),
}; // prettier-ignore

const hr = {
  'hr/employees.csv': table('emp_id,name,gender,birth_date,hire_date,dept_id,title,salary,manager_id', ',', rows(60, (i) => [
    i, person(), pick('F', 'M', 'f', ''), `${1958 + below(45)}-${two(1 + below(12))}-${two(1 + below(28))}`, `${2005 + below(19)}-${two(1 + below(12))}-${two(1 + below(28))}`, rarely(1 + below(7)), pick('Engineer', 'Senior Engineer', 'Manager', 'Analyst'), rarely(30_000 + below(90) * 1_000), i === 1 ? '' : 1 + below(8),
  ])),
  'hr/departments.csv': table('dept_id,dept_name,location,budget', ',', [[1, 'Engineering', 'Berlin', 2_500_000], [2, 'Sales', 'Lyon', 900_000], [3, 'HR', 'Berlin', ''], [4, 'Finance', 'Oslo', 700_000], [5, 'Support', 'Osaka', 450_000], [9, 'Legal', 'Zürich', 300_000]]),
  'hr/absences.txt': table('emp_id|from|to|kind', '|', rows(45, () => {
    const from = 1 + below(20);
    const month = two(1 + below(12));
    return [1 + below(65), `2023-${month}-${two(from)}`, rarely(`2023-${month}-${two(from + below(8))}`), pick('sick', 'holiday', 'Holiday', 'training')];
  })),
}; // prettier-ignore

const finance = {
  'finance/transactions.csv': table('txn_id,account,booked,amount,type,merchant,balance', ',', rows(130, (i) => [
    9_000_000_000 + i, `AC-${two(1 + below(10))}`, `${european('-')} ${clock()}`, `${pick('', '-')}${money(2_000)}`, pick('debit', 'credit', 'fee', 'transfer'), rarely(pick('Café Nero', 'ACME Corp.', 'Shell #12', 'amazon.com*A1B2', 'SBB CFF FFS')), rarely(money(9_000)),
  ])),
  'finance/accounts.json': lines(rows(11, (i) => ({ account: `AC-${two(i)}`, owner: person(), branch: pick('North', 'South'), opened: `20${two(5 + below(18))}-0${1 + below(9)}-1${below(10)}`, overdraft: i % 4 === 0 ? null : below(20) * 100.5 }))),
  'finance/prices.csv': table('symbol,day,open,high,low,close,volume', ',', rows(80, (i) => {
    const [open, close] = [100 + below(2_000) / 100, 100 + below(2_000) / 100];
    return [pick('AAA', 'BBB', 'CCC', 'DDD')[0] === 'A' ? 'AAA' : (['BBB', 'CCC', 'DDD'][i % 3] ?? ''), `2024-0${1 + Math.floor(i / 28)}-${two(1 + (i % 28))}`, open.toFixed(2), (Math.max(open, close) + 1).toFixed(2), (Math.min(open, close) - 1).toFixed(2), rarely(close.toFixed(2)), 1_000 * below(900)];
  })),
}; // prettier-ignore

const retail = {
  'retail/invoices.csv': table('InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country', ',', rows(140, (i) => [
    `${pick('', '', '', 'C')}${536_000 + Math.floor(i / 4)}`, pick('85123A', '71053', '84406B', 'POST', '22752'), pick('WHITE HANGING HEART T-LIGHT HOLDER', '"RETROSPOT, RED BAG"', ' cream cupid hearts', '', '"SET 7 ""BABUSHKA"" BOXES"'), pick(6, 12, 2, -1, 24), `${1 + below(12)}/${1 + below(28)}/2011 ${1 + below(22)}:${two(below(60))}`, pick('2.55', '3.39', '0', '18', '4.95'), rarely(`${17_800 + below(14)}`), pick('United Kingdom', 'France', 'EIRE', 'Unspecified'),
  ])),
  'retail/stores.csv': table('store_id,store_name,region,opened,sqm', ',', rows(9, (i) => [i, `Store ${i}`, pick('north', 'south', 'west'), `${1 + below(12)}/${1 + below(28)}/20${two(1 + below(22))}`, rarely(200 + below(800))])),
}; // prettier-ignore

const health = {
  'health/patients.csv': table('patient_id,first_name,last_name,sex,dob,height_cm,weight_kg,smoker,insurer', ',', rows(50, (i) => {
    const [first = '', last = ''] = person().trim().split(/ +/);
    return [`PT${String(i).padStart(4, '0')}`, first, last, pick('M', 'F', 'male', 'U'), `${two(1 + below(12))}/${two(1 + below(28))}/${1935 + below(80)}`, rarely(150 + below(45)), rarely((48 + below(700) / 10).toFixed(1)), pick('yes', 'no', ''), pick('AOK', 'TK', 'Aetna', 'none')];
  })),
  'health/visits.csv': table('visit_id,patient_id,admitted,discharged,ward,diagnosis,charge', ',', rows(90, (i) => {
    const [from, month] = [1 + below(18), two(1 + below(12))];
    return [i, `PT${String(1 + below(54)).padStart(4, '0')}`, `2023-${month}-${two(from)} ${clock()}:00`, rarely(`2023-${month}-${two(from + 1 + below(9))} ${clock()}:00`), pick('ICU', 'Surgery', 'General', 'general'), pick('J45.9', 'E11.9', 'I10', 'S72.0', ''), rarely(money(9_000))];
  })),
  'health/labs.tsv': table('patient_id\ttest\ttaken\tvalue\tunit', '\t', rows(110, () => [`PT${String(1 + below(50)).padStart(4, '0')}`, pick('glucose', 'hba1c', 'ldl'), `2023-${two(1 + below(12))}-${two(1 + below(28))} ${clock()}:00`, rarely(money(200), pick('', '<5')), pick('mg/dL', 'mmol/L')])),
}; // prettier-ignore

const praise = (): string =>
  pick(
    '"Great chair, would buy again!"',
    'Broke after 2 days :(',
    '"He said ""wow"" - 5/5"',
    'Très bon produit',
    'ok',
    '',
    'LOVE it!!! Best lamp   ever',
    '"Contact me: joe@mail.test, +1 555-0100"',
  );
const text = {
  'text/reviews.csv': table('id,product,stars,title,body,posted', ',', rows(60, (i) => [i, pick('Chair', 'Lamp', 'Desk'), rarely(1 + below(5)), pick('Good', 'bad', '  So-so ', 'Wow!'), praise(), rarely(`"${pick('Jan', 'Feb', 'Mar')} ${1 + below(28)}, 2023"`)])),
  'text/tweets.json': lines(rows(60, (i) => ({ id: 1_500_000_000_000 + i, user: `@${pick('ann', 'bob', 'cy')}`, text: pick('Loving the new #oak #chair from @shop 😀', 'RT @ann: sale today! https://t.co/abc', 'no tags here', '#Sale #sale #SALE', 'ünïcödé täg #größe'), created_at: `2023-0${1 + below(9)}-1${below(10)} ${clock()}:${two(below(60))}`, retweets: below(50), lang: pick('en', 'de', null) }))),
  'text/speech.txt': `${['Four score and seven years ago our fathers brought forth,', '', 'on this continent, a new nation,', '  conceived in Liberty and dedicated to the proposition', 'that all men are created equal.', 'Now we are engaged in a great civil war,', 'testing whether that nation can long endure.'].join('\n')}\n`,
}; // prettier-ignore

/** Text files by path. */
export const files: Readonly<Record<string, string>> = { ...sales, ...web, ...sensors, ...hr, ...finance, ...retail, ...health, ...text }; // prettier-ignore

/** Columns of Parquet files by path. */
export const parquet = {
  'sensors/devices.parquet': [
    { name: 'sensor_id', type: 'STRING' as const, data: ['S1', 'S2', 'S3', 'S4', 'S7'] },
    { name: 'room', type: 'STRING' as const, data: ['Küche', 'Lab', 'Lab', 'Office', 'Attic'] },
    { name: 'floor', type: 'INT32' as const, data: [0, 1, 1, 2, 3] },
    { name: 'threshold', type: 'DOUBLE' as const, data: [24, 22.5, 22.5, 25, 30] },
    { name: 'installed', type: 'STRING' as const, data: ['2021-05-01', '2022-01-15', '2022-01-15', '', '2023-11-30'] },
  ],
  'retail/store_sales.parquet': [
    { name: 'store_id', type: 'INT32' as const, data: rows(100, (i) => 1 + (i % 10)) },
    { name: 'week', type: 'INT32' as const, data: rows(100, (i) => 1 + Math.floor((i - 1) / 10)) },
    { name: 'dept', type: 'STRING' as const, data: rows(100, () => pick('food', 'toys', 'garden')) },
    { name: 'sales', type: 'DOUBLE' as const, data: rows(100, () => below(1_000_000) / 100) },
    { name: 'holiday', type: 'BOOLEAN' as const, data: rows(100, (i) => i % 9 === 0) },
  ],
};
