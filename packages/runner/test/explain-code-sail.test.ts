import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { sharing } from '@millrace/testkit/engines';
import { runExample } from '../src/examples/examples.ts';
import { EngineHost } from '@millrace/engines/host';
import { ExampleCode, hasCode, pysparkConfig } from './explain-examples.ts';

const catalogue = await loadCatalogue();

/**
 * Examples whose code for PySpark does not give on Sail what it gives on Spark, by the reason. A run on Sail reaches the
 * same rows in other ways, or goes to Spark; code is written for Spark.
 */
const onSparkAlone: Readonly<Record<string, readonly string[]>> = {
  'PySpark sends `lag` by a name that Sail knows in no window': [
    'graph.NodeSpcCChart: draws one centre line for one size, with a lower limit not below 0; omits nulls',
    'graph.NodeSpcCChart: an empty input gives an empty chart',
    'graph.NodeSpcEWMAChart: draws the moving average within widening limits; omits null and NaN',
    'graph.NodeSpcEWMAChart: an empty input gives an empty chart',
    'graph.NodeSpcIMRChart: draws values and moving ranges, omits null and NaN and marks points beyond the limits',
    'graph.NodeSpcIMRChart: an empty input gives empty charts',
    'graph.NodeSpcIMRRChart: draws means, moving ranges of the means and ranges; omits an incomplete subgroup',
    'graph.NodeSpcIMRRChart: an empty input gives empty charts',
    'graph.NodeSpcIMRSChart: draws means, moving ranges of the means and deviations; omits an incomplete subgroup',
    'graph.NodeSpcIMRSChart: an empty input gives empty charts',
    'graph.NodeSpcNPChart: draws one centre line for one size; omits nulls',
    'graph.NodeSpcNPChart: an empty input gives an empty chart; a count called CL keeps its name',
    'graph.NodeSpcPChart: limits widen for small subgroups within 0 and 1; omits null and size 0',
    'graph.NodeSpcPChart: an empty input gives an empty chart',
    'graph.NodeSpcRunChart: uses the median as centre line; a value on a limit is not marked; omits null and NaN',
    'graph.NodeSpcRunChart: an empty input gives an empty chart',
    'graph.NodeSpcUChart: limits widen for small subgroups; omits null, NaN and size 0',
    'graph.NodeSpcUChart: an empty input gives an empty chart',
    'graph.NodeSpcXbarRChart: draws means and ranges of subgroups of two; omits an incomplete subgroup',
    'graph.NodeSpcXbarRChart: an empty input gives empty charts',
    'graph.NodeSpcXbarSChart: draws means and deviations of subgroups of two; omits an incomplete subgroup',
    'graph.NodeSpcXbarSChart: an empty input gives empty charts',
  ],
  'Sail has no `input_file_name`': [
    'dataset.NodeDatasetCSV: infers types on request as Spark does; adds the file name of each row',
    'dataset.NodeDatasetParquet: adds the file name of each row on request',
    'dataset.NodeDatasetTextFiles: adds the path of each row’s file in the file space',
  ],
  'Sail reads CSV and text as UTF-8 whatever character set is named, and knows few options of the reader': [
    'dataset.NodeDatasetCSV: reads a character set by its Java name',
    'dataset.NodeDatasetCSV: reads a multi-byte character set, header included',
    'dataset.NodeDatasetCSV: reader options skip a comment before the header and trim its names',
    'dataset.NodeDatasetStructured: applies CSV read options: character set, quote, escape and date pattern',
  ],
  'Sail’s reader of JSON wants one object a line, of one type a key': [
    'dataset.NodeDatasetJSON: missing keys are null, nested records become structs, mixed values become text',
    'dataset.NodeDatasetJSON: reads a multi-line list of records and adds file names',
    'dataset.NodeDatasetJSON: a line of invalid JSON becomes a corrupt record',
  ],
  'Sail has no reader of XML': ['dataset.NodeDatasetStructured: reads XML by the row element in its read options'],
  'Sail finds no file whose name has brackets': [
    'dataset.NodeDatasetBinaryFiles: reads one file with brackets in its name into renamed columns',
  ],
  'Sail reads nanoseconds of Parquet as timestamps, Spark as numbers': [
    'dataset.NodeDatasetParquet: reads timestamps in nanoseconds, as pandas writes them, to the microsecond',
  ],
  'Sail merges the columns of Parquet files that differ': [
    'dataset.NodeDatasetParquet: warns about files whose columns differ from the first',
  ],
  'Sail gives columns of folders as text': ['dataset.NodeDatasetParquet: folders named column=value add a column'],
  'Sail’s `decode` has no UTF-32': ['etl.NodeFormula: converts numbers and characters, including Unicode'],
  'Sail makes an empty text of a field of a null struct': [
    'etl.NodeFlatten: extracts values by path and casts one; null structs give null',
  ],
  'Sail has skewness in no sliding window': [
    'etl.NodeMovingWindowFunctions: computes skewness and kurtosis of all rows of the partition',
  ],
};

describe('code for PySpark of every processor, on Sail', () => {
  const host = new EngineHost(sharing());
  after(() => host.close());
  test('gives what the examples promise, but for those that are Spark’s alone', async () => {
    await using engine = await host.open('sail');
    await engine.session.setConfig(pysparkConfig);
    await using code = new ExampleCode(engine);
    for (const processor of catalogue) {
      if (processor.unverified !== undefined || processor.needs.length > 0) continue;
      for (const example of processor.examples)
        if (hasCode({ processor, example }))
          await runExample(code.noting({ processor, example }, { isRun: false }), example, engine, 'sail');
    }
    const wrong = await code.differences();
    const names = wrong.map(({ processor, example }) => `${processor.nodeClass}: ${example.name}`);
    const expected = Object.values(onSparkAlone).flatMap((some) => some.map((name) => `fire.nodes.${name}`));
    assert.deepEqual(names.toSorted(), expected.toSorted(), wrong.map(({ problem }) => problem).join('\n\n'));
  });
});
