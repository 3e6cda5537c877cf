import type { ProcessorCatalogue } from '@millrace/processors';
import { NODE_RULES } from '@millrace/workflow';
import { Type } from 'typebox';
import { Problem } from '../../http/problems.ts';
import { Nullable } from '../../http/types.ts';
import type { Resource } from '../resource.ts';
import { catalogueEntry } from './entry.ts';

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

const Node = Type.Object({
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
});

const NodeRule = Type.Object({
  nodeType: Type.String(),
  possibleSources: Type.Array(Type.String()),
  minNumOfInputs: Type.Integer(),
  maxNumOfInputs: Type.Integer(),
  maxNumOfOutputs: Nullable(Type.String()),
  sourceRestrictions: Type.Array(Type.String()),
  backgroundColor: Type.String(),
  nodeIcon: Type.String(),
  nodeShape: Type.String(),
});

/** The catalogue as the interface shows it, by name. */
const catalogueEntries = (catalogue: ProcessorCatalogue) =>
  [...catalogue].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(catalogueEntry);

/** The word of `fire.nodes.etl.NodeColumnFilter`, bare. */
const classWord = (nodeClass: string): string =>
  bare(nodeClass.slice(nodeClass.lastIndexOf('.') + 1).replace(/^Node/, ''));
const bare = (name: string): string => name.replaceAll(/\s/g, '').toLowerCase();

/** The kinds of nodes that run here, and which may follow which. */
export const processors: Resource =
  ({ catalogue }) =>
  async (app) => {
    let known: Promise<ReturnType<typeof catalogueEntry>[]> | undefined;
    const entries = () => (known ??= catalogue().then(catalogueEntries));
    const config = { access: 'signed-in' as const };
    const tags = ['Processors'];

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
            throw new Problem('MALFORMED', `engine "${engine}" is none of scala, pyspark, all`);
          return entries();
        },
      );
    for (const url of ['/api/v1/nodes/count', '/getNodeCount'])
      app.get(
        url,
        { config, schema: { tags, response: { 200: Type.Integer() } } },
        async () => (await entries()).length,
      );
    app.get(
      '/api/v1/nodes/names/:name',
      { config, schema: { tags, params: Type.Object({ name: Type.String() }), response: { 200: Node } } },
      async ({ params: { name } }) => {
        // "ReadCSV" is "Read CSV", "ColumnFilter" is "Select Columns", by its class
        const all = await entries();
        const entry =
          all.find((one) => one.name === name) ??
          all.find((one) => bare(one.name) === bare(name)) ??
          all.find((one) => classWord(one.nodeClass) === bare(name));
        if (entry === undefined) throw new Problem('NOT_FOUND', `there is no processor "${name}"`);
        return entry;
      },
    );
    app.get('/api/v1/node-rules', { config, schema: { tags, response: { 200: Type.Array(NodeRule) } } }, () =>
      NODE_RULES.map((rule) => ({
        ...rule,
        possibleSources: [...rule.possibleSources],
        sourceRestrictions: [...rule.sourceRestrictions],
      })),
    );
  };
