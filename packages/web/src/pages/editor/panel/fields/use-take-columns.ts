import { useQueryClient } from '@tanstack/react-query';
import { schemaQuery, type PreviewRequest, type SchemaColumn } from '../../../../api/datasets.ts';
import { editorTexts } from '../../../../texts/editor.ts';
import type { FieldSpec, Processor } from '../../model/catalogue.ts';
import { listsOf, rowsOf } from '../../model/field-groups.ts';
import { listOf, listText, valueOf, withValues, type GraphNode } from '../../model/graph.ts';
import type { Column } from '../../state/live.ts';
import { useEditorStore } from '../../state/store.ts';
import { useEnvironment } from '../../state/ui-store.ts';
import { declaredRows } from './declared-rows.ts';

/** Fills a declared schema with existing columns, with the types that the values of a text file show. */
export function useTakeColumns(
  node: GraphNode,
  processor: Processor,
  fields: readonly FieldSpec[],
  columns: readonly Column[],
): () => Promise<void> {
  const store = useEditorStore();
  const { ui } = useEnvironment();
  const client = useQueryClient();
  return async () => {
    const request = previewRequestOf(node, processor);
    const isText = columns.some(({ type }) => type === 'string');
    let fileColumns: readonly SchemaColumn[] = [];
    try {
      if (request !== undefined && isText) fileColumns = await client.fetchQuery(schemaQuery(request));
    } catch (error) {
      ui.setState({
        notice: editorTexts.panel.typesNotFound(error instanceof Error ? error.message : String(error)),
      });
    }
    store.getState().change((is) => {
      const now = is.nodes.find(({ id }) => id === node.id);
      if (now === undefined) return is;
      const before = rowsOf(fields.map(({ name }) => listOf(valueOf(now, name))));
      const lists = listsOf(declaredRows(fields, columns, fileColumns, before), fields.length).map(listText);
      return withValues(
        is,
        node.id,
        Object.fromEntries(fields.map(({ name }, i) => [name, lists[i] ?? ''])),
        processor,
      );
    });
  };
}

/** The preview options for the file of a reader of delimited text; undefined for other nodes. */
function previewRequestOf(node: GraphNode, { fields }: Processor): PreviewRequest | undefined {
  const valueIn = (name: string): string | undefined => {
    const spec = fields.find((field) => field.name === name);
    return spec === undefined ? undefined : (node.fields.find((field) => field.name === name)?.value ?? spec.default);
  };
  const path = valueIn('path');
  const delimiter = valueIn('separator');
  if (path === undefined || delimiter === undefined) return undefined;
  const options = ['encoding', 'quote', 'escape'].flatMap((name) => {
    const value = valueIn(name);
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return {
    path,
    delimiter,
    datasetType: 'CSV',
    header: valueIn('header') === 'true',
    readOptions: JSON.stringify(Object.fromEntries(options)),
  };
}
