import type { StoredFields } from '@millrace/processors';
import { fieldList, fieldText, type WorkflowNode } from '@millrace/workflow';

/** A node's fields as processors read them; null counts as absent. */
export const storedFields = (node: WorkflowNode): StoredFields => ({
  names: () => node.fields.map(({ name }) => name),
  text: (name) => fieldText(node, name),
  list: (name) => fieldList(node, name),
});
