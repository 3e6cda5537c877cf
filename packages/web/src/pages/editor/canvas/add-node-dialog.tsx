import { useDeferredValue, useState } from 'react';
import { useRecordResults } from '../../../app/record-results.tsx';
import { editorTexts } from '../../../texts/editor.ts';
import { FindDialog } from '../../../ui/find-dialog.tsx';
import type { Where } from '../state/adding.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import { isPlain, useAddSections } from './use-add-sections.ts';

const texts = editorTexts.box;

/** Records without a node: selecting one opens it. */
const openable = ['workflow', 'node', 'dashboard', 'model', 'project'] as const;

/** A search box for processors, nodes, columns, datasets, workflows and commands. */
export function AddNodeDialog() {
  const where = useUi(({ adding }) => adding);
  return where === undefined ? null : <OpenDialog where={where} />;
}

function OpenDialog({ where }: { readonly where: Where }) {
  const { ui, workflowId } = useEnvironment();
  const [typed, setTyped] = useState('');
  const sections = useAddSections(useDeferredValue(typed), where);
  const elsewhere = useRecordResults(isPlain(where) ? typed : '', openable).map(({ title, items }) => ({
    title,
    items: items.filter(({ key }) => key !== `workflow ${workflowId}` && !key.startsWith(`node ${workflowId} `)),
  }));
  return (
    <FindDialog
      title={texts.title}
      placeholder={where.from === undefined && where.onEdge === undefined ? texts.placeholder : texts.nextPlaceholder}
      resultsLabel={texts.found}
      none={texts.none}
      typed={typed}
      onTyped={setTyped}
      sections={[...sections, ...elsewhere.filter(({ items }) => items.length > 0)]}
      onClose={() => ui.setState({ adding: undefined })}
    />
  );
}
