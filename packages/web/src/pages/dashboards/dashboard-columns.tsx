import { Link } from '@tanstack/react-router';
import type { useMay } from '../../api/may.ts';
import type { DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import { DashboardActions } from './dashboard-actions.tsx';

const texts = dashboardsTexts;

export const dashboardColumns = (
  projectOf: (dashboard: DashboardRecord) => string,
  may: ReturnType<typeof useMay>,
): readonly Column<DashboardRecord>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/dashboards/$id" params={{ id: String(id) }} title={name}>
        {name || texts.noName(id)}
      </Link>
    ),
  },
  { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
  {
    key: 'category',
    title: columnsTexts.category,
    sortBy: (one) => one.category,
    cell: (one) => one.category,
    wideOnly: true,
  },
  {
    key: 'description',
    title: texts.description,
    sortBy: ({ description }) => description,
    cell: ({ description }) => <span className="soft">{description}</span>,
    wideOnly: true,
  },
  {
    key: 'changed',
    title: columnsTexts.changed,
    sortBy: ({ dateLastUpdated }) => dateLastUpdated,
    cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    cell: (one) => <DashboardActions dashboard={one} mayEdit={may('dashboard.modify', 'EDIT', one.projectId)} />,
    align: 'end',
  },
];
