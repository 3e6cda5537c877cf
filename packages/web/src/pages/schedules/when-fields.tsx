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
  /** The errors by field of the service. */
  readonly errors: ReadonlyMap<string, string>;
}

const texts = scheduleFormTexts;

/** The rule of a schedule: its kind with the fields of that, its bounds and its time zone. */
export function WhenFields({ draft, change, errors }: FieldsProps) {
  return (
    <>
      <Chips
        label={texts.kind}
        type="radio"
        options={kinds.map((kind) => [kind, texts.kinds[kind]] as const)}
        selected={[draft.kind]}
        onPick={(kind) => change({ kind })}
        error={errors.get('fireEvery')}
      />
      <KindFields draft={draft} change={change} errors={errors} />
      <Select
        label={texts.zone}
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
        nothingFoundMessage={texts.noZone}
        error={errors.get('timeZone')}
        className={classes.half}
      />
      <div className={classes.row}>
        {(['start', 'end'] as const).map((bound) => (
          <TextInput
            key={bound}
            type="datetime-local"
            label={texts[bound]}
            description={texts.boundHint}
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
  if (kind === 'MINUTE') return number('interval', 'minute', texts.interval, texts.intervalHint);
  if (kind === 'HOURLY') return number('minute', 'minute', texts.minute);
  if (kind === 'CRON') return <CronField {...{ draft, change, errors }} words={cronWords(cron)} />;
  return (
    <>
      {kind === 'WEEKLY' ? (
        <Chips
          label={texts.days}
          type="checkbox"
          options={weekdays.map((day) => [day, dayName(day)] as const)}
          selected={draft.days}
          onPick={(day) => change({ days: toggleDay(draft.days, day) })}
          error={errors.get('day')}
        />
      ) : null}
      {kind === 'MONTHLY' ? number('dayOfTheMonth', 'dayOfTheMonth', texts.day, texts.dayHint) : null}
      <TextInput
        type="time"
        label={texts.time}
        value={draft.time}
        onChange={(event) => change({ time: event.currentTarget.value })}
        error={errors.get('hour') ?? errors.get('minute')}
        className={classes.half}
      />
    </>
  );
}

interface CronFieldProps extends FieldsProps {
  /** The pattern in words; undefined while it is not understood. */
  readonly words: string | undefined;
}

/** A cron pattern, and what it means in words. */
function CronField({ draft: { cron }, change, errors, words }: CronFieldProps) {
  return (
    <div>
      <TextInput
        label={texts.cron}
        description={texts.cronHint}
        value={cron}
        onChange={(event) => change({ cron: event.currentTarget.value })}
        error={errors.get('cronPattern')}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'data' }}
      />
      {words === undefined || errors.has('cronPattern') ? null : (
        <p className={classes.says} role="status">
          {texts.says(words)}
        </p>
      )}
    </div>
  );
}

const toggleDay = (days: readonly Weekday[], day: Weekday): readonly Weekday[] =>
  weekdays.filter((one) => days.includes(one) !== (one === day));

const plain = (text: string): string => text.toLowerCase().replaceAll(/[_/]/g, ' ');

/** Matches a search text with names word by word: "new york" finds America/New_York. */
export const byWords: OptionsFilter = ({ options, search, limit }) => {
  const words = plain(search).split(/\s+/);
  return (options as ComboboxItem[])
    .filter(({ label, value }) => words.every((word) => plain(`${label} ${value}`).includes(word)))
    .slice(0, limit);
};
