import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Project } from '../../api/queries.ts';
import { runsTexts } from '../../texts/runs.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import filter from '../../ui/project-filters.module.css';
import { executionsSearch, states } from './search.ts';
import classes from './executions.module.css';

const texts = runsTexts;

interface FiltersProps {
  readonly projects: readonly Project[];
  readonly people: readonly { readonly id: number; readonly username: string }[];
}

/** Filters the list by project, state, user and days; the address stores them all. */
export function Filters({ projects, people }: FiltersProps) {
  const { project, state, user, from = '', to = '' } = useSearch({ from: '/executions' });
  const navigate = useNavigate({ from: '/executions' });
  // another filter begins at its first page
  const setSearch = (next: Record<string, unknown>): void =>
    void navigate({ to: '.', search: (all) => executionsSearch({ ...all, page: 1, ...next }), replace: true });
  const number = (value: string): number | undefined => (value === '' ? undefined : Number(value));
  // the value in the address stays visible, even if no run has it
  const isStranger = user !== undefined && people.every(({ id }) => id !== user);
  return (
    <>
      {projects.length < 2 && project === undefined ? null : (
        <select
          className={filter.filter}
          aria-label={columnsTexts.project}
          value={project ?? ''}
          onChange={({ currentTarget: { value } }) => setSearch({ project: number(value) })}
        >
          <option value="">{workflowsTexts.allProjects}</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        className={filter.filter}
        aria-label={columnsTexts.status}
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => setSearch({ state: value })}
      >
        <option value="">{texts.allStates}</option>
        {states.map((one) => (
          <option key={one} value={one}>
            {texts.states[one]}
          </option>
        ))}
      </select>
      {people.length < 2 && user === undefined ? null : (
        <select
          className={filter.filter}
          aria-label={columnsTexts.user}
          value={user ?? ''}
          onChange={({ currentTarget: { value } }) => setSearch({ user: number(value) })}
        >
          <option value="">{texts.everybody}</option>
          {isStranger ? <option value={user}>{texts.someone(user)}</option> : null}
          {people.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </select>
      )}
      <Day label={texts.from} value={from} onPick={(day) => setSearch({ from: day })} />
      <Day label={texts.to} value={to} onPick={(day) => setSearch({ to: day })} />
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (day: string) => void;
}

const Day = ({ label, value, onPick }: DayProps) => (
  <label className={classes.day}>
    {label}
    <input
      type="date"
      className={filter.filter}
      value={value}
      onChange={({ currentTarget: { value: day } }) => onPick(day)}
    />
  </label>
);
