import type { ProcessorCatalogue } from '@millrace/processors';
import { NODE_RULES } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import { Problem } from '../problems.ts';
import { component, Nullable } from '../http/types.ts';
import { fixedText, sendFixed, type FixedText } from '../http/unchanged.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { catalogueEntry } from './entry.ts';
import { examplesOf, ProcessorExample } from './examples.ts';
import { find } from './find.ts';
import { processorParts, ProcessorRecord, processorRecord } from './record.ts';
import { mustBeOneOf, invalidParameter } from '../refusals.ts';

const Field = Type.Object({
  name: Type.String(),
  value: Type.String(),
  widget: Type.String(),
  title: Type.String(),
  description: Type.String(),
  optionsArray: Nullable(Type.Array(Type.String())),
  optionsMap: Nullable(Type.Record(Type.String(), Type.String())),
  datatypes: Nullable(Type.Array(Type.String())),
  required: Type.Boolean(),
  display: Type.Boolean(),
  editable: Type.Boolean(),
  disableRefresh: Type.Boolean(),
});

const Node = component(
  'NodeType',
  Type.Object({
    id: Type.String(),
    path: Nullable(Type.String()),
    name: Type.String(),
    iconImage: Nullable(Type.String()),
    description: Type.String(),
    details: Type.String(),
    examples: Type.String(),
    type: Type.String(),
    nodeClass: Type.String(),
    x: Nullable(Type.String()),
    y: Nullable(Type.String()),
    fields: Type.Array(Field),
    engine: Type.String(),
  }),
);

const NodeRule = component(
  'NodeRule',
  Type.Object({
    nodeType: Type.String(),
    possibleSources: Type.Array(Type.String()),
    minNumOfInputs: Type.Integer(),
    maxNumOfInputs: Type.Integer(),
    maxNumOfOutputs: Nullable(Type.String()),
    sourceRestrictions: Type.Array(Type.String()),
    backgroundColor: Type.String(),
    nodeIcon: Type.String(),
    nodeShape: Type.String(),
  }),
);

const ProcessorWithExamples = Type.Object({
  ...processorParts,
  onlySpark: Nullable(Type.String({ description: 'Why auto always uses Spark for it; null if Sail can run it' })),
  examples: Type.Array(ProcessorExample, { description: 'The tests run each example on every engine' }),
});

const byName = (catalogue: ProcessorCatalogue) =>
  [...catalogue].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** The catalogue as the interface shows it, by name: what runs here. */
const catalogueEntries = (catalogue: ProcessorCatalogue) =>
  byName(catalogue)
    .filter(({ unavailable }) => unavailable === undefined)
    .map(catalogueEntry);

/** The word of `fire.nodes.etl.NodeColumnFilter`, bare. */
const classWord = (nodeClass: string): string =>
  bare(nodeClass.slice(nodeClass.lastIndexOf('.') + 1).replace(/^Node/, ''));
const bare = (name: string): string => name.replaceAll(/\s/g, '').toLowerCase();

/** The one that a name means: "ReadCSV" is "Read CSV", "ColumnFilter" is "Select Columns", by its class. */
const findByName = <T extends { readonly name: string; readonly nodeClass: string }>(
  all: readonly T[],
  name: string,
): T | undefined =>
  all.find((one) => one.name === name) ??
  all.find((one) => bare(one.name) === bare(name)) ??
  all.find((one) => classWord(one.nodeClass) === bare(name));

const config = { access: 'signed-in' as const };
const tags = ['Processors'];

/** The kinds of nodes that run here, and which may follow which. */
export const processors: Resource = (context) => async (app) => {
  for (const add of [addProcessors, addNodes, addRules]) add(app, context);
};

const addProcessors: AddRoutes = (app, { catalogue }) => {
  let list: Promise<FixedText> | undefined;

  app.get(
    '/api/v1/processors',
    {
      config,
      schema: {
        tags,
        description:
          'All processors by name, for graph editors. The response changes only with the version of the service: send its ETag.',
        response: { 200: Type.Unsafe<string>(Type.Array(ProcessorRecord)) },
      },
    },
    async (request, reply) => {
      list ??= catalogue().then((all) => fixedText(byName(all).map(processorRecord)));
      return sendFixed(request, reply, await list);
    },
  );

  app.get(
    '/api/v1/processors/:nodeClass',
    {
      config,
      schema: {
        tags,
        description: 'A processor with its examples',
        params: Type.Object({ nodeClass: Type.String({ minLength: 1, maxLength: 200 }) }),
        response: { 200: Type.Unsafe<string>(ProcessorWithExamples) },
      },
    },
    async (request, reply) => {
      const processor = find(await catalogue(), request.params.nodeClass);
      const { staticReason } = await import('@millrace/runner/static-reason');
      const record: Static<typeof ProcessorWithExamples> = {
        ...processorRecord(processor),
        onlySpark: staticReason(processor) ?? null,
        examples: await examplesOf(processor),
      };
      return sendFixed(request, reply, fixedText(record));
    },
  );
};

const addNodes: AddRoutes = (app, { catalogue }) => {
  let cache: Promise<ReturnType<typeof catalogueEntry>[]> | undefined;

  const entries = () => (cache ??= catalogue().then(catalogueEntries));

  const engines = ['', 'all', 'scala', 'pyspark'];

  for (const url of ['/api/v1/nodes', '/api/v2/nodes', '/nodeList'])
    app.get(
      url,
      {
        config,
        schema: {
          tags,
          querystring: Type.Object({ engine: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(Node) },
        },
      },
      async ({ query: { engine = '' } }) => {
        if (!engines.includes(engine))
          throw invalidParameter('engine', engine, mustBeOneOf(['scala', 'pyspark', 'all']));
        return entries();
      },
    );

  for (const url of ['/api/v1/nodes/count', '/getNodeCount'])
    app.get(url, { config, schema: { tags, response: { 200: Type.Integer() } } }, async () => (await entries()).length);

  app.get(
    '/api/v1/nodes/names/:name',
    { config, schema: { tags, params: Type.Object({ name: Type.String() }), response: { 200: Node } } },
    async ({ params: { name } }) => {
      const entry = findByName(await entries(), name);
      if (entry !== undefined) return entry;
      const why = findByName([...(await catalogue())], name)?.unavailable;
      throw new Problem(
        'NOT_FOUND',
        why === undefined ? `processor "${name}" not found` : `processor "${name}" cannot run here: ${why}`,
      );
    },
  );
};

const addRules: AddRoutes = (app) => {
  app.get('/api/v1/node-rules', { config, schema: { tags, response: { 200: Type.Array(NodeRule) } } }, () =>
    NODE_RULES.map((rule) => ({
      ...rule,
      possibleSources: [...rule.possibleSources],
      sourceRestrictions: [...rule.sourceRestrictions],
    })),
  );
};
