import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { FieldSpec } from '@millrace/workflow';
import { loadCatalogue, loadProcessors, type Example, type ExampleTable, type Processor } from '../src/index.ts';
import { classIndex, classIndexText } from '../make-class-index.ts';
import { galleryNodes, reference, skip, type ReferenceField } from './support/reference.ts';

const catalogue = [...(await loadCatalogue())];
const isNote = ({ type }: Processor): boolean => type === 'doc' || type === 'sticky';
const runnable = catalogue.filter((p) => !isNote(p) && p.unavailable === undefined);

/** Processors of which three examples cannot be written down, and why; runs of whole workflows cover them. */
const fewExamples: Readonly<Record<string, string>> = {
  'fire.nodes.dataset.NodeDatasetStructured': 'reads a saved dataset, which an example cannot hold',
  'fire.nodes.dataset.NodeDatasetAvro': 'reads files that only an engine writes',
  'fire.nodes.dataset.NodeDatasetParquet': 'reads files that only an engine writes',
  'fire.nodes.ml.NodeModelLoad': 'reads files that only an engine writes',
  'fire.nodes.sklearn.NodeModelLoad': 'reads files that only the Python worker writes',
  'fire.nodes.sklearn.NodeSklearnModelLoadFromS3': 'reads files that only the Python worker writes',
  ...Object.fromEntries(
    ['Sarimax', 'Arima', 'Var'].map((name) => [
      `fire.nodes.ts.Node${name}Load`,
      'reads files that only the Python worker writes',
    ]),
  ),
  'fire.nodes.dataset.NodeDatasetPDF': 'reads files that are not text',
  'fire.nodes.dataset.NodeDatasetEmpty': 'has no fields and always gives the same',
  'fire.nodes.etl.NodeGenerateUUID': 'gives other rows every time',
};

/** Fields by the names of older files, which are read and not shown: class -> names. */
const olderFields: Readonly<Record<string, readonly string[]>> = {
  'fire.nodes.etl.NodeJoinUsingSQL': ['tempTable1', 'tempTable2'],
  'fire.nodes.dataset.NodeDatasetCSV': ['dropMalformed'],
  'fire.nodes.save.NodeSaveJSON': ['overwrite'],
  'fire.nodes.save.NodeSaveParquet': ['overwrite'],
  'fire.nodes.ml.NodeMulticlassClassificationEvaluator': ['metricName'],
};
/** Fields that are not shown: they are older names of other fields, or what they name is not here. */
const leftOut: ReadonlySet<string> = new Set([
  'cmChartTitle',
  'cmChartDescription',
  'output_roc_chart',
  'confusionMatrixCountLegend',
  'modelIdentifier',
  'useChampion',
  'enablePredictionOverTimeMetrics',
  'modelCategory',
  // found out from what is there
  'fire.nodes.ml.NodeModelLoad fixedPath',
  'fire.nodes.ml.NodeModelLoad modelType',
  // models of the folds are not stored
  'fire.nodes.ml.NodeCrossValidator collectSubModels',
  'fire.nodes.ml.NodeTrainValidationSplit collectSubModels',
  'modelUUID',
  // of predictions over time, which are not stored
  'fire.nodes.sklearn.NodeSklearnPredict keyCol',
  // there are no sparse rows
  'ignore_implicit_zeros',
  // messages of training are not shown, and models are trained from the beginning
  'verbose',
  'warm_start',
  // of the start of a fit, which is the libraries' own, and of what it tells meanwhile
  ...['transformed', 'includes_fixed', 'full_output', 'optim_hessian', 'trace'],
  // seasons are found by their strength
  'fire.nodes.ts.NodeAutoARIMA seasonal_test',
  // the documentation does not say what it compares with
  'fire.nodes.ts.NodeVarForecast isValidation',
  // options that scikit-learn no longer has
  'presort',
  // Spark grows these trees by variance alone
  'fire.nodes.ml.NodeGBTClassifier impurity',
  // one process learns, on all cores, from rows in its memory
  ...['numWorkers', 'useExternalMemory'].flatMap((name) =>
    ['Classifier', 'Regressor'].map((how) => `fire.nodes.ml.NodeXGBoost${how} ${name}`),
  ),
]);
/** Fields that name a column to be made, though the interface offers those of the input. */
const newColumns: ReadonlySet<string> = new Set(['fire.nodes.ml.NodeGaussianMixture probabilityCol']);
/** Options that the interface's own list lacks: class and field -> options, each named in the documentation. */
const furtherOptions: Readonly<Record<string, readonly string[]>> = {
  'fire.nodes.etl.NodeHash hashingAlgorithm': ['SHA1'],
  'fire.nodes.ml.NodeStringIndexer handleInvalid': ['keep'],
  'fire.nodes.ml.NodeStringIndexerAdvanced handleInvalid': ['keep'],
};
/** Defaults other than the interface's own: class and field -> default, each described in the documentation. */
const otherDefaults: Readonly<Record<string, string>> = {
  // quotes inside cells are doubled, as RFC 4180 has it
  'fire.nodes.save.NodeSaveCSV escape': '"',
};

