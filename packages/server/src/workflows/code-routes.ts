import type { SyntaxProblem } from '@millrace/runner/python-syntax';
import { RunError } from '@millrace/errors';
import { serialisingWorkflow } from '@millrace/workflow';
import { Type } from 'typebox';
import { may } from '../access/principal.ts';
import { whoIs } from '../http/authenticate.ts';
import { wantsText } from '../http/media.ts';
import { detailsOf, Problem } from '../problems.ts';
import { GraphJson, Id, Nullable, Open, say } from '../http/types.ts';
import { inTurns } from '../timing/pace.ts';
import { turns } from '../timing/turns.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { arrange } from './arrange.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './save.ts';
import { permissionRequired, workflowCannotRun } from '../refusals.ts';

const Program = Type.Object({
  code: Type.String({ description: 'A PySpark program; set FILES in it to the folder of the file space' }),
  missing: Type.Array(Type.String(), { description: 'What the program cannot do, one sentence per node' }),
});

const Checked = Type.Object({
  isValid: Type.Boolean(),
  problems: Type.Array(
    Type.Object({
      line: Type.Integer({ description: 'From 1, like the column' }),
      column: Type.Integer(),
      message: Type.String(),
      severity: Type.Enum(['error', 'warning']),
    }),
  ),
});

const CodeEnd = Type.Object({
  nodeId: Type.String(),
  output: Type.Integer({ description: 'Number of the output of that node, from 0' }),
  name: Nullable(Type.String({ description: 'As in sourceAnchor of edges; null for the only output' })),
});

const CodeOfNodes = Type.Object({
  nodeClass: Type.String({ description: 'The class of the code node' }),
  code: Type.String({ description: 'The value of its field "code"' }),
  inputs: Type.Array(CodeEnd, { description: 'Outputs of other nodes, in the order in which the code takes them' }),
  outputs: Type.Array(CodeEnd, {
    description: 'Outputs of the selected nodes, in the order of the outputs of the code node',
  }),
});

/** Longest code that is checked, in letters. */
const longestCode = 1_000_000;

/** Parsers of Python at work at once. */
const inTurn = turns(2);

const tags = ['Design'];

/** Graphs as programs, and what is asked of code and drawings before a graph is saved. */
export const workflowCodes: Resource = (context) => async (app) => {
  for (const add of [addGeneration, addSelection, addCodeCheck, addArrangement]) add(app, context);
};

const addGeneration: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/workflows/generatePysparkCode',
    {
      config: { access: 'workflows.execute', changes: false },
      schema: {
        tags,
        description: 'The graph as a PySpark program. With Accept: text/plain, only the program.',
        querystring: Type.Object({ projectId: Type.Optional(Id) }),
        body: GraphJson,
        response: {
          200: {
            description: 'The program',
            content: { 'application/json': { schema: Program }, 'text/plain': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      const { body, query } = request;
      const graphRequest = { body, projectId: query.projectId, reply };
      const { code, missing } = await inspectGraph(context, whoIs(request), graphRequest, async (session, options) => {
        const { workflow, catalogue, datasets, variables, files, signal } = options;
        const { preparingRun, workflowCode } = await import('@millrace/runner');
        const preparing = preparingRun({ workflow, catalogue, datasets, ...(variables && { variables }) });
        const prepared = await inTurns(preparing);
        if (!prepared.ok) {
          const errors = detailsOf(prepared.problems.filter(({ severity }) => severity === 'error'));
          throw new Problem('INVALID_WORKFLOW', errors[0]?.message ?? workflowCannotRun, { errors });
        }
        files.fetchUntil(signal);
        const codeOptions = { catalogue, datasets, files, host: session, filesAt: '' };
        return workflowCode({ ...codeOptions, engine: 'auto' }, prepared.run);
      });
      if (wantsText(request)) return say(reply, code);
      return { code, missing: [...missing] };
    },
  );
};

const addSelection: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/workflows/nodes/code',
    {
      config: { access: 'workflows.modify', changes: false },
      schema: {
        tags,
        description:
          'Connected nodes of a graph as the PySpark code of one node with the same rows; nothing is saved. Requires the permission workflows.code, too. Nodes that cannot become code are refused with the reason.',
        querystring: Type.Object({ projectId: Type.Optional(Id) }),
        body: Type.Object({
          workflow: GraphJson,
          nodes: Type.Array(Type.String(), { minItems: 1, maxItems: 1_000, description: 'Ids of the nodes' }),
        }),
        response: { 200: CodeOfNodes },
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      if (!may(who, 'workflows.code')) throw permissionRequired('workflows.code', 'writing nodes as code');
      const { body, query } = request;
      const graphRequest = { body, projectId: query.projectId, right: 'EDIT' as const, reply };
      const result = await inspectGraph(context, who, graphRequest, (session, options, { selectionCode }) =>
        selectionCode(session, options, body.nodes),
      );
      return { ...result, inputs: [...result.inputs], outputs: [...result.outputs] };
    },
  );
};

const addCodeCheck: AddRoutes = (app) => {
  app.post(
    '/api/v1/workflows/validateCode',
    {
      config: { access: 'workflows.view', changes: false },
      schema: {
        tags,
        description: 'Checks the syntax of Python code with the Python of the engines. The code is parsed, not run.',
        consumes: ['application/json', 'text/plain'],
        body: Type.Union([
          Type.Object({ code: Type.String({ maxLength: longestCode }) }, Open),
          Type.String({ maxLength: longestCode }),
        ]),
        response: { 200: Checked },
      },
    },
    async ({ body }) => {
      const problems = await inTurn(() => problemsOf(codeIn(body)));
      return { isValid: problems.every(({ severity }) => severity !== 'error'), problems: [...problems] };
    },
  );
};

const addArrangement: AddRoutes = (app) => {
  app.post(
    '/api/v1/workflows/beautify',
    {
      config: { access: 'workflows.view', changes: false },
      schema: {
        tags,
        description: 'The same graph with its nodes arranged from left to right; nothing is saved',
        body: GraphJson,
        response: { 200: GraphJson },
      },
    },
    async ({ body }) => inTurns(serialisingWorkflow(await arrange(await readGraph(body)))),
  );
};

/** A body of nothing, or null, passes for text where a schema allows text and other things (Ajv, coercion). */
function codeIn(body: string | { readonly code: string } | null | undefined): string {
  if (body == null) throw new Problem('MALFORMED', 'body/code is missing: send the Python code');
  return typeof body === 'string' ? body : body.code;
}

async function problemsOf(code: string): Promise<readonly SyntaxProblem[]> {
  const { pythonSyntax } = await import('@millrace/runner/python-syntax');
  try {
    return await pythonSyntax(code);
  } catch (error) {
    if (error instanceof RunError)
      throw new Problem('UNAVAILABLE', `${error.message}: ${error.remedy}`, { cause: error });
    throw error;
  }
}
