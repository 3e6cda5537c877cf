import type { ReactNode } from 'react';
import { ApiError } from '../api/problem.ts';
import classes from './form-foot.module.css';

/** What is done with a long form, at its end and always in sight. */
export const FormFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.foot}>{children}</div>
);

interface RefusedProps {
  /** What has not come about. */
  readonly says: string;
  readonly error: Error;
}

/** Why the service refused, and what to try. */
export const Refused = ({ says, error }: RefusedProps) => (
  <span role="alert" className={classes.refused}>
    {says} {error.message} {error instanceof ApiError ? error.remedy : null}
  </span>
);
