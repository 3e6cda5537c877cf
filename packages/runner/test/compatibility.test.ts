import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { lettersOnlyOfSpark2, type PatternUse } from '@millrace/spark-sql/patterns';
import { lenientDate } from '@millrace/processors/lenient-date';
import { SparkError } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { parseDataset, type Compatibility, type Dataset } from '@millrace/workflow';
import { workflowCode } from '../src/explain/explain.ts';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { EditingSessions } from '../src/preview/editing-sessions.ts';
import { graphColumns, previewNode } from '../src/preview/index.ts';
import { RunError } from '@millrace/errors';
import type { Manifest } from '../src/results/events.ts';
import { remedyInWorkflow } from '../src/faults/remedies.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { csv, inARow, print, sql, type Draft } from './drafts.ts';
import { ready, type Ready } from './support.ts';

const dataset = (uuid: string, path: string, columns: readonly (readonly [string, string, string?])[]): Dataset => {
  const list = (texts: readonly string[]): string => JSON.stringify(texts);
  const [names, types, formats] = [0, 1, 2].map((at) => list(columns.map((column) => column[at] ?? '')));
  const datasetSchema = `{colNames:${names},colTypes:${types},colFormats:${formats}}`;
  const parsed = parseDataset({
    uuid,
    name: uuid,
    path,
    delimiter: ',',
    header: true,
    datasetType: 'CSV',
    datasetSchema,
  });
  assert.ok(parsed.ok);
  return parsed.dataset;
};

const read = (uuid: string): Draft => ({
  nodeClass: 'dataset.NodeDatasetStructured',
  type: 'dataset',
  fields: { dataset: uuid },
});

const rowsOf = ({ outputs }: Manifest): unknown =>
  outputs.flatMap((one) => ('rows' in one && one.title !== 'Rejected rows' ? [one.rows] : [])).at(-1);
const failureOf = ({ nodes }: Manifest) => nodes.find(({ status }) => status === 'FAILED')?.error;

