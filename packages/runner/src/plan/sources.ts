import type { ProcessorCatalogue } from '@millrace/processors';
import { fieldText, type Dataset, type Workflow, type WorkflowNode } from '@millrace/workflow';

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

/** The paths of the file space that a source reads: those of its fields, and of the datasets that these name. */
export function pathsOf(
  { fields }: WorkflowNode,
  { dataSetDetails }: Pick<Workflow, 'dataSetDetails'>,
  datasets: ReadonlyMap<string, Dataset>,
): readonly string[] {
  const own = new Map(dataSetDetails.map((dataset) => [dataset.uuid, dataset]));
  return fields.flatMap(({ name, value }) => {
    const dataset = value === null ? undefined : (datasets.get(value) ?? own.get(value));
    const path = dataset?.path ?? (name === 'path' || name === 'inputDataPath' ? value : null);
    return path === null || path === '' ? [] : [path];
  });
}
