import { Button } from '@mantine/core';
import type { TrashedWorkflow } from '../../api/queries-of-workflows.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { trashTexts } from '../../texts/trash.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';

const texts = trashTexts;

interface ColumnsProps {
  readonly projectOf: (workflow: TrashedWorkflow) => string;
  /** The user who put it into the trash. */
  readonly whoOf: (workflow: TrashedWorkflow) => string;
  readonly mayEdit: (workflow: TrashedWorkflow) => boolean;
  readonly onRestore: (workflow: TrashedWorkflow) => void;
}

export const trashColumns = ({
  projectOf,
  whoOf,
  mayEdit,
  onRestore,
}: ColumnsProps): readonly Column<TrashedWorkflow>[] => [
  { key: 'name', title: columnsTexts.name, sortBy: ({ name }) => name, cell: ({ name }) => name, grows: true },
  { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
  {
    key: 'version',
    title: columnsTexts.version,
    sortBy: ({ version }) => version,
    cell: ({ version }) => version,
    align: 'end',
    wideOnly: true,
  },
  { key: 'by', title: texts.by, sortBy: whoOf, cell: whoOf, wideOnly: true },
  {
    key: 'when',
    title: texts.when,
    sortBy: ({ trashedAt }) => trashedAt,
    cell: ({ trashedAt }) => <Time at={trashedAt} />,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    align: 'end',
    cell: (one) =>
      mayEdit(one) ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.restoreOf(one.name)}
          onClick={() => onRestore(one)}
        >
          {texts.restore}
        </Button>
      ) : null,
  },
];
