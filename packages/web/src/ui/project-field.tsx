import { NativeSelect } from '@mantine/core';
import type { Project } from '../api/queries.ts';
import { columnsTexts } from '../texts/columns.ts';

/** The selected project, or the only one. */
export function projectIdOf(projects: readonly Project[], text: string): number | undefined {
  const project = projects.find(({ id }) => String(id) === text);
  return project?.id ?? (projects.length === 1 ? projects[0]?.id : undefined);
}

interface ProjectFieldProps {
  /** Projects in which the user may create something. */
  readonly projects: readonly Project[];
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  readonly error?: string | undefined;
  /** Takes the focus in a dialog. */
  readonly isFirst?: boolean;
}

/** Selects a project; a single one is shown by name. */
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

/** Selects a project if there is more than one. */
export const ProjectField = (props: ProjectFieldProps) =>
  props.projects.length === 1 ? null : <ProjectSelect {...props} />;
