import { readFileSync, writeFileSync } from 'node:fs';
import type { KeyVerdict } from './summary.ts';
import { whyUnverifiable } from './unverifiable.ts';

const file = new URL('./matrix.json', import.meta.url);

/** The committed compatibility matrix with the versions of the engines that it was made on. */
export type CompatibilityMatrix = {
  sail: string;
  spark: string;
  tolerated: Record<string, string>;
  keys: ReadonlyMap<string, KeyVerdict>;
};

type StoredMatrix = {
  sail: string;
  spark: string;
  tolerated: Record<string, string>;
  keys: Record<string, number | string>;
};

/** What is accepted though the engines differ: shown by `parity`, written into the table. */
export const tolerated: Record<string, string> = {
  'integer overflow': 'a sum, product or negation beyond the integer type: Spark fails, Sail wraps',
  'refused value': 'an extreme value on which Sail fails and Spark does not: the run moves to Spark',
  'summed doubles': 'sums and averages of doubles over several partitions: neither engine fixes the last digits',
};

let cached: CompatibilityMatrix | undefined;

/** The table, read once a process. */
export const readMatrix = (): CompatibilityMatrix => (cached ??= read());

function read(): CompatibilityMatrix {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredMatrix;
  const keys = Object.entries(stored.keys).map(([key, value]): [string, KeyVerdict] => [
    key,
    typeof value === 'number' ? { verified: true, cases: value } : { verified: false, reason: value },
  ]);
  return { ...stored, keys: new Map(keys) };
}

/** Writes the table: sorted, a key a line; a number of agreeing cases, or the reason why there is no proof. */
export function writeMatrix(versions: { sail: string; spark: string }, keys: ReadonlyMap<string, KeyVerdict>): void {
  const lines = [...keys]
    .filter(([key]) => whyUnverifiable(key) === undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, verdict]) =>
        `    ${JSON.stringify(key)}: ${verdict.verified ? verdict.cases : JSON.stringify(shorten(verdict.reason))}`,
    );
  const head = JSON.stringify({ ...versions, tolerated }, null, 2).slice(0, -2);
  writeFileSync(file, `${head},\n  "keys": {\n${lines.join(',\n')}\n  }\n}\n`);
}

const shorten = (reason: string): string => {
  const plain = reason.replace(/\s+/g, ' ').replace(/\btask \d+ /, 'a task ');
  return plain.length > 160 ? `${plain.slice(0, 157)}…` : plain;
};
