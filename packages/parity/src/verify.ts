import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SparkSession } from '@millrace/spark-connect';
import type { Case } from './cases/case.ts';
import { evaluate, folderOf } from './evaluate.ts';
import type { Verdict } from './verdict.ts';
import { judge } from './verdict.ts';

/** Runs cases on both engines, side by side, and compares each. */
export async function verify(cases: readonly Case[], sail: SparkSession, spark: SparkSession): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-proof-'));
  try {
    await writeFiles(cases, folder);
    for (const c of cases) await c.write?.(spark, join(folder, folderOf(c)));
    return await judgeAll(cases, sail, spark, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeFiles(cases: readonly Case[], folder: string): Promise<void> {
  for (const c of cases) {
    for (const [path, content] of Object.entries(c.files ?? {})) {
      const file = join(folder, folderOf(c), path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
}

async function judgeAll(
  cases: readonly Case[],
  sail: SparkSession,
  spark: SparkSession,
  folder: string,
): Promise<Verdict[]> {
  const [onSpark, onSail] = await Promise.all([
    evaluate(cases, spark, folder, 'spark'),
    evaluate(cases, sail, folder, 'sail'),
  ]);
  return cases.map((c) => {
    const [expected, actual] = [onSpark.get(c), onSail.get(c)];
    if (!expected || !actual) throw new Error(`case was not run: ${c.sql}`);
    return judge(c, expected, actual);
  });
}
