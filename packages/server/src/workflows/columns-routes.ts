import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { sendLists } from '../http/json-array.ts';
import { GraphJson, Id, Nullable } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import { inspectGraph } from './inspect-graph.ts';
import { ProblemRecord } from './records.ts';

const Columns = Type.Array(Type.Object({ name: Type.String(), type: Type.String() }));

const engineParts = {
  engine: Type.Unsafe<'sail' | 'spark' | null>({
    type: ['string', 'null'],
    enum: ['sail', 'spark', null],
    description: 'The engine that auto uses for a run up to this node; null if unknown',
  }),
  reasons: Type.Array(Type.String(), { description: 'Why Sail is not used' }),
};

const NodeColumns = Type.Object({
  nodeId: Type.String(),
  inputs: Nullable(
    Type.Array(
      Type.Object({
        nodeId: Type.String({ description: 'The node that produces it' }),
        output: Type.Integer({ description: 'Number of the output of that node, from 0' }),
        columns: Columns,
      }),
      { description: 'The columns in order; null if one of them is unknown' },
    ),
  ),
  outputs: Nullable(
    Type.Array(
      Type.Object({
        output: Type.Integer({ description: 'Number of the output, from 0' }),
        name: Type.String({ description: 'The name of the output, as in sourceAnchor of edges' }),
        columns: Columns,
      }),
      { description: 'null if the node or one of its ancestors is not complete yet' },
    ),
  ),
  ...engineParts,
});

const NodePlan = Type.Object({
  nodeId: Type.String(),
  ...engineParts,
  plan: Nullable(
    Type.String({
      description:
        'The plans that the engine of the whole run receives, as trees, one per output, and what the node outputs and saves; null if it has none',
    }),
  ),
  code: Nullable(Type.String({ description: 'Its part of the PySpark program of the graph; null if it has no plan' })),
});

/** What the editor of a graph asks again and again: what flows where, and what is wrong. */
export const workflowColumns: Resource = (context) => async (app) => {
  app.post(
    '/api/v1/workflows/columns',
    {
      config: { access: 'workflows.execute', changes: false },
      schema: {
        tags: ['Design'],
        description:
          'The columns of all nodes of a graph, as far as they are known, from samples of its sources; and all its problems, as found by validation and by the engine. A node after one that fails has no problem of its own.',
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          sample: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1_000 })),
        }),
        body: GraphJson,
        response: { 200: Type.Object({ nodes: Type.Array(NodeColumns), problems: Type.Array(ProblemRecord) }) },
      },
    },
    async (request, reply) => {
      const { projectId, sample = 1_000 } = request.query;
      const graphRequest = { body: request.body, projectId, sampleRows: sample, reply };
      const { nodes, problems } = await inspectGraph(
        context,
        whoIs(request),
        graphRequest,
        (session, options, { graphColumns }) => graphColumns(session, options),
      );
      return sendLists(request, reply, {
        nodes: { item: NodeColumns, records: nodes },
        problems: { item: ProblemRecord, records: problems },
      }) as never;
    },
  );

  app.post(
    '/api/v1/workflows/explain',
    {
      config: { access: 'workflows.execute', changes: false },
      schema: {
        tags: ['Design'],
        description:
          'The plan, engine and PySpark code of each node of a graph, as far as it can be composed. Nothing is run.',
        querystring: Type.Object({ projectId: Type.Optional(Id) }),
        body: GraphJson,
        response: { 200: Type.Object({ nodes: Type.Array(NodePlan) }) },
      },
    },
    async (request, reply) => {
      const graphRequest = { body: request.body, projectId: request.query.projectId, reply };
      const nodes = await inspectGraph(context, whoIs(request), graphRequest, (session, options, { explainGraph }) =>
        explainGraph(session, options),
      );
      return sendLists(request, reply, { nodes: { item: NodePlan, records: nodes } }) as never;
    },
  );
};
