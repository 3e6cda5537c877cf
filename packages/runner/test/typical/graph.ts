import { parseWorkflow, type Workflow } from '@millrace/workflow';
import { uuidOf } from './data.ts';

/** A node without its name: its class and its fields; `after` names the nodes before it, else it follows the one above. */
export interface Step {
  readonly nodeClass: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly after?: readonly string[];
}

/** A workflow as a user draws it: nodes by name, from the top to the bottom. */
export interface TypicalGraph {
  readonly name: string;
  readonly workflow: Workflow;
}

type Fields = Step['fields'];

export const node = (nodeClass: string, fields: Fields = {}, type = 'transform'): Step => ({ nodeClass, fields, type });

/** The same step behind other nodes than the one above it. */
export const after = (...names: string[]): ((step: Step) => Step) => {
  return (step) => ({ ...step, after: names });
};

/** Reads a dataset of `data.ts`. */
export const dataset = (name: string): Step =>
  node('dataset.NodeDatasetStructured', { dataset: uuidOf(name) }, 'dataset');
/** Reads a file of `data.ts` without a dataset. */
export const reader = (format: string, fields: Fields): Step => node(`dataset.NodeDataset${format}`, fields, 'dataset');
export const print = (n = 10): Step => node('util.NodePrintFirstNRows', { n: String(n) });
export const sql = (text: string): Step => node('etl.NodeSQL', { tempTable: 'fire_temp_table', sql: text });
export const filter = (conditionExpr: string): Step => node('etl.NodeRowFilter', { conditionExpr });
export const select = (...outputCols: string[]): Step => node('etl.NodeColumnFilter', { outputCols });
export const cast = (outputColType: string, ...inputCols: string[]): Step =>
  node('etl.NodeCastColumnType', { inputCols, outputColType });
/** New columns, by name. */
export const add = (columns: Readonly<Record<string, string>>): Step =>
  node('etl.NodeExpressions', { outputCols: Object.keys(columns), expressions: Object.values(columns) });
/** Sorts by columns, each with `desc` behind it where it falls. */
export const sort = (...columns: string[]): Step =>
  node('etl.NodeSortBy', {
    sortByColNames: columns.map((column) => column.replace(/ desc$/, '')),
    ascDesc: columns.map((column) => (column.endsWith(' desc') ? 'DESC' : 'ASC')),
  });
/** Groups by keys; aggregates as `sum amount`. */
export const group = (keys: readonly string[], aggregates: readonly string[], more: Fields = {}): Step =>
  node('etl.NodeGroupBy', {
    groupingCols: keys,
    aggregateCols: aggregates.map((one) => one.slice(one.indexOf(' ') + 1)),
    aggregateOperations: aggregates.map((one) => one.slice(0, one.indexOf(' '))),
    ...more,
  });
/** Joins the two named nodes by SQL, in which they are `a` and `b`. */
export const joinSql = (left: string, right: string, text: string): Step => ({
  ...node('etl.NodeJoinUsingSQL', { tempTables: ['a', 'b'], sql: text }, 'join'),
  after: [left, right],
});
export const joinOn = (left: string, right: string, joinCol: string, joinType = 'inner'): Step => ({
  ...node('etl.NodeJoinUsingColumn', { joinCol, joinType }, 'join'),
  after: [left, right],
});
export const union = (nodeClass: string, ...names: string[]): Step => ({
  ...node(nodeClass, {}, 'join'),
  after: names,
});
/** A column that is the value behind the first condition that holds. */
export const caseWhen = (outputCol: string, cases: Readonly<Record<string, string>>, otherwise: string): Step =>
  node('etl.NodeCaseWhen', {
    outputCol,
    whenConditions: Object.keys(cases),
    values: Object.values(cases),
    finallyElse: otherwise,
  });
export const chart = (xCol: string, yCols: readonly string[], graphType = 'COLUMNCHART'): Step =>
  node('graph.NodeGraphValues', { title: 'Graph', xlabel: xCol, ylabel: 'value', graphType, xCol, yCols });
export const save = (format: string, path: string): Step =>
  node(`save.NodeSave${format}`, { path, saveMode: 'Overwrite' });

/** Puts a workflow together; the outputs of a node go to the nodes behind it in the order in which they stand. */
export function graph(name: string, steps: Readonly<Record<string, Step>>): TypicalGraph {
  const ids = new Map(Object.keys(steps).map((one, i) => [one, String(i + 1)]));
  const nodes: object[] = [];
  const edges: object[] = [];
  let above: string | undefined;
  for (const [own, { nodeClass, type, fields, after: before }] of Object.entries(steps)) {
    const sources = before ?? (type === 'dataset' || above === undefined ? [] : [above]);
    for (const source of sources) {
      if (!ids.has(source)) throw new Error(`${name}: no node is called ${source}`);
      edges.push({ id: edges.length + 1, source: ids.get(source), target: ids.get(own) });
    }
    nodes.push({
      id: ids.get(own),
      name: own,
      type,
      nodeClass: `fire.nodes.${nodeClass}`,
      fields: Object.entries(fields).map(([field, value]) => ({
        name: field,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    });
    above = own;
  }
  const parsed = parseWorkflow({ name, nodes, edges });
  if (!parsed.ok) throw new Error(`${name}: ${parsed.problems[0]?.message}`);
  return { name, workflow: parsed.workflow };
}
