import {
  fieldText,
  shownUrl,
  type Dataset,
  type DatasetDetail,
  type FieldSpec,
  type ProcessorSpec,
  type WorkflowNode,
} from '@millrace/workflow';

/** A field of a node that says something: its title and its value as text. */
export interface Setting {
  readonly title: string;
  readonly value: string;
}

const compact = (value: string): string => {
  const text = value.trim();
  return /^\[.*\]$/s.test(text) ? text.replaceAll(/"\s*,\s*"/g, '", "') : text;
};

const says = (spec: FieldSpec, value: string): boolean =>
  spec.kind !== 'layout' &&
  value.trim() !== '' &&
  value !== spec.default &&
  !/^\[\s*("\s*"\s*,?\s*)*\]$/.test(value.trim());

/** How a node is configured: every field that is set and is not its default. A dataset is shown by its name and path. */
export const settingsOf = (
  node: WorkflowNode,
  spec: ProcessorSpec | undefined,
  dataset: (uuid: string) => Dataset | DatasetDetail | undefined,
): Setting[] =>
  (spec?.fields ?? []).flatMap((field) => {
    const stored = fieldText(node, field.name);
    if (stored === undefined || !says(field, stored)) return [];
    const record = field.kind === 'dataset' ? dataset(stored) : undefined;
    const text = field.kind === 'url' ? shownUrl(stored) : compact(stored);
    const value = record === undefined ? text : `${record.name} (${record.datasetType || 'CSV'}, ${record.path})`;
    return [{ title: field.title, value }];
  });
