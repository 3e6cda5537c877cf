import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { processorsQuery, type CatalogueEntry } from '../../api/queries-of-processors.ts';
import { texts } from '../../texts.ts';
import { List, type Column } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import classes from './processors.module.css';

const columns: readonly Column<CatalogueEntry>[] = [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ name, nodeClass, unavailable }) => (
      <>
        <Link to="/processors/$nodeClass" params={{ nodeClass }}>
          {name}
        </Link>
        {unavailable === null ? null : <span className={classes.mark}>{texts.processorPages.notHere}</span>}
      </>
    ),
  },
  {
    key: 'category',
    title: texts.columns.category,
    sortBy: ({ category }) => category,
    cell: ({ category }) => <span className="soft">{category}</span>,
    wideOnly: true,
  },
  {
    key: 'description',
    title: texts.columns.description,
    cell: ({ description }) => <span title={description}>{description}</span>,
    grows: true,
  },
];

/** What a processor is found by: its name, what it does, and what it is told. */
const textOf = ({ name, category, description, nodeClass, fields }: CatalogueEntry): string =>
  [name, category, description, nodeClass, ...fields.map(({ title }) => title)].join(' ');

/** The kinds of nodes that there are. */
export function Processors() {
  const query = useQuery(processorsQuery);
  return (
    <Page title={texts.processors}>
      <Loaded query={query}>
        {(rows) => (
          <List
            label={texts.processors}
            rows={rows}
            columns={columns}
            idOf={({ nodeClass }) => nodeClass}
            textOf={textOf}
            empty={<Empty title={texts.list.none} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
