import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SparkSession } from '@millrace/spark-connect';
import * as ml from '@millrace/spark-connect/ml';
import { sharing } from '@millrace/testkit/engines';
import { allPythonFunctions } from '../src/explain/python/functions.ts';
import { setAfterwards } from '../src/explain/python/stage.ts';
import { workflowCode, type Script } from '../src/explain/index.ts';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { rowsOf } from '../src/results/cells.ts';
import type { Manifest } from '../src/results/events.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { inARow, sql } from './drafts.ts';
import { addressOf, tooDeep, unguarded } from './explain-examples.ts';
import { resultTable, python, runPython, type Program, type ProgramResult } from './explain-python.ts';
import {
  dataGraphs,
  gallery,
  galleryDatasets,
  galleryWorkflow,
  hasGallery,
  quickLearningGraphs,
  ready,
} from './support.ts';

/** Makes each call of the table in Python and says which are not the call of that name with those arguments. */
const checkTable = `
import json, sys, warnings
warnings.filterwarnings("ignore")
from pyspark.sql.connect import functions as F
from pyspark.sql.connect.expressions import UnresolvedFunction
wrong = []
for name, shapes in json.load(sys.stdin):
    for shape in shapes:
        shape = shape[:-1] + shape[-2] if shape.endswith("*") else shape
        if "f" in shape:
            wrong += [] if hasattr(F, name) else [f"{name} is missing"]
            continue
        fits = False
        for value in (1, "yyyy", True):
            try:
                args = [F.col(f"x{i}") if kind == "c" else value for i, kind in enumerate(shape)]
                made = getattr(F, name)(*args)._expr
                order = [str(a) for a in made._args]
                fits = fits or (type(made) is UnresolvedFunction and made._name == name and len(order) == len(shape)
                    and all(kind != "c" or order[i] == f"x{i}" for i, kind in enumerate(shape)))
            except Exception as error:
                pass
        if not fits:
            wrong.append(f"{name}({shape})")
print(json.dumps(wrong))
`;

/** Says which parameters the installed pyspark's constructors do not take, or has no method for. */
const checkParams = `
import importlib, inspect, json, sys
wrong = []
for path, given, later in json.load(sys.stdin):
    module, name = path.split(".")
    made = getattr(importlib.import_module(f"pyspark.ml.{module}"), name, None)
    if made is None:
        wrong.append(path)
        continue
    takes = inspect.signature(made.__init__).parameters
    wrong += [f"{path}({one})" for one in given if one not in takes]
    wrong += [f"{path}.{one}" for one in later if one in takes or not hasattr(made, "set" + one[0].upper() + one[1:])]
print(json.dumps(wrong))
`;

test('what is saved lies in the file space, with a slash before its path or without', async () => {
  await using host = new EngineHost(sharing());
  const saved = (path: string) => ({ nodeClass: 'save.NodeSaveCSV', fields: { path } });
  const workflow = inARow([
    { nodeClass: 'dataset.NodeDatasetEmpty', type: 'dataset' },
    sql('select 1.0d as x, 2.0d as y from t'),
    saved('out/a'),
    saved('/out/b'),
    { nodeClass: 'ml.NodeVectorAssembler', type: 'ml-transformer', fields: { inputCols: ['x'], outputCol: 'v' } },
    { nodeClass: 'ml.NodeLinearRegression', type: 'ml-estimator', fields: { featuresCol: 'v', labelCol: 'y' } },
    { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: '/models/y', fixedPath: 'true' } },
    { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: '/versions' } },
    { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: '/versions' } },
  ]);
  const { prepared, ...rest } = await ready(workflow, new Map(), tmpdir());
  const { code, missing } = await workflowCode({ host, engine: 'spark', ...rest }, prepared);
  assert.deepEqual(missing, []);
  for (const line of [
    '.save(f"{FILES}/out/a")',
    '.save(f"{FILES}/out/b")',
    'model_6.write().save(f"{FILES}/models/y")',
  ])
    assert.ok(code.includes(line), `${line}\n${code}`);
  assert.match(code, /\/versions\/\d{8}T\d{9}Z"\)/);
  assert.match(code, /\/versions\/\d{8}T\d{9}Z_2"\)/);
});

