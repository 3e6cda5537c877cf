import { Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { listTexts } from '../texts/list.ts';
import { administrationTexts } from '../texts/administration.ts';
import { count } from './format.ts';
import classes from './checklist.module.css';

export interface CheckOption {
  readonly value: string;
  readonly title: string;
  readonly hint?: string;
  /** The reason why it cannot be changed. */
  readonly fixed?: string | undefined;
}

export interface CheckGroup {
  readonly title?: string;
  readonly options: readonly CheckOption[];
}

interface ChecklistProps {
  readonly label: string;
  readonly description?: string;
  readonly groups: readonly CheckGroup[];
  readonly selected: readonly string[];
  readonly onChange: (selected: string[]) => void;
  /** Shown if there are no options. */
  readonly none?: string;
  readonly error?: string | undefined;
}

/** Lists of so many options get a field to search them. */
const many = 8;

/** Any number of options, in groups, with a search for many. Options that are filtered out stay selected. */
export function Checklist({ label, description, groups, selected, onChange, none, error }: ChecklistProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const all = groups.flatMap(({ options }) => options);
  const matches = matching(groups, typed);
  const set = (value: string, isChosen: boolean): void =>
    onChange(isChosen ? [...selected, value] : selected.filter((one) => one !== value));
  return (
    <fieldset className={classes.list} aria-describedby={description === undefined ? undefined : `${id}-about`}>
      <legend>{label}</legend>
      {description === undefined ? null : (
        <p id={`${id}-about`} className={classes.about}>
          {description}
        </p>
      )}
      {all.length === 0 ? <p className={classes.about}>{none}</p> : null}
      {all.length < many ? null : (
        <Search
          label={label}
          typed={typed}
          onTyped={setTyped}
          status={administrationTexts.chosen(count(selected.length), count(all.length))}
        />
      )}
      {all.length === 0 ? null : (
        <div className={classes.options}>
          {matches.map((group, index) => (
            <Group key={group.title ?? index} id={`${id}-${index}`} group={group} selected={selected} onSet={set} />
          ))}
          {matches.length === 0 ? <p className={classes.about}>{listTexts.none}</p> : null}
        </div>
      )}
      {error === undefined ? null : <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}

/** The options that have all words of a search, in their groups. */
function matching(groups: readonly CheckGroup[], typed: string): readonly CheckGroup[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const fits = ({ value, title, hint = '' }: CheckOption): boolean =>
    words.every((word) => `${title} ${hint} ${value}`.toLowerCase().includes(word));
  return groups
    .map((group) => ({ ...group, options: group.options.filter(fits) }))
    .filter(({ options }) => options.length > 0);
}

interface SearchProps {
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  /** The number of selected options. */
  readonly status: string;
}

const Search = ({ label, typed, onTyped, status }: SearchProps) => (
  <div className={classes.head}>
    <TextInput
      size="xs"
      aria-label={`${listTexts.filter}: ${label}`}
      placeholder={listTexts.filter}
      value={typed}
      onChange={(event) => onTyped(event.currentTarget.value)}
      // Enter in a search does not save
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
    <span className={classes.about} role="status">
      {status}
    </span>
  </div>
);

interface GroupProps {
  /** The id of its title. */
  readonly id: string;
  readonly group: CheckGroup;
  readonly selected: readonly string[];
  readonly onSet: (value: string, isChosen: boolean) => void;
}

const Group = ({ id, group: { title, options }, selected, onSet }: GroupProps) => (
  <div {...(title === undefined ? {} : { role: 'group', 'aria-labelledby': id })}>
    {title === undefined ? null : (
      <p id={id} className={classes.title}>
        {title}
      </p>
    )}
    {options.map(({ value, title: name, hint, fixed }) => (
      <Checkbox
        key={value}
        size="xs"
        className={classes.option}
        classNames={{ description: classes.hint ?? '' }}
        label={name}
        description={fixed ?? hint}
        checked={selected.includes(value)}
        disabled={fixed !== undefined}
        onChange={(event) => onSet(value, event.currentTarget.checked)}
      />
    ))}
  </div>
);
