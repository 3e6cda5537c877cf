import { Link } from '@tanstack/react-router';
import { texts } from '../../texts.ts';
import { tabs, type Tab } from './search.ts';
import classes from './tabs.module.css';

const said = texts.dataset.tabs;

/** The sides of a dataset, each with an address of its own. */
export const Tabs = ({ id, tab }: { readonly id: number; readonly tab: Tab }) => (
  <nav aria-label={said.label} className={classes.tabs}>
    {tabs.map((one) => (
      <Link
        key={one}
        to="/datasets/$id"
        params={{ id: String(id) }}
        search={{ tab: one }}
        aria-current={one === tab ? 'page' : undefined}
      >
        {said[one]}
      </Link>
    ))}
  </nav>
);
