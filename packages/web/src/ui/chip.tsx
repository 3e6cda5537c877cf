import classes from './chip.module.css';

interface ChipProps {
  readonly text: string;
  /** The effect of removing it. */
  readonly label: (text: string) => string;
  readonly onRemove: () => void;
}

/** A removable state, such as a filter. */
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
