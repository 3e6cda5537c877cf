import type { SyntaxProblem } from '@millrace/runner/python-syntax';
import { RunError } from '@millrace/errors';
import { serialisingWorkflow } from '@millrace/workflow';
import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { wantsText } from '../http/media.ts';
import { detailsOf, Problem } from '../problems.ts';
import { GraphJson, Id, Open, say } from '../http/types.ts';
import { inTurns } from '../timing/pace.ts';
import { turns } from '../timing/turns.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { arrange } from './arrange.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './save.ts';
import { workflowCannotRun } from '../refusals.ts';

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

/** Longest code that is checked, in letters. */
const longestCode = 1_000_000;

/** Parsers of Python at work at once. */
const inTurn = turns(2);

const tags = ['Design'];

/** Graphs as programs, and what is asked of code and drawings before a graph is saved. */
export const workflowCodes: Resource = (context) => async (app) => {
  for (const add of [addGeneration, addCodeCheck, addArrangement]) add(app, context);
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
