import { ApiError } from '../../api/problem.ts';
import classes from './questions.module.css';

/** The error of a refused action, next to its control. */
export const Fault = ({ error }: { readonly error: Error }) => (
  <p className={classes.error} role="alert">
    {error.message} {error instanceof ApiError ? error.remedy : null}
  </p>
);
