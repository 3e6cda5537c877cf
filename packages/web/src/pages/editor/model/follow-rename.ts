import { reachable, valueOf, withValues, listOf, listText, type Graph, type GraphNode } from './graph.ts';
import type { Catalogue, FieldSpec } from './catalogue.ts';

/** Names of columns in SQL are plain or in backticks; texts in quotes are left alone. */
function inSql(text: string, from: string, to: string): string {
  const plain = /^[A-Za-z_]\w*$/;
  const quotedName = plain.test(to) ? to : `\`${to.replaceAll('`', '``')}\``;
  return text.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`]|``)*`|[A-Za-z_]\w*/g, (word) => {
    if (word === `\`${from}\`` || word === from) return quotedName;
    return word;
  });
}

function renameInValue({ kind, list }: FieldSpec, value: string, from: string, to: string): string {
  if (kind === 'column') {
    if (!list) return value === from ? to : value;
    const all = listOf(value);
    return all.includes(from) ? listText(all.map((one) => (one === from ? to : one))) : value;
  }
  if (kind === 'expression' || kind === 'sql') {
    if (!list) return inSql(value, from, to);
    const all = listOf(value);
    const next = all.map((one) => inSql(one, from, to));
    return next.some((one, i) => one !== all[i]) ? listText(next) : value;
  }
  return value;
}

/** The graph with another name for a column in a node and all nodes below it, in every field that names it. */
export function followRename(graph: Graph, catalogue: Catalogue, start: string, from: string, to: string): Graph {
  const below = reachable(graph, [start], 'down');
  return graph.nodes.reduce((is: Graph, node: GraphNode) => {
    const processor = below.has(node.id) ? catalogue.get(node.nodeClass) : undefined;
    const changes = (processor?.fields ?? []).flatMap((field) => {
      const value = valueOf(node, field.name);
      const next = value === '' ? value : renameInValue(field, value, from, to);
      return next === value ? [] : [[field.name, next] as const];
    });
    return changes.length === 0 ? is : withValues(is, node.id, Object.fromEntries(changes), processor);
  }, graph);
}

/** Names in SQL, without those of functions and quoted texts. */
function namesInSql(text: string): readonly string[] {
  const matches = text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`((?:[^`]|``)*)`|([A-Za-z_]\w*)(?!\w)(?!\s*\()/g);
  return [...matches].flatMap(([, quoted, plain]) => plain ?? quoted?.replaceAll('``', '`') ?? []);
}

/**
 * Names of columns that a node's fields select, or name in SQL, and that its inputs do not have. A name in SQL may be
 * something else: it counts if one of the node's `problems` mentions it.
 */
export function missingColumns(
  node: GraphNode,
  fields: readonly FieldSpec[],
  inputs: readonly (readonly { readonly name: string }[])[],
  problems: readonly string[],
): readonly string[] {
  const missing = fields.flatMap(({ kind, list, name, input }) => {
    const columns = inputs[input] ?? inputs[0];
    if (columns === undefined || columns.length === 0) return [];
    const value = valueOf(node, name);
    if (kind === 'column')
      return listOf(value).filter((one) => one !== '' && !columns.some((column) => column.name === one));
    if (kind !== 'expression' && kind !== 'sql') return [];
    const names = new Set(inputs.flatMap((all) => all.map((column) => column.name.toLowerCase())));
    return (list ? listOf(value) : [value])
      .flatMap(namesInSql)
      .filter((one) => !names.has(one.toLowerCase()) && problems.some((problem) => speaksOf(problem, one)));
  });
  return [...new Set(missing)];
}

/** Whether a sentence mentions a column of this name, alone or after the name of its table, with or without quotes. */
function speaksOf(sentence: string, name: string): boolean {
  const match = /\bcolumn ["`“]?((?:[\w`"]+\.)*)(.*)/su.exec(sentence);
  const [, , rest = ''] = match ?? [];
  const remainder = rest.replace(/^["`]/, '');
  return remainder.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(remainder.slice(name.length));
}
