import type { ReactNode } from 'react';
import classes from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  /** Links; `aria-current` marks the open one. */
  readonly children: ReactNode;
}

/** The tabs of a page, each with an address of its own. */
export const Tabs = ({ label, children }: TabsProps) => (
  <nav aria-label={label} className={classes.tabs}>
    {children}
  </nav>
);

/** For links that differ only by search parameters: else the router marks the shortest one, too. */
export const tabLink = { activeProps: {}, activeOptions: { exact: true, includeSearch: true } };
