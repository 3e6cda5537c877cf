import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDataset, type Dataset } from '@millrace/workflow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { files, parquet } from './files.ts';

/** A dataset as a user registers it: its file, and each column as `name TYPE format`. */
interface RegisteredDataset {
  readonly path: string;
  readonly columns: string;
  readonly type?: string;
  readonly delimiter?: string;
}

/** The datasets by name. */
const registered: Readonly<Record<string, RegisteredDataset>> = {
  orders: {
    path: 'sales/orders.csv',
    columns:
      'order_id INTEGER, order_date DATE yyyy-MM-dd, customer_id INTEGER, product_id STRING, quantity INTEGER, unit_price DOUBLE, discount DOUBLE, status STRING, channel STRING',
  },
  customers: {
    path: 'sales/customers.csv',
    columns:
      'customer_id INTEGER, name STRING, email STRING, city STRING, country STRING, segment STRING, signup_date DATE dd/MM/yyyy',
  },
  products: {
    path: 'sales/products.csv',
    columns: 'product_id STRING, product_name STRING, category STRING, list_price DECIMAL, cost DECIMAL',
  },
  returns: {
    path: 'sales/returns.tsv',
    delimiter: String.raw`\t`,
    columns: 'order_id INTEGER, returned_on STRING, reason STRING, refund DOUBLE',
  },
  clicks: {
    path: 'web/clicks.json',
    type: 'JSON',
    columns: 'user_id STRING, ts STRING, url STRING, agent STRING, ms LONG, country STRING',
  },
  sessions: {
    path: 'web/sessions.csv',
    columns:
      'session_id STRING, user_id STRING, started TIMESTAMP dd/MM/yyyy HH:mm, ended TIMESTAMP dd/MM/yyyy HH:mm, pages INTEGER, referrer STRING, converted STRING',
  },
  readings: {
    path: 'sensors/readings.csv',
    columns: 'sensor_id STRING, ts TIMESTAMP yyyy-MM-dd HH:mm:ss, temperature DOUBLE, humidity DOUBLE, status STRING',
  },
  devices: {
    path: 'sensors/devices.parquet',
    type: 'PARQUET',
    columns: 'sensor_id STRING, room STRING, floor INTEGER, threshold DOUBLE, installed STRING',
  },
  employees: {
    path: 'hr/employees.csv',
    columns:
      'emp_id INTEGER, name STRING, gender STRING, birth_date DATE yyyy-MM-dd, hire_date DATE yyyy-MM-dd, dept_id INTEGER, title STRING, salary DOUBLE, manager_id INTEGER',
  },
  departments: {
    path: 'hr/departments.csv',
    columns: 'dept_id INTEGER, dept_name STRING, location STRING, budget LONG',
  },
  absences: {
    path: 'hr/absences.txt',
    delimiter: '|',
    columns: 'emp_id INTEGER, from_date STRING, to_date STRING, kind STRING',
  },
  transactions: {
    path: 'finance/transactions.csv',
    columns:
      'txn_id LONG, account STRING, booked TIMESTAMP dd-MM-yyyy HH:mm, amount DECIMAL, type STRING, merchant STRING, balance DOUBLE',
  },
  accounts: {
    path: 'finance/accounts.json',
    type: 'JSON',
    columns: 'account STRING, owner STRING, branch STRING, opened STRING, overdraft DOUBLE',
  },
  prices: {
    path: 'finance/prices.csv',
    columns: 'symbol STRING, day DATE yyyy-MM-dd, open DOUBLE, high DOUBLE, low DOUBLE, close DOUBLE, volume LONG',
  },
  invoices: {
    path: 'retail/invoices.csv',
    columns:
      'InvoiceNo STRING, StockCode STRING, Description STRING, Quantity INTEGER, InvoiceDate STRING, UnitPrice DOUBLE, CustomerID DOUBLE, Country STRING',
  },
  stores: {
    path: 'retail/stores.csv',
    columns: 'store_id INTEGER, store_name STRING, region STRING, opened STRING, sqm INTEGER',
  },
  store_sales: {
    path: 'retail/store_sales.parquet',
    type: 'PARQUET',
    columns: 'store_id INTEGER, week INTEGER, dept STRING, sales DOUBLE, holiday BOOLEAN',
  },
  patients: {
    path: 'health/patients.csv',
    columns:
      'patient_id STRING, first_name STRING, last_name STRING, sex STRING, dob STRING, height_cm DOUBLE, weight_kg DOUBLE, smoker STRING, insurer STRING',
  },
  visits: {
    path: 'health/visits.csv',
    columns:
      'visit_id INTEGER, patient_id STRING, admitted STRING, discharged STRING, ward STRING, diagnosis STRING, charge DOUBLE',
  },
  labs: {
    path: 'health/labs.tsv',
    delimiter: String.raw`\t`,
    columns: 'patient_id STRING, test STRING, taken TIMESTAMP yyyy-MM-dd HH:mm:ss, value DOUBLE, unit STRING',
  },
  reviews: {
    path: 'text/reviews.csv',
    columns: 'review_id INTEGER, product STRING, stars INTEGER, title STRING, body STRING, posted STRING',
  },
  tweets: {
    path: 'text/tweets.json',
    type: 'JSON',
    columns: 'id LONG, user STRING, text STRING, created_at STRING, retweets LONG, lang STRING',
  },
};

/** The same for a name on every machine. */
export function uuidOf(name: string): string {
  const index = Object.keys(registered).indexOf(name);
  if (index < 0) throw new Error(`no dataset is called ${name}`);
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** All datasets, by their uuids. */
export function datasets(): ReadonlyMap<string, Dataset> {
  const entries = Object.entries(registered).map(([name, { path, columns, type = 'CSV', delimiter = ',' }], i) => {
    const parts = columns.split(', ').map((column) => column.split(/ (.*)/s));
    const types = parts.map(([, rest = '']) => rest.split(/ (.*)/s));
    const text = JSON.stringify({
      id: i + 1,
      uuid: uuidOf(name),
      version: 1,
      name,
      header: true,
      path,
      delimiter,
      datasetType: type,
      datasetSchema: JSON.stringify({
        colNames: parts.map(([column]) => column),
        colTypes: types.map(([one]) => one),
        colFormats: types.map(([, format = '']) => format),
        colMLTypes: parts.map(() => 'TEXT'),
      }),
    });
    const parsed = parseDataset(text);
    if (!parsed.ok) throw new Error(`${name}: ${parsed.problems[0]?.message}`);
    return [uuidOf(name), parsed.dataset] as const;
  });
  return new Map(entries);
}

/** Writes all files into a folder. */
export async function writeFiles(folder: string): Promise<void> {
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  for (const [path, columnData] of Object.entries(parquet))
    await write(path, new Uint8Array(parquetWriteBuffer({ columnData })));
}
