import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFrame, functions as F, type SparkSession, Window } from '@millrace/spark-connect';
import * as ml from '@millrace/spark-connect/ml';

interface Inputs {
  readonly session: SparkSession;
  /** A folder that the engine may write to. */
  readonly folder: string;
  readonly trips: DataFrame;
  readonly zones: DataFrame;
}

const collect = (df: DataFrame) => df.collect();

/** What typical workflows ask of Spark, one kind of work an entry. Its classes and profiles go into the AOT cache. */
const WORK: Readonly<Record<string, (inputs: Inputs) => Promise<unknown>>> = {
  one: ({ session }) => collect(session.sql('select 1 as one')),
  schema: ({ trips }) => trips.schema(),
  preview: ({ trips }) => collect(trips.limit(100)),
  count: ({ trips }) => trips.count(),
  expressions: ({ trips }) =>
    collect(
      trips
        .withColumn('total', F.expr('fare + coalesce(tip, 0)'))
        .withColumn('hour', F.expr(`hour(from_unixtime(unix_timestamp(at)))`))
        .withColumn('kind', F.expr(`case when fare > 10 then 'long' else upper(concat('s', 'hort')) end`))
        .filter('fare is not null and day between 1 and 28')
        .drop('tip'),
    ),
  clean: ({ trips }) => collect(trips.na.drop().na.fill(0).dropDuplicates(['zone', 'day']).distinct()),
  aggregate: ({ trips }) =>
    collect(
      trips.groupBy('zone').agg(F.expr('avg(fare) as mean'), F.expr('sum(fare) as total'), F.expr('count(*) as n')),
    ),
  pivot: ({ trips }) => collect(trips.groupBy('zone').pivot('kind', ['a', 'b']).agg(F.expr('sum(fare)'))),
  cube: ({ trips }) => collect(trips.cube('zone', 'kind').agg(F.expr('max(fare) as most'))),
  join: ({ trips, zones }) => collect(trips.join(zones, 'zone', 'left')),
  union: ({ trips }) => collect(trips.union(trips).except(trips.limit(3))),
  sort: ({ trips }) => collect(trips.orderBy(F.col('fare').desc(), F.col('day')).limit(20)),
  window: ({ trips }) =>
    collect(trips.withColumn('place', F.rowNumber().over(Window.partitionBy('zone').orderBy(F.col('fare').desc())))),
  sql: ({ session, trips, zones }) =>
    collect(
      session.sql(
        `select z.borough, cast(avg(t.fare) as decimal(10, 2)) as mean, count(distinct t.day) as days
         from t join z on t.zone = z.zone where t.fare > 1 group by z.borough having count(*) > 1 order by mean desc limit 5`,
        { inputs: { t: trips, z: zones } },
      ),
    ),
  nested: ({ session }) =>
    collect(
      session.sql(`select explode(split('a,b,c', ',')) as x, named_struct('k', array(1, null)) as s, map('k', 1) as m`),
    ),
  dates: ({ trips }) =>
    collect(trips.selectExpr(`to_date(at)`, `date_format(at, 'yyyy-MM')`, `year(at)`, `datediff(at, '2020-01-01')`)),
  summary: ({ trips }) =>
    collect(trips.selectExpr('percentile(fare, 0.5)', 'stddev(fare)', 'corr(fare, tip)', 'min(at)')),
  checkpoint: async ({ trips }) => collect((await trips.checkpoint()).groupBy('kind').count()),
  parquet: async ({ session, trips, folder }) => {
    const path = join(folder, 'trips.parquet');
    await trips.write.mode('overwrite').parquet(path);
    return collect(session.read.parquet(path).filter('day > 3').limit(10));
  },
  csv: ({ trips, folder }) =>
    trips.coalesce(1).write.mode('overwrite').option('header', true).csv(join(folder, 'out.csv')),
  json: async ({ session, trips, folder }) => {
    const path = join(folder, 'trips.json');
    await trips.write.mode('overwrite').json(path);
    return collect(session.read.json(path).limit(10));
  },
  forest: ({ trips }) => fitAndPredict(trips, ml.randomForestClassifier({ ...columns, numTrees: 20 })),
  classifier: ({ trips }) => fitAndPredict(trips, ml.logisticRegression(columns)),
  regression: ({ trips }) => fitAndPredict(trips, ml.gbtRegressor({ ...columns, maxIter: 2 })),
  clusters: ({ trips }) => fitAndPredict(trips, ml.kMeans({ featuresCol: 'features', k: 3 })),
  words: async ({ trips }) => {
    const words = ml.tokenizer({ inputCol: 'zone', outputCol: 'words' });
    const counts = ml.hashingTF({ inputCol: 'words', outputCol: 'counts', numFeatures: 100 });
    const weights = ml.idf({ inputCol: 'counts', outputCol: 'weights' });
    const model = await new ml.Pipeline([words, counts, weights]).fit(trips);
    return collect(model.transform(trips).limit(10));
  },
  correlation: async ({ trips }) => {
    const vectors = ml
      .vectorAssembler({ inputCols: ['day', 'fare', 'tip'], outputCol: 'v' })
      .transform(trips.na.drop());
    return collect(ml.correlation(vectors, 'v').select(F.call('unwrap_udt', F.col('pearson(v)'))));
  },
  failure: ({ session }) => collect(session.sql('select nothing from nowhere')).catch(() => undefined),
};