describe('workflows that were made for an older Spark', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  const datasets = new Map([
    [
      'rides',
      dataset('rides', 'rides.csv', [
        ['at', 'TIMESTAMP', 'dd/MM/yyyy HH:mm'],
        ['n', 'INTEGER'],
      ]),
    ],
  ]);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-compatibility-'));
    await writeFile(join(folder, 'zips.csv'), 'zip,n\n44130,1\n49007-1234,2\n,3\nnone,0\n');
    // months and days the other way round: the pattern says day/month
    const days = Array.from({ length: 40 }, (_, i) => `1/${1 + (i % 28)}/2011 ${i % 24}:00,${i}`);
    await writeFile(join(folder, 'rides.csv'), `at,n\n${days.join('\n')}\n`);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const graphOf = (drafts: readonly Draft[]): Promise<Ready> => ready(inARow(drafts), datasets, folder);
  const run = async (drafts: readonly Draft[], compatibility: Compatibility, engine: 'auto' | 'sail' = 'auto') => {
    const { prepared, ...rest } = await graphOf(drafts);
    const fixed = { now: '2024-02-29T12:00:00.000Z', seed: 42n };
    return runWorkflow(prepared, { engine, compatibility, ...fixed }, { ...rest, host, emit: () => undefined });
  };
  const zips = csv('zips.csv', 'zip n', 'STRING INTEGER');

  describe('without ANSI', () => {
    const cases: readonly {
      readonly name: string;
      readonly text: string;
      readonly rows: unknown;
      readonly fails: RegExp;
    }[] = [
      {
        name: 'a cast of text that is no number is null',
        text: 'select cast(zip as int) as z, count(*) as c from t group by 1 order by z nulls first, c',
        rows: [
          [null, 3],
          [44130, 1],
        ],
        fails: /49007-1234|none|''/,
      },
      {
        name: 'a division by zero is null',
        text: 'select n, 6 / n as q from t order by n',
        rows: [
          [0, null],
          [1, 6],
          [2, 3],
          [3, 2],
        ],
        fails: /zero/i,
      },
      {
        name: 'numbers that are too large go round',
        text: 'select n + 2147483647 as m from t order by n',
        rows: [[2147483647], [-2147483648], [-2147483647], [-2147483646]],
        fails: /overflow/i,
      },
      {
        name: 'an element beyond an array is null',
        text: 'select array(1, 2)[n] as e from t order by n',
        rows: [[1], [2], [null], [null]],
        fails: /index/i,
      },
    ];
    for (const { name, text, rows, fails } of cases)
      test(`${name}; as of Spark 4 it fails, and the remedy names spark3`, async () => {
        const nodes = [zips, sql(text), print];
        const old = await run(nodes, 'spark3');
        assert.deepEqual([old.status, old.engine], ['COMPLETED', 'spark'], JSON.stringify(failureOf(old)));
        assert.equal(old.why, 'compatibility spark3 is available only on Spark');
        assert.deepEqual(rowsOf(old), rows);
        const now = await run(nodes, 'spark4');
        assert.equal(now.status, 'FAILED');
        assert.match(failureOf(now)?.message ?? '', fails);
        assert.match(failureOf(now)?.remedy ?? '', /set its compatibility to spark3$/);
      });
  });

  describe('by the dates of Spark 2', () => {
    const weekday = sql(
      "select cast(from_unixtime(unix_timestamp(at, 'dd-MM-yyyy'), 'u') as int) as d, count(*) as c from t group by 1 order by 1 nulls first limit 2",
    );
    test('a pattern has the letters of that time; as of Spark 4 and 3 it fails, and the remedy names spark2', async () => {
      const old = await run([read('rides'), weekday, print], 'spark2');
      assert.equal(old.status, 'COMPLETED', JSON.stringify(failureOf(old)));
      // the 28 months from January 2011 on, of which 1/13/2011 is January 2012: all on the first of the month
      assert.deepEqual(
        (rowsOf(old) as unknown[][]).map(([day]) => day),
        [1, 2],
      );
      for (const compatibility of ['spark4', 'spark3'] as const) {
        const now = await run([read('rides'), weekday, print], compatibility);
        assert.equal(now.status, 'FAILED');
        assert.match(failureOf(now)?.remedy ?? '', /set its compatibility to spark2$/);
      }
    });

    test('the letters that are said to be its own are those that it takes and later ones refuse', async () => {
      await using old = await host.open('spark', { compatibility: 'spark2' });
      await using later = await host.open('spark', { compatibility: 'spark3' });
      const functions: readonly (readonly [PatternUse, string])[] = [
        ['read', "select to_timestamp('x', '?')"],
        ['write', "select date_format(timestamp'2024-02-29 12:34:56', '?')"],
      ];
      /** The condition of an error about the pattern; undefined if it is taken. */
      const refusal = async ({ session }: EngineSession, text: string, letter: string): Promise<string | undefined> => {
        try {
          await session.sql(text.replace('?', letter)).collect();
          return undefined;
        } catch (error) {
          assert.ok(error instanceof SparkError, String(error));
          return error.errorClass ?? error.message;
        }
      };
      const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
      for (const [use, text] of functions)
        for (const letter of letters) {
          const [byOld, byLater] = [await refusal(old, text, letter), await refusal(later, text, letter)];
          const isOfSpark2 = byOld === undefined && byLater !== undefined;
          assert.equal(
            lettersOnlyOfSpark2(letter, use).length > 0,
            isOfSpark2,
            `to ${use} by ${letter}: ${byOld}, ${byLater}`,
          );
          // an error names the older Spark only if that takes the letter
          if (byLater !== undefined)
            assert.equal(/spark2/.test(remedyInWorkflow(byLater) ?? ''), isOfSpark2, `${use} ${letter}: ${byLater}`);
        }
    });

    const measured: readonly Draft[] = [
      read('rides'),
      {
        nodeClass: 'etl.NodeDateTimeFieldExtract',
        fields: { inputCol: 'at', extractMonth: 'true', extractHour: 'true', extractYear: 'true' },
      },
      {
        nodeClass: 'ml.NodeVectorAssembler',
        type: 'transform',
        fields: { inputCols: ['at_month', 'at_hour', 'n'], outputCol: 'v' },
      },
      print,
    ];
    test('a month 13 is January of the next year, as its lenient calendar has it', async () => {
      const text = 'select cast(at as string) as at from t where n in (0, 12, 25) order by n';
      const old = await run([read('rides'), sql(text), print], 'spark2');
      assert.deepEqual(rowsOf(old), [['2011-01-01 00:00:00'], ['2012-01-01 12:00:00'], ['2013-02-01 01:00:00']]);
      assert.equal(old.nodes[0]?.rejected, undefined);
      const now = await run(measured, 'spark4');
      const { message, remedy } = failureOf(now) ?? assert.fail(now.status);
      assert.match(message, /null/);
      assert.match(
        remedy,
        /node 1 NodeDatasetStructured rejected 16 rows, whose cells are null here: check its rejected rows/,
      );
      assert.match(remedy, /set the compatibility of the workflow to spark2$/);
      assert.equal((await run(measured, 'spark2')).status, 'COMPLETED');
    });

    test('dates that are said to be lenient are those that its readers alone take', async () => {
      const patterns = ['dd/MM/yyyy HH:mm', 'yyyy-MM-dd', "EEE, MM/dd/yy 'at' hh:mm a"] as const;
      const texts = [
        ['1/13/2011 0:00', '2011-13-01', 'Sun, 13/01/11 at 10:30 AM'],
        ['01/12/2011 10:30', '2011-02-28', 'Sun, 12/01/11 at 10:30 AM'],
        ['32/01/2011 10:30', '2011-02-29', 'Sun, 02/30/12 at 10:30 PM'],
        ['29/02/2012 10:30', '2012-02-29', 'Sun, 02/29/12 at 10:30 PM'],
        ['31/04/2012 10:30', '2012-00-10', 'Sun, 04/31/12 at 10:30 PM'],
        ['01/04/2012 25:30', '2012-10-00', 'Sun, 04/01/12 at 10:61 PM'],
        ['01/04/2012 10:61', 'soon', 'Sun, 04/01/12'],
      ];
      const odd = dataset(
        'odd',
        'odd.csv',
        patterns.map((pattern, i) => [`c${i}`, i === 1 ? 'DATE' : 'TIMESTAMP', pattern]),
      );
      await writeFile(join(folder, 'odd.csv'), `c0;c1;c2\n${texts.map((row) => row.join(';')).join('\n')}\n`);
      datasets.set('odd', { ...odd, delimiter: ';' });
      const isThere = async (compatibility: Compatibility): Promise<boolean[][]> =>
        (rowsOf(await run([read('odd'), print], compatibility)) as unknown[][]).map((row) =>
          row.map((cell) => cell !== null),
        );
      const [old, now] = [await isThere('spark2'), await isThere('spark4')];
      const lenient = patterns.map(lenientDate);
      for (const [at, row] of texts.entries())
        for (const [i, text] of row.entries())
          assert.equal(
            lenient[i]?.(text),
            old[at]?.[i] === true && now[at]?.[i] === false,
            `${text}: ${old[at]?.[i]}, ${now[at]?.[i]}`,
          );
    });

    test('nodes write and read dates by its patterns', async () => {
      const old = await run(
        [
          read('rides'),
          {
            nodeClass: 'etl.NodeMultiDateToString',
            fields: { inputColNames: ['at'], outputColNames: ['w'], outputColFormats: ['YYYY-ww u'] },
          },
          sql('select w, n from t where n < 2 order by n'),
          print,
        ],
        'spark2',
      );
      assert.equal(old.status, 'COMPLETED', JSON.stringify(failureOf(old)));
      assert.deepEqual(rowsOf(old), [
        ['2011-01 6', 0],
        ['2011-06 2', 1],
      ]);
    });
  });

  test('Sail cannot be asked for', async () => {
    await assert.rejects(run([zips, print], 'spark3', 'sail'), (error: unknown) => {
      assert.ok(error instanceof RunError && error.code === 'NEEDS_SPARK');
      assert.match(error.message, /^this cannot run on Sail: compatibility spark3 is available only on Spark$/);
      return true;
    });
  });

  test('the PySpark program of such a workflow sets what it needs', async () => {
    const { prepared, ...rest } = await graphOf([zips, sql('select cast(zip as int) as z from t'), print]);
    const options = { ...rest, host, engine: 'auto' as const };
    const { code } = await workflowCode({ ...options, compatibility: 'spark2' }, prepared);
    assert.match(code, /spark\.conf\.set\("spark\.sql\.ansi\.enabled", "false"\)/);
    assert.match(code, /spark\.conf\.set\("spark\.sql\.legacy\.timeParserPolicy", "LEGACY"\)/);
    assert.match((await workflowCode(options, prepared)).code, /"spark\.sql\.ansi\.enabled", "true"/);
  });

  test('previews and columns are those of its runs, in a session of their own', async () => {
    await using editing = new EditingSessions({ host, idleMs: 60_000, max: 4 });
    const { prepared, catalogue, files } = await graphOf([zips, sql('select n, 6 / n as q from t'), print]);
    const signal = new AbortController().signal;
    const options = { workflow: prepared.workflow, catalogue, datasets, files, sampleRows: 100, signal };
    const preview = (compatibility: Compatibility) =>
      editing.use('someone', { owner: '', compatibility }, (session) =>
        previewNode(session, options, '2', { rows: 10 }),
      );
    const { engine, outputs } = await preview('spark3');
    assert.equal(engine, 'spark');
    assert.deepEqual(outputs[0]?.rows, [
      [1, 6],
      [2, 3],
      [3, 2],
      [0, null],
    ]);
    await assert.rejects(preview('spark4'), /zero/i);
    const { nodes } = await editing.use('someone', { owner: '', compatibility: 'spark3' }, (session) =>
      graphColumns(session, options),
    );
    assert.deepEqual(
      nodes.map((node) => node.engine),
      ['spark', 'spark', 'spark'],
    );
    assert.deepEqual(nodes[0]?.reasons, ['compatibility spark3 is available only on Spark']);
  });
});
