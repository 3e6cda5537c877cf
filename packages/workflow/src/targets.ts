import type { FieldSpec, ProcessorSpec } from './catalogue.ts';
import type { WorkflowNode } from './document/types.ts';
import { fieldText } from './fields.ts';
import { optionOf } from './options.ts';
import { mentionsParameter } from './parameters/substitute.ts';

/** A path of the file space that a node writes to. */
export interface Target {
  readonly field: string;
  readonly value: string;
  /** Equal for paths of the same file or folder. */
  readonly path: string;
  /**
   * How the rows or the model are written: they are appended, get a folder of their own below the path, or replace its
   * content.
   */
  readonly shares: 'rows' | 'versions' | 'nothing';
}

/** The path that a node writes to, as far as its fields say; undefined if a parameter is still to be substituted. */
export function targetsOf(node: WorkflowNode, spec: ProcessorSpec | undefined): readonly Target[] {
  const text = (name: string): string | undefined => {
    const stored = fieldText(node, name);
    return stored === undefined || stored.trim() === ''
      ? spec?.fields.find((one) => one.name === name)?.default
      : stored;
  };
  const isSet = (name: string): boolean => text(name)?.trim().toLowerCase() === 'true';
  return (spec?.fields ?? []).flatMap(({ name: field, writes }) => {
    const value = writes && text(field);
    if (writes === undefined || value === undefined || mentionsParameter(value)) return [];
    return [{ field, value, path: normalizedPath(value), shares: sharesOf(writes) }];
  });

  function sharesOf(writes: Required<FieldSpec>['writes']): Target['shares'] {
    if (writes === 'version') return isSet('fixedPath') ? 'nothing' : 'versions';
    const mode = spec?.fields.find(({ name }) => name === 'saveMode');
    const isAppend = writes === 'by-mode' && mode !== undefined && optionOf(mode, text('saveMode') ?? '') === 'Append';
    return isAppend && !isSet('overwrite') ? 'rows' : 'nothing';
  }
}

/**
 * The number of nodes that save a version of a model below the folder of earlier nodes. `nodes`: those of a run, in
 * their order.
 */
export function earlierVersions(
  nodes: readonly WorkflowNode[],
  specOf: (node: WorkflowNode) => ProcessorSpec | undefined,
): ReadonlyMap<string, number> {
  const counters = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const node of nodes)
    for (const { path, shares } of targetsOf(node, specOf(node))) {
      if (shares !== 'versions') continue;
      const earlier = counters.get(path) ?? 0;
      if (earlier > 0) counts.set(node.id, earlier);
      counters.set(path, earlier + 1);
    }
  return counts;
}

/** A path from the root, without empty parts. */
function normalizedPath(path: string): string {
  const [, scheme = '', way = ''] = /^([a-z][a-z0-9+.-]+:\/\/[^/]*)?(.*)$/is.exec(path.trim()) ?? [];
  const parts: string[] = [];
  for (const part of way.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return `${scheme.toLowerCase()}/${parts.join('/')}`;
}
