/**
 * `npm run parity -- [AREA …]`: runs all cases on both engines and rewrites `matrix.json`,
 * or those of the named areas and adds their constructs to the others.
 * A change of how processors compose for Sail needs a run. With named areas a construct may lose its proof, if a case
 * of another area explains a difference.
 * Prints the outcomes; exits with 1 when a case is no statement that Spark accepts or the analysis inferred a wrong type.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparkSession } from '@millrace/spark-connect';
import { startSail, startSpark } from '@millrace/engines';
import { sessionConfig } from '@millrace/engines/host';
import { areas } from './cases/index.ts';
import { verify } from './verify.ts';
import { mergeVerdicts, summarise } from './summary.ts';
import { readMatrix, writeMatrix } from './matrix.ts';
import type { Verdict } from './verdict.ts';

const scratch = (): Promise<string> => mkdtemp(join(tmpdir(), 'millrace-verify-'));
await using sail = await startSail({ scratch: await scratch() });
await using spark = await startSpark({ scratch: await scratch() });
const onSail = await SparkSession.connect(sail.url, sessionConfig);
const onSpark = await SparkSession.connect(spark.url, sessionConfig);

const verdicts: Verdict[] = [];
const names = process.argv.slice(2);
for (const { name, cases } of areas) {
  if (names.length > 0 && !names.includes(name)) continue;
  const start = performance.now();
  const results = await verify(cases, onSail, onSpark);
  verdicts.push(...results);
  const counts = Object.entries(Object.groupBy(results, (v) => v.outcome)).map(
    ([outcome, list]) => `${list.length} ${outcome}`,
  );
  console.log(`${name}: ${counts.join(', ')}, ${Math.round(performance.now() - start)} ms`);
}
const before = names.length === 0 ? new Map() : readMatrix().keys;
const keys = summarise(verdicts, before);
writeMatrix({ sail: sail.version, spark: spark.version }, mergeVerdicts(before, keys));
const verified = [...keys.values()].filter((v) => v.verified).length;
console.log(`${verdicts.length} cases; ${verified} of ${keys.size} constructs are verified`);

const wrong = verdicts.filter((v) => v.outcome === 'invalid' || v.inference);
for (const v of wrong) console.log(`${v.case.sql}: ${v.inference ?? v.reason}`);
if (wrong.length) process.exitCode = 1;
