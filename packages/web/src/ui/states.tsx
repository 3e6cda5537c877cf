import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/problem.ts';
import { errorTexts } from '../texts/error.ts';
import classes from './states.module.css';

/** An empty state: it says what to do next. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {children === undefined ? null : <div className={classes.hint}>{children}</div>}
    </div>
  );
}

interface FailureProps {
  readonly error: Error;
  readonly again?: () => void;
}

/** An error with its remedy, said calmly. */
export function Failure({ error, again }: FailureProps) {
  const remedy = error instanceof ApiError ? error.remedy : undefined;
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className={classes.empty}>
      <p className={classes.title}>{missing ? errorTexts.missing : errorTexts.title}</p>
      <div className={classes.hint}>
        {missing ? errorTexts.missingHint : error.message}
        {remedy === undefined ? null : <> {remedy}</>}
      </div>
      {again === undefined || missing ? null : (
        <Button variant="default" size="compact-sm" onClick={again}>
          {errorTexts.again}
        </Button>
      )}
    </div>
  );
}

/** Placeholders for rows that are loading. */
export function Waiting({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div aria-busy className={classes.waiting}>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height={14} width={`${92 - ((i * 17) % 40)}%`} />
      ))}
    </div>
  );
}
