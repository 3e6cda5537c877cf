import type { Cell } from '../api/queries-of-runs.ts';
import classes from './cell.module.css';

/** A value as text; an absent value differs from the word "null". */
export function CellText({ value }: { readonly value: Cell }) {
  if (value === null) return <span className={classes.absent}>null</span>;
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}