/** Fails with all that is wrong with any processor, one line each. */
function assertForAll(processors: readonly Processor[], wrong: (processor: Processor) => readonly string[]): void {
  assert.ok(processors.length > 0);
  const lines = processors.flatMap((p) => wrong(p).map((problem) => `${p.nodeClass}: ${problem}`));
  assert.equal(lines.join('\n'), '');
}

const tablesOf = (tables: ExampleTable | readonly ExampleTable[] | undefined): readonly ExampleTable[] =>
  tables === undefined ? [] : Array.isArray(tables) ? (tables as readonly ExampleTable[]) : [tables as ExampleTable];

describe('a processor of the catalogue', () => {
  test('has a class, a description in whole sentences and fields told apart', () => {
    assertForAll(catalogue, ({ nodeClass, description, fields }) => [
      ...(/^fire\.nodes(\.[a-z0-9_]+)+\.\w+$/i.test(nodeClass) ? [] : ['its class is no class name']),
      ...(/^[A-Z].{20,}\.$/s.test(description) ? [] : [`its description is no sentence: "${description}"`]),
      ...fields
        .filter((field, i) => fields.findIndex((f) => f.name === field.name) !== i)
        .map((field) => `it has two fields "${field.name}"`),
    ]);
  });

  test('has a description of its own', () => {
    const descriptions = new Set(
      galleryNodes.map((n) => n.description?.trim()).filter((text) => text !== undefined && text !== ''),
    );
    assertForAll(catalogue, ({ nodeClass, description }) => [
      ...(descriptions.has(description) ? ['its description stands in a workflow of others'] : []),
      ...(catalogue.some((p) => p.nodeClass !== nodeClass && p.description === description)
        ? ['another processor has the same description']
        : []),
    ]);
  });

  test('that cannot run here says why, and names others that can', () => {
    const names = new Set(runnable.map(({ name }) => name));
    const notHere = catalogue.filter(({ unavailable }) => unavailable !== undefined);
    assertForAll(notHere, ({ unavailable = '' }) => [
      ...(unavailable.length < 20 ? ['it does not say why'] : []),
      ...[...unavailable.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) =>
        names.has(name) ? [] : [`it names "${name}", which is not there`],
      ),
    ]);
  });

  test('has choices with options, and defaults among them', () => {
    assertForAll(catalogue, ({ fields }) =>
      fields.flatMap(({ name, kind, options, aliases, default: fallback }) => [
        ...(kind === 'choice' && (options ?? []).length === 0 ? [`the choice "${name}" has no options`] : []),
        ...(kind === 'choice' &&
        fallback !== undefined &&
        !options?.includes(fallback) &&
        !(fallback in (aliases ?? {}))
          ? [`the default of "${name}" is none of its options`]
          : []),
      ]),
    );
  });
});

