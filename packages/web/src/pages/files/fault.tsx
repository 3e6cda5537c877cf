import { ApiError } from '../../api/problem.ts';
import classes from './questions.module.css';

/** What the service says of something that it did not do, where it was asked for. */
export const Fault = ({ error }: { readonly error: Error }) => (
  <p className={classes.error} role="alert">
    {error.message} {error instanceof ApiError ? error.remedy : null}
  </p>
);
