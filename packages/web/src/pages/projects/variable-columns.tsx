import { Button } from '@mantine/core';
import type { Variable } from '../../api/queries-of-projects.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { variablesTexts } from '../../texts/variables.ts';
import type { Column } from '../../ui/list-columns.tsx';
import classes from './projects.module.css';

const texts = variablesTexts;

interface VariableActions {
  readonly onEdit: (variable: Variable) => void;
  readonly onDelete: (variable: Variable) => void;
}

/** The columns of a project's variables; `actions` apply to its own only. */
export const variableColumns = (
  id: number | null,
  actions: VariableActions | undefined,
): readonly Column<Variable>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ name, projectId }) => (
      <>
        <span className="data">${name}</span> {projectId === id ? null : <span className="soft">{texts.ofAll}</span>}
      </>
    ),
  },
  {
    key: 'value',
    title: texts.value,
    sortBy: ({ value }) => value,
    cell: ({ value }) => (
      <span className="data" title={value}>
        {value}
      </span>
    ),
  },
  {
    key: 'description',
    title: projectsTexts.description,
    sortBy: ({ description }) => description,
    cell: ({ description }) => <span className="soft">{description}</span>,
    wideOnly: true,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    align: 'end',
    cell: (variable) =>
      actions !== undefined && variable.projectId === id ? (
        <span className={classes.buttons}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.editOf(variable.name)}
            onClick={() => actions.onEdit(variable)}
          >
            {texts.edit}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.deleteOf(variable.name)}
            onClick={() => actions.onDelete(variable)}
          >
            {texts.delete}
          </Button>
        </span>
      ) : null,
  },
];