test('what PySpark cannot send is named as what the code has no form for', async () => {
  await using host = new EngineHost(sharing());
  const workflow = inARow([
    { nodeClass: 'dataset.NodeDatasetEmpty', type: 'dataset' },
    sql("select array('a', 'b') as w from t"),
    { nodeClass: 'ml.NodeHashingTF', type: 'ml-transformer', fields: { inputCol: 'w', outputCol: 'f' } },
    { nodeClass: tooDeep.slice('fire.nodes.'.length), fields: { words: 'w', features: 'f' } },
  ]);
  const { prepared, ...rest } = await ready(workflow, new Map(), tmpdir());
  const { code, missing } = await workflowCode({ host, engine: 'spark', ...rest }, prepared);
  assert.match(code, /HashingTF\(inputCol="w", outputCol="f"/);
  assert.deepEqual(missing, [
    'node 4 (NodeWordToScoreMapping) needs an expression that SQL cannot write, for which this code has no form',
  ]);
});

test('what is learned in Python is named as what the code has no form for', async () => {
  await using host = new EngineHost(sharing());
  const workflow = inARow([
    { nodeClass: 'dataset.NodeDatasetEmpty', type: 'dataset' },
    sql('select 1 as x, 2 as y from t'),
    {
      nodeClass: 'sklearn.NodeSklearnRidgeRegression',
      type: 'ml-estimator',
      fields: { targetCol: 'y', featureCols: '["x"]' },
    },
    { nodeClass: 'sklearn.NodeSklearnPredict', type: 'ml-predict' },
  ]);
  const { prepared, ...rest } = await ready(workflow, new Map(), tmpdir());
  const { missing } = await workflowCode({ host, engine: 'spark', ...rest }, prepared);
  assert.deepEqual(missing, [
    'node 3 (NodeSklearnRidgeRegression) needs a library of Python beside Spark, for which this code has no form',
    'node 4 (NodeSklearnPredict) needs a library of Python beside Spark, for which this code has no form',
  ]);
});

test('every function is called as the installed pyspark makes it', async () => {
  const table = allPythonFunctions();
  assert.ok(table.length > 200);
  assert.deepEqual(JSON.parse(await python(checkTable, JSON.stringify(table))), []);
});

test('every parameter of a learner is given as the installed pyspark takes it', async () => {
  const operators = Object.values(ml).flatMap((one) => ('definition' in one ? [one.definition] : []));
  assert.ok(operators.length > 60, `${operators.length}`);
  // factorization machines have a column of weights that nothing reads, and no node sets it
  const isRead = (className: string, name: string): boolean => !(className.includes('.FM') && name === 'weightCol');
  const shapes = operators.map(({ className, params }) => {
    const later = setAfterwards[className] ?? [];
    const rest = Object.keys(params).filter((name) => !later.includes(name) && isRead(className, name));
    return [className, rest, later];
  });
  assert.deepEqual(JSON.parse(await python(checkParams, JSON.stringify(shapes))), []);
});

interface Graph {
  readonly manifest: Manifest;
  readonly script: Script;
  readonly program: Program;
}

describe('code for PySpark of the graphs of the gallery', { skip: !hasGallery, timeout: 900_000 }, async () => {
  const names = hasGallery ? [...(await dataGraphs()), ...(await quickLearningGraphs())] : [];
  const host = new EngineHost(sharing());
  const graphs = new Map<string, Graph>();
  let engine: EngineSession;
  let reading: SparkSession;
  let results: readonly ProgramResult[];
  // what a program saves lands in a copy
  const copy = join(await mkdtemp(join(tmpdir(), 'millrace-gallery-')), 'gallery');
  before(async () => {
    await cp(gallery, copy, { recursive: true });
    const datasets = await galleryDatasets();
    engine = await host.open('spark');
    for (const name of names) {
      const { prepared, ...rest } = await ready(await galleryWorkflow(name), datasets, gallery);
      const request = { engine: 'spark' as const, now: '2024-02-29T12:00:00.000Z', seed: 42n };
      const manifest = await runWorkflow(
        prepared,
        { ...request, previews: 1e6, dryRun: true },
        { ...rest, host, emit: () => undefined },
      );
      const script = await workflowCode({ ...rest, host, ...request }, prepared);
      const variables = [...script.variables.values()].flat();
      graphs.set(name, {
        manifest,
        script,
        program: { name, code: script.code.replaceAll(gallery, copy), variables },
      });
    }
    reading = await unguarded(engine);
    results = await runPython(
      addressOf(engine),
      [...graphs.values()].map((g) => g.program),
    );
  });
  after(async () => {
    reading.client.close();
    await engine[Symbol.asyncDispose]();
    await host.close();
    await rm(dirname(copy), { recursive: true, force: true });
  });

  for (const [number, name] of names.entries())
    test(`${name}: the code gives the rows of the run, node by node`, async () => {
      const { manifest, script, program } = graphs.get(name) ?? assert.fail();
      assert.equal(manifest.status, 'COMPLETED');
      assert.deepEqual(script.missing, []);
      const result = results[number];
      assert.ok(result !== undefined && !('error' in result), `${JSON.stringify(result)}\n${script.code}`);
      for (const node of manifest.nodes) {
        const at = program.variables.indexOf(script.variables.get(node.id)?.[0] ?? '');
        if (at < 0) continue;
        const table = rowsOf(await resultTable(reading, number, result, at), 1e6);
        const preview = manifest.outputs.find(
          (o) => o.nodeId === node.id && o.type === 'table' && o.title === 'Preview',
        );
        assert.ok(preview?.type === 'table', `no rows of node ${node.id}`);
        assert.deepEqual(
          [table.columns, sortedTexts(table.rows)],
          [preview.columns, sortedTexts(preview.rows)],
          `node ${node.id}\n${script.code}`,
        );
        assert.equal(table.rows.length, node.rows);
      }
    });
});

const sortedTexts = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();
