import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { processorsQuery, type CatalogueEntry } from '../../api/queries-of-processors.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { processorPagesTexts } from '../../texts/processor-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { listTexts } from '../../texts/list.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import classes from './processors.module.css';

const columns: readonly Column<CatalogueEntry>[] = [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ name, nodeClass, unavailable }) => (
      <>
        <Link to="/processors/$nodeClass" params={{ nodeClass }}>
          {name}
        </Link>
        {unavailable === null ? null : <span className={classes.mark}>{processorPagesTexts.notHere}</span>}
      </>
    ),
  },
  {
    key: 'category',
    title: columnsTexts.category,
    sortBy: ({ category }) => category,
    cell: ({ category }) => <span className="soft">{category}</span>,
    wideOnly: true,
  },
  {
    key: 'description',
    title: columnsTexts.description,
    cell: ({ description }) => <span title={description}>{description}</span>,
    grows: true,
  },
];

/** The search text of a processor: its name, description and fields. */
const textOf = ({ name, category, description, nodeClass, fields }: CatalogueEntry): string =>
  [name, category, description, nodeClass, ...fields.map(({ title }) => title)].join(' ');

/** The kinds of nodes. */
export function Processors() {
  const query = useQuery(processorsQuery);
  return (
    <Page title={commonTexts.processors}>
      <Loaded query={query}>
        {(rows) => (
          <List
            label={commonTexts.processors}
            rows={rows}
            columns={columns}
            idOf={({ nodeClass }) => nodeClass}
            textOf={textOf}
            empty={<Empty title={listTexts.none} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
