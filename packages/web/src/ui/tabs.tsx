import type { ReactNode } from 'react';
import classes from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  /** Links; `aria-current` marks the one whose side is shown. */
  readonly children: ReactNode;
}

/** The sides of what a page shows, each with an address of its own. */
export const Tabs = ({ label, children }: TabsProps) => (
  <nav aria-label={label} className={classes.tabs}>
    {children}
  </nav>
);

/** For links whose addresses differ by what is asked for alone: else the router marks the shortest one, too. */
export const tabLink = { activeProps: {}, activeOptions: { exact: true, includeSearch: true } };
