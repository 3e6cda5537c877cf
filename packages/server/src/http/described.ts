type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const id = { type: ['integer', 'string', 'null'] };
const listOf = (name: string): Json => ({ type: 'array', items: refTo(name) });

/** Where the description of the interface holds a schema. */
export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/**
 * Schemas that routes do not check bodies by, for what they stand for has a reader of its own, and the one of all refusals
 * (RFC 9457). Keys that are not named here are kept as they come.
 */
export const described: Readonly<Record<string, Json>> = {
  Problem: {
    type: 'object',
    description: 'Why a request was rejected',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: { ...text, description: 'What is wrong with this request, and how to fix it' },
      code: { ...text, description: 'Error code for programs' },
      errors: listOf('ProblemDetail'),
    },
  },
  ProblemDetail: {
    type: 'object',
    description: 'One of the errors, with its location',
    required: ['message', 'code'],
    properties: { message: text, code: text, path: text, nodeId: text, field: text },
  },
  Graph: {
    type: 'object',
    description: 'The graph of a workflow: nodes, and edges between them',
    required: ['name', 'nodes', 'edges'],
    properties: {
      name: text,
      uuid: text,
      category: text,
      description: text,
      parameters: { type: ['string', 'null'] },
      nodes: listOf('Node'),
      edges: listOf('Edge'),
      dataSetDetails: { type: 'array', items: { type: 'object', additionalProperties: true } },
      engine: text,
    },
    additionalProperties: true,
  },
  Node: {
    type: 'object',
    description: 'A node of a graph: a processor with its fields',
    required: ['id', 'name', 'type', 'nodeClass', 'fields'],
    properties: {
      id: text,
      name: text,
      description: text,
      details: text,
      type: text,
      nodeClass: { ...text, description: 'The class of the processor: see GET /api/v1/processors' },
      x: { ...text, description: 'Position on the canvas, such as 120px' },
      y: text,
      hint: text,
      fields: listOf('NodeField'),
    },
    additionalProperties: true,
  },
  NodeField: {
    type: 'object',
    description: 'A field of a node. Its value holds lists and tables as JSON text',
    required: ['name', 'value', 'widget'],
    properties: {
      name: text,
      value: { type: ['string', 'null'] },
      widget: text,
      title: text,
      description: text,
      required: { type: ['boolean', 'string'] },
    },
    additionalProperties: true,
  },
  Edge: {
    type: 'object',
    description: 'An edge from one node to another, which reads its rows',
    required: ['id', 'source', 'target'],
    properties: {
      id,
      source: { ...text, description: 'The id of the node that produces the rows' },
      target: text,
    },
    additionalProperties: true,
  },
  Output: {
    type: 'object',
    description: 'A table, chart, text or other output of a node',
    required: ['type', 'nodeId', 'title'],
    properties: {
      outputId: { type: 'integer' },
      type: { ...text, description: 'table, chart, text, variable or file; success or failure of the run' },
      nodeId: text,
      title: text,
      columns: {
        type: 'array',
        items: { type: 'object', required: ['name', 'type'], properties: { name: text, type: text } },
      },
      rows: { type: 'array', items: { type: 'array', items: {} } },
      truncated: { type: 'boolean' },
      text,
      format: text,
      names: texts,
    },
    additionalProperties: true,
  },
};

/**
 * Puts each schema that has a name (`component`) among the components, and a reference where it stood. Bodies may leave out what
 * has a default, answers hold it: if the two differ, the body's has `Draft` behind its name.
 */
export function withComponents(paths: Json): { readonly paths: Json; readonly schemas: Json } {
  const schemas = new Map(Object.entries(described));
  const addComponent = (name: string, schema: Json): string => {
    if (name in described) return name;
    const existing = schemas.get(name);
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
      return addComponent(`${name}Draft`, schema);
    schemas.set(name, schema);
    return name;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]));
    if (typeof title !== 'string') return title === undefined ? rest : { ...rest, title };
    const { default: unsaid, ...own } = rest;
    const isNullable = Array.isArray(own['type']) && own['type'].includes('null');
    const reference = refTo(addComponent(title, isNullable ? { ...own, type: 'object' } : own));
    const open = isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
    return unsaid === undefined ? open : { ...open, default: unsaid };
  };
  const result = walk(paths) as Json;
  return { paths: result, schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
