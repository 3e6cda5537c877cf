import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseRemote, SparkConnectClient, SparkSession, types, type DataFrame } from '@millrace/spark-connect';
import { relationsOf } from '@millrace/spark-connect/visit';
import { PlanOrder } from '../src/plan/plan-order.ts';

const session = new SparkSession(new SparkConnectClient(parseRemote('sc://127.0.0.1:1')));
const schema = types.struct([types.field('k', types.integer), types.field('n', types.integer)]);
const file = session.createDataFrame([], 'k int, n int');

/** A node in SQL, and how often the text of its query was read. */
interface Node {
  readonly df: DataFrame;
  readonly schema: typeof schema;
  readonly planOrder: PlanOrder;
  readonly reads: () => number;
}

function node(query: string, inputs: Readonly<Record<string, Omit<Node, 'planOrder' | 'reads'>>>): Node {
  const below = Object.values(inputs);
  const df = session.sql(query, {
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.df])),
  });
  const relations = new Set(below.map((input) => input.df.relation));
  const own = relationsOf(df.relation, relations).find(({ relType }) => relType.case === 'sql')?.relType.value;
  assert.ok(own !== undefined && 'query' in own);
  let reads = 0;
  Object.defineProperty(own, 'query', { enumerable: true, get: () => (reads++, query) });
  return { df, schema, planOrder: new PlanOrder(df, below), reads: () => reads };
}

/** Nodes in a row, each with one input. */
function inARow(first: string, count: number): Node[] {
  const nodes = [node(first, { t: { df: file, schema } })];
  for (let last = nodes[0]; last !== undefined && nodes.length < count; last = nodes.at(-1))
    nodes.push(node('select k, n + 1 as n from t', { t: last }));
  return nodes;
}

describe('how rows stand', () => {
  test('no query is read until a caller asks, and then each above the rows once', () => {
    const nodes = inARow('select distinct k, n from t', 4);
    const other = node('select k, n from t', { t: nodes[0] ?? assert.fail() });
    assert.deepEqual(
      [...nodes, other].map(({ reads }) => reads()),
      [0, 0, 0, 0, 0],
    );
    assert.equal(nodes[2]?.planOrder.order, 'free');
    const [first = 0, ...others] = [...nodes, other].map(({ reads }) => reads());
    assert.ok(first > 0);
    assert.deepEqual(others, [first, first, 0, 0]);
    assert.deepEqual([nodes[2], nodes[1], nodes[0]].map((one) => one?.planOrder.order), ['free', 'free', 'free']); // prettier-ignore
    assert.deepEqual(
      nodes.map(({ reads }) => reads()),
      [first, first, first, 0],
    );
    assert.equal(nodes[3]?.planOrder.order, 'free');
    assert.deepEqual(
      nodes.map(({ reads }) => reads()),
      [first, first, first, first],
    );
  });

  test('of rows that go several ways and meet again, each query is read once', () => {
    let last = node('select distinct k, n from t', { t: { df: file, schema } });
    const nodes = [last];
    for (let i = 0; i < 40; i++) {
      const [a, b] = [node('select k, n from t', { t: last }), node('select k, n from t where k > 1', { t: last })];
      last = node('select k, n from a union all select k, n from b', { a, b });
      nodes.push(a, b, last);
    }
    assert.notEqual(last.planOrder.order, 'input');
    assert.deepEqual(new Set(nodes.map(({ reads }) => reads())), new Set([nodes[0]?.reads()]));
  });

  test('a chain of 5,000 nodes does not overflow the stack', () => {
    assert.equal(inARow('select k, n from t', 5_000).at(-1)?.planOrder.order, 'input');
    assert.equal(inARow('select k, n from t order by k', 5_000).at(-1)?.planOrder.order, 'ties');
    assert.equal(inARow('select k, max(n) as n from t group by k', 5_000).at(-1)?.planOrder.order, 'free');
  });
});
