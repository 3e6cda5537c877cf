import type { ReactNode } from 'react';
import { ApiError } from '../api/problem.ts';
import classes from './form-foot.module.css';

/** The buttons of a long form, at its end and always visible. */
export const FormFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.foot}>{children}</div>
);

interface RefusalNoticeProps {
  /** The failed action. */
  readonly says: string;
  readonly error: Error;
}

/** The service's reason for a refusal, and the remedy. */
export const RefusalNotice = ({ says, error }: RefusalNoticeProps) => (
  <span role="alert" className={classes.refused}>
    {says} {error.message} {error instanceof ApiError ? error.remedy : null}
  </span>
);
