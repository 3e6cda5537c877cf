import { useLine } from '../api/line.ts';
import { errorTexts } from '../texts/error.ts';
import classes from './line-status.module.css';

/** A notice over the page for as long as the service cannot be reached. */
export function LineStatus() {
  const isThere = useLine();
  return (
    <div role="status" className={classes.place}>
      {isThere ? null : <p className={classes.line}>{errorTexts.unreachable}</p>}
    </div>
  );
}