describe('the examples of a processor', () => {
  test('are three or more, under names told apart, and promise something', () => {
    assertForAll(runnable, ({ nodeClass, examples }) => [
      ...(examples.length < 3 && !(nodeClass in fewExamples) ? [`it has ${examples.length} examples`] : []),
      ...examples
        .filter(({ name }, i) => examples.findIndex((e) => e.name === name) !== i)
        .map(({ name }) => `two examples are called "${name}"`),
      ...examples.filter((e) => !promises(e)).map(({ name }) => `the example "${name}" promises nothing`),
      ...(examples.every((e) => e.error !== undefined) && !(nodeClass in fewExamples) ? ['no example goes well'] : []),
    ]);
  });

  test('hold rows of the width of their columns', () => {
    assertForAll(runnable, ({ examples }) =>
      examples.flatMap((example) =>
        [
          ...tablesOf(example.input),
          ...tablesOf(example.output),
          ...(example.results ?? []).flatMap((r) => tablesOf(r.data)),
        ]
          .filter(({ rows }) => rows.some((row) => row.length !== rows[0]?.length))
          .map(() => `the example "${example.name}" has rows of different widths`),
      ),
    );
  });

  test('cover an empty input', () => {
    assertForAll(
      runnable.filter((p) => p.inputs.min > 0),
      ({ examples }) =>
        examples.some((e) => tablesOf(e.input).some(({ rows }) => rows.length === 0))
          ? []
          : ['no example has an empty input'],
    );
  });

  test('cover a null', () => {
    const transforms = runnable.filter((p) => p.inputs.min > 0 && !(p.nodeClass in fewExamples));
    assertForAll(transforms, ({ examples }) => {
      const tables = examples.flatMap((e) => [...tablesOf(e.input), ...tablesOf(e.output)]);
      return tables.some(({ rows }) => rows.some((row) => row.includes(null))) ? [] : ['no example has a null'];
    });
  });

  test('name only fields that the processor has', () => {
    assertForAll(runnable, ({ nodeClass, fields, examples }) => {
      const names = new Set([...fields.map((f) => f.name), ...(olderFields[nodeClass] ?? [])]);
      return examples.flatMap((example) =>
        Object.keys(example.fields ?? {})
          .filter((name) => !names.has(name))
          .map((name) => `the example "${example.name}" sets "${name}"`),
      );
    });
  });
});

const promises = ({ output, results, error }: Example): boolean =>
  output !== undefined || results !== undefined || error !== undefined;

describe('a processor that stored workflows know', { skip }, () => {
  const nodes = catalogue.filter((p) => reference.has(p.nodeClass));

  test('has the type, the category and the name that they do', () => {
    assertForAll(nodes, ({ nodeClass, type, category, name }) => {
      const entries = reference.get(nodeClass) ?? [];
      const names = [
        ...entries.map((e) => e.name),
        ...galleryNodes.filter((n) => n.nodeClass === nodeClass).map((n) => n.name),
      ];
      return [
        ...(entries.some((e) => e.type === type) ? [] : [`its type is ${type}`]),
        ...(entries.some((e) => e.category === category) ? [] : [`its category is ${category}`]),
        ...(names.includes(name) ? [] : [`its name is "${name}", not ${names.map((n) => `"${n}"`).join(' or ')}`]),
      ];
    });
  });

  test('has their fields, lists where they have lists, with their options and defaults', () => {
    // those that cannot run show no form: their settings stay in the graph as they are
    const available = catalogue.filter(({ unavailable }) => unavailable === undefined);
    assertForAll(available, ({ nodeClass, formerly, fields }) => {
      const entries = [nodeClass, ...formerly].flatMap((name) => reference.get(name) ?? []);
      const fieldsByName = Map.groupBy(
        entries.flatMap((e) => e.fields),
        (f) => f.name,
      );
      return [...fieldsByName].flatMap(([name, same]) => {
        const spec = fields.find((f) => f.name === name);
        if (spec === undefined)
          return leftOut.has(name) ||
            leftOut.has(`${nodeClass} ${name}`) ||
            same.some((f) => layoutWidgets.has(f.widget))
            ? []
            : [`it lacks the field "${name}"`];
        if (newColumns.has(`${nodeClass} ${name}`)) return spec.kind === 'text' ? [] : [`"${name}" names a new column`];
        const key = `${nodeClass} ${name}`;
        return differences(spec, same, furtherOptions[key], otherDefaults[key]).map(
          (difference) => `"${name}" ${difference}`,
        );
      });
    });
  });

  test('has their names of inputs and outputs', () => {
    assertForAll(nodes, ({ nodeClass, inputNames = [], outputs }) => {
      const [entry] = reference.get(nodeClass) ?? [];
      const { inputAnchors = [], outputAnchors = [] } = entry ?? {};
      return [
        ...(outputAnchors.length > 0 && outputAnchors.join() !== outputs.join()
          ? [`its outputs are ${outputs.join()}`]
          : []),
        ...(inputAnchors.length > 1 && inputAnchors.join() !== inputNames.join()
          ? [`its inputs are ${inputNames.join()}`]
          : []),
      ];
    });
  });
});

