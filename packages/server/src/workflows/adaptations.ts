import { nodeLabel, quote, type Problem, type Workflow } from '@millrace/workflow';

/** Something that was read as another thing than the file says. */
export interface Adaptation {
  /** The node that it is about; none if it is the workflow as a whole. */
  readonly nodeId?: string;
  readonly message: string;
}

/** What reading a graph has made of it: old types, values that are no text, ids that were missing, what was remarked. */
export function adaptations(workflow: Workflow, problems: readonly Problem[]): readonly Adaptation[] {
  return [
    ...problems.map(({ nodeId, message }) => (nodeId === undefined ? { message } : { nodeId, message })),
    ...workflow.nodes.flatMap(({ id: nodeId, name, type, raw, fields }) => {
      const label = nodeLabel({ id: nodeId, name });
      const old = raw['type'];
      const renamed =
        typeof old === 'string' && old !== type
          ? [
              {
                nodeId,
                message: `Node ${label} has the deprecated type ${quote(old)}, which is read as ${quote(type)}.`,
              },
            ]
          : [];
      const values = fields
        .filter((field) => field.value !== null && typeof field.raw['value'] !== 'string')
        .map((field) => ({
          nodeId,
          message: `Node ${label} has a value in field ${quote(field.name)} that is not text; it is read as ${quote(field.value ?? '')}.`,
        }));
      return [...renamed, ...values];
    }),
  ];
}
