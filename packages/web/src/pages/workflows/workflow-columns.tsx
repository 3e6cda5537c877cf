import { Link } from '@tanstack/react-router';
import type { ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { columnsTexts } from '../../texts/columns.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { RowMenu, type RowMenuProps } from './row-menu.tsx';
import classes from './workflows.module.css';

const texts = workflowsTexts;

/** The category of a workflow; empty if it has none, which clients also spell as a dash. */
export const categoryOf = ({ category }: Pick<ListedWorkflow, 'category'>): string =>
  category === '-' ? '' : category;

interface ColumnsProps extends Omit<RowMenuProps, 'workflow'> {
  readonly projectOf: (workflow: ListedWorkflow) => string;
}

export const workflowColumns = ({ projectOf, ...menu }: ColumnsProps): readonly Column<ListedWorkflow>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/workflows/$id" params={{ id: String(id) }} title={name}>
        {name || texts.noName(id)}
      </Link>
    ),
  },
  { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
  {
    key: 'category',
    title: columnsTexts.category,
    sortBy: categoryOf,
    cell: categoryOf,
    wideOnly: true,
  },
  lastRun,
  {
    key: 'changed',
    title: columnsTexts.changed,
    sortBy: ({ dateLastUpdated }) => dateLastUpdated,
    cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
    wideOnly: true,
  },
  {
    key: 'version',
    title: columnsTexts.version,
    sortBy: ({ version }) => version,
    cell: ({ version }) => version,
    align: 'end',
    wideOnly: true,
  },
  lock,
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    cell: (workflow) => <RowMenu workflow={workflow} {...menu} />,
    align: 'end',
  },
];

const lastRun: Column<ListedWorkflow> = {
  key: 'last',
  title: texts.lastRun,
  sortBy: ({ lastExecution }) => lastExecution?.startTime ?? null,
  cell: ({ lastExecution }) =>
    lastExecution === null ? (
      <span className="soft">{texts.neverRan}</span>
    ) : (
      <Link to="/executions/$id" params={{ id: String(lastExecution.id) }} className={classes.last}>
        <Status status={lastExecution.status} />
        <span className="soft">
          <Time at={lastExecution.startTime} />
        </span>
      </Link>
    ),
};

const lock: Column<ListedWorkflow> = {
  key: 'lock',
  title: texts.lockTitle,
  sortBy: ({ lockedBy }) => lockedBy?.username ?? null,
  cell: ({ lockedBy }) =>
    lockedBy === null ? null : (
      <span className={classes.lock}>
        <LockSign />
        {lockedBy.username}
      </span>
    ),
  wideOnly: true,
};

const LockSign = () => (
  <svg viewBox="0 0 20 20" aria-hidden className={classes.sign}>
    <path d="M5 9h10v7H5zM7 9V6.5a3 3 0 0 1 6 0V9" />
  </svg>
);
