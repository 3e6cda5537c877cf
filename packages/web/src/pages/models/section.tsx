import type { ReactNode } from 'react';
import classes from './model.module.css';

export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={classes.section}>
    <h3>{title}</h3>
    {children}
  </div>
);
