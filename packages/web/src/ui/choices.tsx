import { useId } from 'react';
import classes from './choices.module.css';

interface ChipsProps<T extends string> {
  readonly label: string;
  readonly type: 'radio' | 'checkbox';
  readonly options: readonly (readonly [value: T, title: string])[];
  readonly selected: readonly T[];
  /** The clicked value. */
  readonly onPick: (value: T) => void;
  readonly error?: string | undefined;
}

/** A few short choices side by side, one of them or several. */
export function Chips<T extends string>({ label, type, options, selected, onPick, error }: ChipsProps<T>) {
  const id = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{label}</legend>
      <div className={classes.chips}>
        {options.map(([value, title]) => (
          <label key={value} className={classes.chip}>
            <input
              type={type}
              name={id}
              value={value}
              checked={selected.includes(value)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => onPick(value)}
            />
            <span>{title}</span>
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly options: Readonly<Record<T, readonly [title: string, sentence: string]>>;
  readonly selected: T;
  readonly onPick: (value: T) => void;
}

/** One of a few options, each with a sentence about its meaning. */
export function Choices<T extends string>({ label, options, selected, onPick }: ChoicesProps<T>) {
  const id = useId();
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {(Object.keys(options) as T[]).map((value) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={id}
            value={value}
            checked={selected === value}
            aria-labelledby={`${id}-${value}-title`}
            aria-describedby={`${id}-${value}`}
            onChange={() => onPick(value)}
          />
          <span>
            <span id={`${id}-${value}-title`}>{options[value][0]}</span>
            <span id={`${id}-${value}`} className={classes.sentence}>
              {options[value][1]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
