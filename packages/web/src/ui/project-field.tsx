import { NativeSelect } from '@mantine/core';
import type { Project } from '../api/queries.ts';
import { columnsTexts } from '../texts/columns.ts';

/** The project that is chosen, or the only one that there is. */
export function wantedProject(projects: readonly Project[], chosen: string): number | undefined {
  const found = projects.find(({ id }) => String(id) === chosen);
  return found?.id ?? (projects.length === 1 ? projects[0]?.id : undefined);
}

interface ProjectFieldProps {
  /** Those that something may be made in. */
  readonly projects: readonly Project[];
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  readonly error?: string | undefined;
  /** Where a dialog begins. */
  readonly isFirst?: boolean;
}

/** Asks for a project, and names the only one. */
export const ProjectSelect = ({ projects, value, onChange, error, isFirst }: ProjectFieldProps) => (
  <NativeSelect
    label={columnsTexts.project}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    error={error}
    data-autofocus={isFirst}
  >
    <option value="" />
    {projects.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </NativeSelect>
);

/** Asks for a project, where there is more than one. */
export const ProjectField = (props: ProjectFieldProps) =>
  props.projects.length === 1 ? null : <ProjectSelect {...props} />;
