import { Select, TextInput, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { scheduleFormTexts } from '../../texts/schedule-form.ts';
import { Chips } from '../../ui/choices.tsx';
import type { Draft } from './draft.ts';
import { dayName, kinds, useCronWords, weekdays, type Weekday } from './when.ts';
import { zonesWith } from './zones.ts';
import classes from './schedule.module.css';

export interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** What is wrong, by the field of the service that it is about. */
  readonly errors: ReadonlyMap<string, string>;
}

const said = scheduleFormTexts;

/** When a schedule fires: its kind with what that needs, its bounds and its time zone. */
export function WhenFields({ draft, change, errors }: FieldsProps) {
  return (
    <>
      <Chips
        label={said.kind}
        type="radio"
        options={kinds.map((kind) => [kind, said.kinds[kind]] as const)}
        chosen={[draft.kind]}
        onPick={(kind) => change({ kind })}
        error={errors.get('fireEvery')}
      />
      <KindFields draft={draft} change={change} errors={errors} />
      <Select
        label={said.zone}
        data={zonesWith(draft.zone)}
        value={draft.zone}
        onChange={(zone) => change({ zone: zone ?? draft.zone })}
        searchable
        allowDeselect={false}
        limit={60}
        filter={byWords}
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        nothingFoundMessage={said.noZone}
        error={errors.get('timeZone')}
        className={classes.half}
      />
      <div className={classes.row}>
        {(['start', 'end'] as const).map((bound) => (
          <TextInput
            key={bound}
            type="datetime-local"
            label={said[bound]}
            description={said.boundHint}
            value={draft[bound]}
            onChange={(event) => change({ [bound]: event.currentTarget.value })}
            error={errors.get(`${bound}Time`)}
          />
        ))}
      </div>
    </>
  );
}

function KindFields({ draft, change, errors }: FieldsProps) {
  const cronWords = useCronWords();
  const { kind, cron } = draft;
  const number = (key: 'interval' | 'minute' | 'dayOfTheMonth', field: string, label: string, hint?: string) => (
    <TextInput
      type="number"
      inputMode="numeric"
      label={label}
      description={hint}
      value={draft[key]}
      onChange={(event) => change({ [key]: event.currentTarget.value })}
      error={errors.get(field)}
      className={classes.half}
    />
  );
  if (kind === 'MINUTE') return number('interval', 'minute', said.interval, said.intervalHint);
  if (kind === 'HOURLY') return number('minute', 'minute', said.minute);
  if (kind === 'CRON') {
    const words = errors.has('cronPattern') ? undefined : cronWords(cron);
    return (
      <div>
        <TextInput
          label={said.cron}
          description={said.cronHint}
          value={cron}
          onChange={(event) => change({ cron: event.currentTarget.value })}
          error={errors.get('cronPattern')}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'data' }}
        />
        {words === undefined ? null : (
          <p className={classes.says} role="status">
            {said.says(words)}
          </p>
        )}
      </div>
    );
  }
  return (
    <>
      {kind === 'WEEKLY' ? (
        <Chips
          label={said.days}
          type="checkbox"
          options={weekdays.map((day) => [day, dayName(day)] as const)}
          chosen={draft.days}
          onPick={(day) => change({ days: toggled(draft.days, day) })}
          error={errors.get('day')}
        />
      ) : null}
      {kind === 'MONTHLY' ? number('dayOfTheMonth', 'dayOfTheMonth', said.day, said.dayHint) : null}
      <TextInput
        type="time"
        label={said.time}
        value={draft.time}
        onChange={(event) => change({ time: event.currentTarget.value })}
        error={errors.get('hour') ?? errors.get('minute')}
        className={classes.half}
      />
    </>
  );
}

const toggled = (days: readonly Weekday[], day: Weekday): readonly Weekday[] =>
  weekdays.filter((one) => days.includes(one) !== (one === day));

const plain = (text: string): string => text.toLowerCase().replaceAll(/[_/]/g, ' ');

/** Holds what is typed against names word by word: "new york" finds America/New_York. */
export const byWords: OptionsFilter = ({ options, search, limit }) => {
  const words = plain(search).split(/\s+/);
  return (options as ComboboxItem[])
    .filter(({ label, value }) => words.every((word) => plain(`${label} ${value}`).includes(word)))
    .slice(0, limit);
};
