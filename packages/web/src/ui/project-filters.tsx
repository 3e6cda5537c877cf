import type { Project } from '../api/queries.ts';
import { workflowsTexts } from '../texts/workflows.ts';
import { columnsTexts } from '../texts/columns.ts';
import classes from './project-filters.module.css';

const texts = workflowsTexts;

interface ProjectFiltersProps {
  readonly projects: readonly Project[];
  /** Categories of the records, each as often as it is there; blank: of none. */
  readonly categories: readonly string[];
  /** What is kept now. */
  readonly project: number | undefined;
  readonly category: string | undefined;
  /** Told what is chosen; blank: all. */
  readonly onChange: (next: { readonly project?: string; readonly category?: string }) => void;
}

/** Holds a list against a project and a category. */
export function ProjectFilters({ projects, categories, project, category, onChange }: ProjectFiltersProps) {
  const found = [...new Set(categories)].filter((one) => one !== '').sort();
  // what the address names stays to be seen, also where no record has it
  const known = category === undefined || found.includes(category) ? found : [category, ...found];
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
      {known.length === 0 ? null : (
        <select
          className={classes.filter}
          aria-label={columnsTexts.category}
          value={category ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ category: value })}
        >
          <option value="">{texts.allCategories}</option>
          {known.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </>
  );
}
