import classes from './chip.module.css';

interface ChipProps {
  readonly text: string;
  /** What removing it does. */
  readonly label: (text: string) => string;
  readonly onRemove: () => void;
}

/** Something that holds until it is removed, a filter for instance. */
export const Chip = ({ text, label, onRemove }: ChipProps) => (
  <span className={classes.chip}>
    <span className={classes.text} title={text}>
      {text}
    </span>
    <button type="button" className={classes.remove} aria-label={label(text)} onClick={onRemove}>
      <span aria-hidden>✕</span>
    </button>
  </span>
);
