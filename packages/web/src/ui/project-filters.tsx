import type { Project } from '../api/queries.ts';
import { workflowsTexts } from '../texts/workflows.ts';
import { columnsTexts } from '../texts/columns.ts';
import classes from './project-filters.module.css';

const texts = workflowsTexts;

interface ProjectFiltersProps {
  readonly projects: readonly Project[];
  /** Categories of the records, with duplicates; blank: none. */
  readonly categories: readonly string[];
  /** The present filter. */
  readonly project: number | undefined;
  readonly category: string | undefined;
  /** Receives the selection; blank: all. */
  readonly onChange: (next: { readonly project?: string; readonly category?: string }) => void;
}

/** Filters a list by project and category. */
export function ProjectFilters({ projects, categories, project, category, onChange }: ProjectFiltersProps) {
  const names = [...new Set(categories)].filter((one) => one !== '').sort();
  // the value in the address stays visible, even if no record has it
  const options = category === undefined || names.includes(category) ? names : [category, ...names];
  return (
    <>
      {projects.length < 2 && project === undefined ? null : (
        <select
          className={classes.filter}
          aria-label={columnsTexts.project}
          value={project ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ project: value })}
        >
          <option value="">{texts.allProjects}</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {options.length === 0 ? null : (
        <select
          className={classes.filter}
          aria-label={columnsTexts.category}
          value={category ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ category: value })}
        >
          <option value="">{texts.allCategories}</option>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </>
  );
}