const columns = { featuresCol: 'features', labelCol: 'label' } as const;

/** Fits a model of prepared rows, and looks at what it predicts. */
async function fitAndPredict(trips: DataFrame, estimator: ml.Estimator): Promise<unknown> {
  const rows = trips.na.drop().withColumn('label', F.expr('cast(fare > 15 as double)'));
  const index = ml.stringIndexer({ inputCols: ['zone', 'kind'], outputCols: ['zoneIndex', 'kindIndex'] });
  const assemble = ml.vectorAssembler({ inputCols: ['day', 'tip', 'zoneIndex', 'kindIndex'], outputCol: 'features' });
  const prepared = assemble.transform((await index.fit(rows)).transform(rows));
  const [training = prepared, test = prepared] = prepared.randomSplit([0.8, 0.2], 1n);
  const predicted = (await estimator.fit(training)).transform(test);
  if (estimator.definition.className.startsWith('classification'))
    await ml.binaryClassificationEvaluator().evaluate(predicted);
  return collect(predicted.limit(10));
}

/** Runs the typical work some times over, in sessions of their own as runs do; reports each round. */
export async function train(
  open: () => Promise<SparkSession>,
  folder: string,
  report: (what: string) => void,
): Promise<void> {
  const file = join(folder, 'trips.csv');
  writeFileSync(file, tripsCsv(2_000));
  for (const round of [1, 2]) {
    await using session = await open();
    const text = session.read.option('header', true).option('multiLine', true).csv(file);
    const trips = text.selectExpr(
      'zone',
      'kind',
      'try_cast(day as int) as day',
      'try_cast(fare as double) as fare',
      'try_cast(tip as double) as tip',
      `try_to_timestamp(at, 'yyyy-MM-dd HH:mm:ss') as at`,
    );
    const zones = session.createDataFrame(
      ['north', 'south', 'east'].map((zone, id) => ({ zone, borough: `b${id % 2}` })),
      'zone string, borough string',
    );
    for (const [name, work] of Object.entries(WORK)) {
      report(`round ${round} of 2: ${name}`);
      await work({ session, folder, trips, zones });
    }
  }
}

function tripsCsv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const fare = i % 97 === 0 ? '' : ((i * 7) % 400) / 10;
    return `${['north', 'south', 'east', 'west'][i % 4]},${i % 3 ? 'a' : 'b'},${(i % 28) + 1},${fare},${i % 5},2024-01-${String((i % 28) + 1).padStart(2, '0')} 10:00:00`;
  });
  return ['zone,kind,day,fare,tip,at', ...lines].join('\n');
}