const layoutWidgets: ReadonlySet<string> = new Set(['tab', 'header', 'line']);
const listWidgets =
  /^(variables|variables_(list|map|selected|common)\w*|list_\w+|(key|value)_array(_join)?|array_of_values|array_textfield|textArray|schema_col_\w+|colors|flatten_\w+)$/;
const singleWidgets =
  /^(variable|variable_common|textfield|numberfield|array|array_single|enum|boolean|textarea\w*|code_editor|datefield|textcolors)$/;

/** What is different about a field of the catalogue; `same` is the field by each engine. */
function differences(
  spec: FieldSpec,
  same: readonly ReferenceField[],
  further: readonly string[] = [],
  otherDefault?: string,
): string[] {
  const widgets = same.map((f) => f.widget);
  if (widgets.some((w) => layoutWidgets.has(w))) return spec.kind === 'layout' ? [] : ['is there for the layout alone'];
  const problems: string[] = [];
  if (widgets.every((w) => listWidgets.test(w)) && spec.list !== true) problems.push('is no list');
  // a field called inputCols holds several columns whatever its widget
  if (widgets.every((w) => singleWidgets.test(w)) && spec.list === true && !spec.name.endsWith('Cols'))
    problems.push('is a list');
  if (widgets.every((w) => /^variables?(_common)?$/.test(w)) && spec.kind !== 'column')
    problems.push(`is a ${spec.kind}, not a column`);
  const allowed = new Set([...(spec.options ?? []), ...Object.keys(spec.aliases ?? {})]);
  const offered = new Set(same.flatMap((f) => [...(f.options ?? []), ...Object.keys(f.optionsMap ?? {})].map(String)));
  const missing = [...offered].filter((option) => option !== '' && !allowed.has(option));
  if (missing.length > 0) problems.push(`lacks the options ${missing.join(', ')}`);
  const defaults = same.map((f) => String(f.default ?? '')).filter((text) => text !== '');
  const options = new Set([...offered, ...defaults, ...further]);
  const surplus =
    spec.kind === 'choice' && offered.size > 0 ? (spec.options ?? []).filter((option) => !options.has(option)) : [];
  if (surplus.length > 0) problems.push(`has the options ${surplus.join(', ')} besides`);
  const fallback = spec.default ?? '';
  if (otherDefault !== undefined) {
    if (fallback !== otherDefault) problems.push(`defaults to "${fallback}", not "${otherDefault}"`);
    if (defaults.includes(otherDefault)) problems.push('has the default of the interface, and is named as another');
  } else if (defaults.length > 0 && !defaults.some((text) => equalDefault(text, fallback, spec)))
    problems.push(`defaults to "${fallback}", not "${defaults[0]}"`);
  return problems;
}

function equalDefault(reference: string, fallback: string, { aliases = {} }: FieldSpec): boolean {
  if (reference === fallback || aliases[reference] === fallback) return true;
  return fallback !== '' && Number(reference) === Number(fallback);
}

test('every class can be loaded alone', async () => {
  for (const { nodeClass, formerly } of await loadCatalogue())
    for (const name of [nodeClass, ...formerly])
      assert.ok((await loadProcessors([name])).get(name) !== undefined, name);
});

test('the index of classes fits the modules', async () => {
  const storedIndex = readFileSync(classIndex, 'utf8');
  assert.ok(
    storedIndex === (await classIndexText()),
    'src/class-index.ts does not fit: run node packages/processors/make-class-index.ts',
  );
});
