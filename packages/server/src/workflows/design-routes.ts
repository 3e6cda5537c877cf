import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { component, AnyJson, GraphJson, Id, Open } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { inspectGraph } from './inspect-graph.ts';

const Columns = Type.Array(Type.Object({ name: Type.String(), type: Type.String() }));

const OutputColumns = component(
  'OutputColumns',
  Type.Object({
    nodeId: Type.String(),
    output: Type.Integer({ description: "Number of the node's output, from 0" }),
    columns: Columns,
  }),
);

const Preview = component(
  'Preview',
  Type.Object({
    nodeId: Type.String(),
    engine: Type.String(),
    sample: Type.Object({
      rows: Type.Integer({ description: 'Maximum number of rows taken from each source' }),
      complete: Type.Boolean({ description: 'True if no source has more' }),
    }),
    outputs: Type.Array(
      Type.Object({
        ...OutputColumns.properties,
        rows: Type.Array(Type.Array(AnyJson)),
        truncated: Type.Boolean(),
        count: Type.Integer({ description: 'Number of rows of the output on the sample' }),
      }),
    ),
    results: Type.Array(Type.Object({ nodeId: Type.String(), type: Type.String(), title: Type.String() }, Open)),
    hasMore: Type.Boolean({ description: 'True if the node shows more with `learn`' }),
    warnings: Type.Array(Type.String()),
    ms: Type.Integer(),
  }),
);

const Node = Type.Object({ nodeId: Type.String({ minLength: 1, maxLength: 200 }) });
const InProject = { projectId: Type.Optional(Id) };
const sampleRows = Type.Integer({ minimum: 1, maximum: 100_000, default: 1_000 });

const tags = ['Design'];
// it computes, and it changes nothing that is kept
const config = { access: 'workflows.execute' as const, changes: false };

/** What a user who draws a graph asks of its nodes: their columns, and their rows on a sample. */
export const designTime: Resource = (context) => async (app) => {
  for (const add of [addPreview, addSchemas]) add(app, context);
};

const addPreview: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/workflows/nodes/:nodeId/execute',
    {
      config,
      schema: {
        tags,
        params: Node,
        querystring: Type.Object({
          ...InProject,
          sample: Type.Optional(sampleRows),
          rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
          learn: Type.Optional(
            Type.Boolean({ description: 'Whether a node that trains or evaluates models also does so on the sample' }),
          ),
        }),
        body: GraphJson,
        response: { 200: Preview },
      },
    },
    async (request, reply) => {
      const { projectId, sample = 1_000, rows = 100, learn = false } = request.query;
      const start = performance.now();
      const preview = await inspectGraph(
        context,
        whoIs(request),
        { body: request.body, projectId, sampleRows: sample, reply },
        (session, options, { previewNode }) =>
          previewNode(session, options, request.params.nodeId, { rows, learns: learn }),
      );
      return {
        ...preview,
        outputs: preview.outputs.map((one) => ({
          ...one,
          columns: [...one.columns],
          rows: one.rows.map((row) => [...row]),
        })),
        results: [...preview.results],
        warnings: [...preview.warnings],
        ms: Math.round(performance.now() - start),
      };
    },
  );
};

const addSchemas: AddRoutes = (app, context) => {
  for (const [side, schemas] of [
    ['input', 'inputSchemas'],
    ['output', 'outputSchemas'],
  ] as const)
    app.post(
      `/api/v1/nodes/:nodeId/schema/${side}`,
      {
        config,
        schema: {
          tags,
          params: Node,
          querystring: Type.Object(InProject),
          body: GraphJson,
          response: { 200: Type.Array(OutputColumns) },
        },
      },
      async (request, reply) => {
        const { projectId } = request.query;
        const graphRequest = { body: request.body, projectId, reply };
        const proposals = await inspectGraph(context, whoIs(request), graphRequest, (session, options, read) =>
          read[schemas](session, options, request.params.nodeId),
        );
        return proposals.map(({ columns, ...one }) => ({ ...one, columns: [...columns] }));
      },
    );
};
