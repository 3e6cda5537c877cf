import type { ProcessorCatalogue } from '@millrace/processors';
import {
  fieldOf,
  indexGraph,
  inputsOf,
  serialiseNode,
  type FieldSpec,
  type Workflow,
  type WorkflowNode,
} from '@millrace/workflow';
import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { AnyJson, Id, say, sentence } from '../http/types.ts';
import { fieldRecord } from '../processors/entry.ts';
import type { Resource } from '../http/resource.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './save.ts';

const NamesNode = Type.Object({ nodeid: Type.String({ minLength: 1, maxLength: 200 }) });

/** Values of one node of a graph, which is the body, by the older spellings: what is asked for stands in headers. */
export const nodeValues: Resource = (context) => async (app) => {
  const tags = ['Design'];

  app.post(
    '/nodeWithUpdatedValuesJSON',
    {
      config: { access: 'workflows.execute', changes: false },
      schema: {
        tags,
        description:
          'A node with all fields of its processor: missing fields get their defaults, and fields that select columns offer the input columns (optionsArray).',
        headers: NamesNode,
        querystring: Type.Object({ projectId: Type.Optional(Id) }),
        body: AnyJson,
        response: { 200: AnyJson },
      },
    },
    async (request, reply) => {
      const { nodeid } = request.headers;
      const graphRequest = { body: request.body, projectId: request.query.projectId, reply };
      return inspectGraph(context, whoIs(request), graphRequest, async (session, options, { inputSchemas }) => {
        const { workflow, catalogue } = options;
        const node = nodeIn(workflow, nodeid);
        const specs = catalogue.get(node.nodeClass)?.fields ?? [];
        const inputs = specs.some(({ kind }) => kind === 'column') ? await inputSchemas(session, options, nodeid) : [];
        const slots = inputsOf(indexGraph(workflow), catalogue, nodeid).map(({ slot }) => slot);
        const columns = new Map(slots.map((slot, i) => [slot, inputs[i]?.columns.map(({ name }) => name) ?? []]));
        return serialiseNode(withColumns(node, specs, columns));
      });
    },
  );

  app.post(
    '/getValue1d',
    {
      config: { access: 'workflows.view', changes: false },
      schema: {
        tags,
        description: 'The stored value of a field of a node, or its default',
        headers: Type.Object({
          ...NamesNode.properties,
          fieldname: Type.String({ minLength: 1, maxLength: 200 }),
        }),
        body: AnyJson,
        ...sentence,
      },
    },
    async ({ headers: { nodeid, fieldname }, body }, reply) =>
      say(reply, valueOf(await context.catalogue(), nodeIn(await readGraph(body), nodeid), fieldname)),
  );
};

function nodeIn({ nodes }: Workflow, nodeId: string): WorkflowNode {
  const node = nodes.find(({ id }) => id === nodeId);
  if (node !== undefined) return node;
  const message = `node "${nodeId}" not found in the graph`;
  throw new Problem('UNPROCESSABLE', message, { errors: [{ message, code: 'UNKNOWN_NODE', nodeId }] });
}

function valueOf(catalogue: ProcessorCatalogue, node: WorkflowNode, name: string): string {
  const field = fieldOf(node, name);
  const spec = catalogue.get(node.nodeClass)?.fields.find((one) => one.name === name);
  if (field !== undefined || spec !== undefined) return field?.value ?? spec?.default ?? '';
  const message = `unknown field "${name}" of node ${node.id} ${node.name}`;
  throw new Problem('UNPROCESSABLE', message, {
    errors: [{ message, code: 'UNKNOWN_FIELD', nodeId: node.id, field: name }],
  });
}

/** `columns`: those of each input, by its number. */
function withColumns(
  node: WorkflowNode,
  specs: readonly FieldSpec[],
  columns: ReadonlyMap<number, readonly string[]>,
): WorkflowNode {
  const stored = new Set(node.fields.map(({ name }) => name));
  const newFields = specs.filter(({ name }) => !stored.has(name)).map((spec) => ({ ...fieldRecord(spec), raw: {} }));
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  return {
    ...node,
    fields: [...node.fields, ...newFields].map((field) => {
      const spec = byName.get(field.name);
      if (spec?.kind !== 'column') return field;
      return { ...field, optionsArray: [...(columns.get(spec.input ?? 0) ?? [])] };
    }),
  };
}
