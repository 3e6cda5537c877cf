import { FieldError, type ProcessorCatalogue } from '@millrace/processors';
import { fieldText, type Edge, type Workflow, type WorkflowNode } from '@millrace/workflow';
import { storedFields } from './stored-fields.ts';

/**
 * Finds out whether a node before another one may set a variable: its processor says so, or its code has the name in quotes.
 * Only the run knows whether code really does.
 */
export function mayBeSetBefore(
  { nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>,
  catalogue: ProcessorCatalogue,
): (nodeId: string, name: string) => boolean {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const into = Map.groupBy(edges, ({ target }: Edge) => target);
  return (nodeId, name) => {
    const visited = new Set([nodeId]);
    for (const at of visited)
      for (const { source } of into.get(at) ?? []) {
        const node = byId.get(source);
        if (node !== undefined && maySet(node, name, catalogue)) return true;
        visited.add(source);
      }
    return false;
  };
}

function maySet(node: WorkflowNode, name: string, catalogue: ProcessorCatalogue): boolean {
  const processor = catalogue.get(node.nodeClass);
  if (processor === undefined) return false;
  const code = processor.fields.filter(({ kind }) => kind === 'code').map((field) => fieldText(node, field.name) ?? '');
  if (code.some((text) => text.includes(`"${name}"`) || text.includes(`'${name}'`))) return true;
  try {
    return processor.sets?.(storedFields(node)) === name;
  } catch (error) {
    if (error instanceof FieldError) return false;
    throw error;
  }
}
