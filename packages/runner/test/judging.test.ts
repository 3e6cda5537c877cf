import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  binaryClassificationEvaluator,
  multiclassClassificationEvaluator,
  type Evaluator,
} from '@millrace/spark-connect/ml';
import { sharing } from '@millrace/testkit/engines';
import { isLong } from '@millrace/testkit/long';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { reading, workflowOf } from './learning/graphs.ts';
import { ready, runOn } from './support.ts';

const rowCount = 25_000;

/** Scores of rows, as SQL of their `id`, how many rows have them, and how far areas may differ. */
const cases: readonly (readonly [of: string, score: string, rows: number, within?: number])[] = [
  ['few scores, which many rows share', 'pmod(hash(id), 97) / 97d', 3_000],
  ['scores that all differ', 'hash(id) / 1e9d', 1_500],
  ['one score', '0.5d', 40],
  ['scores without bounds', `if(id % 5 = 0, double('Infinity'), if(id % 5 = 1, double('-Infinity'), id / 7d))`, 300],
  ['0 and -0, which are two scores to Spark', `if(id % 2 = 0, double('-0.0'), if(id % 3 = 0, 0d, id / 7d))`, 300],
  ['scores that are no numbers', `if(id % 4 = 0, double('NaN'), id / 7d)`, 300],
  // which ones hangs on where the rows lie
  ['so many scores that Spark joins some of them', 'hash(id) / 1e9d', 6_000, 1e-4],
  ['many scores without bounds', `if(pmod(hash(id, 7), 10) < 4, double('Infinity'), id / 7d)`, 6_000, 1e-4],
  ['few scores of more rows than are counted here', 'pmod(hash(id), 97) / 97d', rowCount],
  ['many scores that are no numbers', `if(pmod(hash(id, 7), 10) < 4, double('NaN'), id / 7d)`, 6_000, 1e-4],
];

describe('predictions of two classes are judged as Spark judges them', () => {
  const host = new EngineHost(sharing());
  let engine: EngineSession;
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-judging-'));
    await writeFile(join(root, 'ids.csv'), ['id', ...Array.from({ length: rowCount }, (_, i) => i), ''].join('\n'));
    engine = await host.open('spark');
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  // every third one with each commit: few scores, infinite ones, many of them
  for (const [of, score, rows, within = 1e-12] of cases.filter((_, i) => isLong || i % 3 === 0))
    test(of, async () => {
      const scored = (table: string): string =>
        `select ${score} as score, double(pmod(hash(id, 7), 10) < 4) as label, double(pmod(hash(id, 7), 11) < 5) as prediction
         from ${table} where id < ${rows}`;
      const run = await runOn(
        host,
        'spark',
        await ready(
          workflowOf({
            Ids: [...reading('/ids.csv', 'id LONG')],
            Scores: ['etl.NodeSQL', { tempTable: 't', sql: scored('t') }, 'Ids'],
            Judge: [
              'ml.NodeBinaryClassificationEvaluator',
              { labelCol: 'label', rawPredictionCol: 'score', output_roc_curve: 'true' },
              'Scores',
            ],
          }),
          new Map(),
          root,
        ),
      );
      assert.equal(run.status, 'COMPLETED', JSON.stringify(run.nodes.map(({ error }) => error)));
      const metrics = run.nodes.find(({ name }) => name === 'Judge')?.metrics ?? {};

      const scoredRows = engine.session.sql(scored(`range(${rowCount})`));
      const evaluators: Readonly<Record<string, Evaluator>> = {
        areaUnderROC: binaryClassificationEvaluator({ rawPredictionCol: 'score' }),
        areaUnderPR: binaryClassificationEvaluator({ rawPredictionCol: 'score', metricName: 'areaUnderPR' }),
        f1: multiclassClassificationEvaluator({ metricName: 'f1' }),
        accuracy: multiclassClassificationEvaluator({ metricName: 'accuracy' }),
      };
      for (const [name, one] of Object.entries(evaluators)) {
        const expected = await one.evaluate(scoredRows);
        const value = Number(metrics[name]);
        assert.ok(Math.abs(value - expected) < within, `${name} is ${value}, but ${expected} to Spark`);
      }

      const [curve] = run.outputs.filter(({ title }) => title === 'ROC Curve');
      assert.ok(curve?.type === 'chart');
      const points = curve.rows.map((row) => row.slice(0, 2).map(Number));
      assert.deepEqual(
        [points[0], points.at(-1)],
        [
          [0, 0],
          [1, 1],
        ],
      );
      assert.ok(points.length <= 202, `${points.length} points`);
      const area = points.reduce((sum, [x = 0, y = 0], i) => {
        const [left = 0, low = 0] = points[i - 1] ?? [];
        return sum + ((x - left) * (y + low)) / 2;
      }, 0);
      assert.ok(Math.abs(area - Number(metrics['areaUnderROC'])) < 2e-3, `the curve drawn has an area of ${area}`);
      assert.ok(points.every(([x = 0, y = 0], i) => x >= (points[i - 1]?.[0] ?? 0) && y >= (points[i - 1]?.[1] ?? 0)));
    });
});
