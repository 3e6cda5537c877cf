import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DashboardRecord } from '../../api/queries-of-dashboards.ts';
import type { Project } from '../../api/queries.ts';
import { texts } from '../../texts.ts';
import classes from './dashboards.module.css';
import { dashboardsSearch } from './search.ts';

const said = texts.flows.list;

interface FiltersProps {
  readonly dashboards: readonly DashboardRecord[];
  readonly projects: readonly Project[];
}

/** Holds the list against a project and a category; the address keeps both. */
export function Filters({ dashboards, projects }: FiltersProps) {
  const { project, category } = useSearch({ from: '/dashboards' });
  const navigate = useNavigate({ from: '/dashboards' });
  const keep = (next: Readonly<Record<string, unknown>>): void =>
    void navigate({ to: '.', search: (all) => dashboardsSearch({ ...all, ...next }), replace: true });
  const found = [...new Set(dashboards.map((one) => one.category))].filter((one) => one !== '').sort();
  // what the address names stays to be seen, also where no dashboard has it
  const known = category === undefined || found.includes(category) ? found : [category, ...found];
  return (
    <>
      {projects.length < 2 && project === undefined ? null : (
        <select
          className={classes.filter}
          aria-label={texts.columns.project}
          value={project ?? ''}
          onChange={({ currentTarget: { value } }) => keep({ project: value === '' ? undefined : Number(value) })}
        >
          <option value="">{said.allProjects}</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {known.length === 0 ? null : (
        <select
          className={classes.filter}
          aria-label={texts.columns.category}
          value={category ?? ''}
          onChange={({ currentTarget: { value } }) => keep({ category: value })}
        >
          <option value="">{said.allCategories}</option>
          {known.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </>
  );
}
