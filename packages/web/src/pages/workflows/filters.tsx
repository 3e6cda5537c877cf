import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Project } from '../../api/queries.ts';
import type { ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { texts } from '../../texts.ts';
import type { WorkflowSearch } from './search.ts';
import { categoryOf } from './workflow-columns.tsx';
import classes from './workflows.module.css';

const said = texts.flows.list;

interface FiltersProps {
  readonly workflows: readonly ListedWorkflow[];
  readonly projects: readonly Project[];
}

/** Holds the list against a project and a category; the address keeps both. */
export function Filters({ workflows, projects }: FiltersProps) {
  const { project, category } = useSearch({ from: '/workflows' });
  const navigate = useNavigate({ from: '/workflows' });
  const keep = (next: Partial<Record<'project' | 'category', string>>): void =>
    void navigate({
      to: '.',
      search: ({ project: p, category: c, ...others }: WorkflowSearch) => {
        const { project: wanted = p === undefined ? '' : String(p), category: sort = c ?? '' } = next;
        return {
          ...others,
          ...(wanted === '' ? {} : { project: Number(wanted) }),
          ...(sort === '' ? {} : { category: sort }),
        };
      },
      replace: true,
    });
  const categories = [...new Set(workflows.map(categoryOf))].filter((one) => one !== '').sort();
  // what the address names stays to be seen, also where no workflow has it
  const known = category === undefined || categories.includes(category) ? categories : [category, ...categories];
  return (
    <>
      {projects.length < 2 && project === undefined ? null : (
        <select
          className={classes.filter}
          aria-label={texts.columns.project}
          value={project ?? ''}
          onChange={({ currentTarget: { value } }) => keep({ project: value })}
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
