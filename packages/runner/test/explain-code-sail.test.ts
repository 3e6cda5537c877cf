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
    'graph.NodeSpcCChart: one size, one centre line; the lower limit is not below 0; a null is left out',
    'graph.NodeSpcCChart: an empty input gives an empty chart',
    'graph.NodeSpcEWMAChart: an average that follows the values, within limits that widen; null and NaN are left out',
    'graph.NodeSpcEWMAChart: an empty input gives an empty chart',
    'graph.NodeSpcIMRChart: values and moving ranges, of which the first has none; null and NaN are left out; points beyond are marked',
    'graph.NodeSpcIMRChart: an empty input gives empty charts',
    'graph.NodeSpcIMRRChart: means, moving ranges of the means and ranges; an incomplete subgroup is left out',
    'graph.NodeSpcIMRRChart: an empty input gives empty charts',
    'graph.NodeSpcIMRSChart: means, moving ranges of the means and deviations; an incomplete subgroup is left out',
    'graph.NodeSpcIMRSChart: an empty input gives empty charts',
    'graph.NodeSpcNPChart: one size, one centre line; an upper limit is cut at the size; a null is left out',
    'graph.NodeSpcNPChart: an empty input gives an empty chart, a count called CL keeps its name',
    'graph.NodeSpcPChart: limits widen where a subgroup is small, and are cut; null and size 0 are left out',
    'graph.NodeSpcPChart: an empty input gives an empty chart',
    'graph.NodeSpcRunChart: the median is the centre line; a limit itself is not beyond; null and NaN are left out',
    'graph.NodeSpcRunChart: an empty input gives an empty chart',
    'graph.NodeSpcUChart: limits widen where a subgroup is small; null, NaN and size 0 are left out',
    'graph.NodeSpcUChart: an empty input gives an empty chart',
    'graph.NodeSpcXbarRChart: means and ranges with limits of subgroups of two; an incomplete subgroup is left out',
    'graph.NodeSpcXbarRChart: an empty input gives empty charts',
    'graph.NodeSpcXbarSChart: means and deviations with limits of subgroups of two; an incomplete subgroup is left out',
    'graph.NodeSpcXbarSChart: an empty input gives empty charts',
  ],
  'Sail has no `input_file_name`': [
    'dataset.NodeDatasetCSV: types are inferred on request, by Spark’s own rules; the file of each row is named',
    'dataset.NodeDatasetParquet: the file of each row is named on request',
    'dataset.NodeDatasetTextFiles: the file of each row is named by its path in the file space',
  ],
  'Sail reads CSV and text as UTF-8 whatever character set is named, and knows few options of the reader': [
    'dataset.NodeDatasetCSV: a character set of Java',
    'dataset.NodeDatasetCSV: a character set of several bytes a character, and a header in it',
    'dataset.NodeDatasetCSV: a comment before the header and blanks around its names, as options of the reader',
    'dataset.NodeDatasetStructured: read options of CSV: character set, quote, escape and patterns of dates; a cell may hold the delimiter',
  ],
  'Sail’s reader of JSON wants one object a line, of one type a key': [
    'dataset.NodeDatasetJSON: missing keys are null, nested records become structs, mixed values become text',
    'dataset.NodeDatasetJSON: a list of records over several lines, and the files’ names',
    'dataset.NodeDatasetJSON: a line that is no JSON is kept as text',
  ],
  'Sail has no reader of XML': ['dataset.NodeDatasetStructured: XML by the element that its read options name'],
  'Sail finds no file whose name has brackets': [
    'dataset.NodeDatasetBinaryFiles: one file under other names of the columns, brackets in its name',
  ],
  'Sail reads nanoseconds of Parquet as timestamps, Spark as numbers': [
    'dataset.NodeDatasetParquet: timestamps in nanoseconds, as pandas writes them, to the microsecond',
  ],
  'Sail merges the columns of Parquet files that differ': [
    'dataset.NodeDatasetParquet: files of other columns than the first are named',
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
    const known = Object.values(onSparkAlone).flatMap((some) => some.map((name) => `fire.nodes.${name}`));
    assert.deepEqual(names.toSorted(), known.toSorted(), wrong.map(({ problem }) => problem).join('\n\n'));
  });
});
