import type { ProcessorCatalogue } from '@millrace/processors';
import { fieldText, type WorkflowNode } from '@millrace/workflow';

/** True for nodes that read from the file space. */
export const isSourceClass = (node: WorkflowNode, catalogue: ProcessorCatalogue): boolean =>
  catalogue.get(node.nodeClass)?.inputs.max === 0 && node.type !== 'doc' && node.type !== 'sticky';

/** The URLs that a node reads, with the fields that hold them. */
export const urlsOf = (
  node: WorkflowNode,
  catalogue: ProcessorCatalogue,
): readonly { readonly url: string; readonly field: string }[] =>
  (catalogue.get(node.nodeClass)?.fields ?? []).flatMap(({ name, kind }) => {
    const url = kind === 'url' ? fieldText(node, name) : undefined;
    return url === undefined ? [] : [{ url, field: name }];
  });
