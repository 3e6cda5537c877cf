import { NativeSelect } from '@mantine/core';
import type { Project } from '../../api/queries.ts';
import { texts } from '../../texts.ts';

const said = texts.dashboards;

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
}

/** Asks for a project, where there is more than one. */
export const ProjectField = ({ projects, value, onChange, error }: ProjectFieldProps) =>
  projects.length === 1 ? null : (
    <NativeSelect
      label={said.project}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
      error={error}
    >
      <option value="" />
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
