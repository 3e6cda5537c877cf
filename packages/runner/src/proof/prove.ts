import type { SparkSession } from '@millrace/spark-connect';
import type { Case } from './cases/case.ts';
import { evaluate } from './evaluate.ts';
import type { Verdict } from './verdict.ts';
import { judge } from './verdict.ts';

/** Runs cases on both engines, side by side, and judges each. */
export async function prove(cases: readonly Case[], sail: SparkSession, spark: SparkSession): Promise<Verdict[]> {
  const [onSpark, onSail] = await Promise.all([evaluate(cases, spark), evaluate(cases, sail)]);
  return cases.map((c) => {
    const [meant, given] = [onSpark.get(c), onSail.get(c)];
    if (!meant || !given) throw new Error(`case was not run: ${c.sql}`);
    return judge(c, meant, given);
  });
}
