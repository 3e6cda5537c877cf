import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery } from '../../api/queries.ts';
import { connectionsQuery, deleteConnection, type Connection } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDeletion } from '../../ui/use-deletion.tsx';
import { Time } from '../../ui/time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AdminPage } from './admin-page.tsx';
import { leadsTo } from './connection-fields.ts';
import { ConnectionForm } from './connection-form.tsx';
import classes from './admin.module.css';

const texts = connectionsTexts;

type Edited =
  | { readonly kind: 'new' }
  | { readonly kind: 'copy'; readonly of: Connection }
  | { readonly kind: 'change'; readonly of: Connection };

/** Addresses of databases and other services, with sealed secrets, for programs. */
export function Connections() {
  const isAllowed = useMay()('connections.manage');
  const query = useQuery({ ...connectionsQuery, enabled: isAllowed });
  const { data: projects = [] } = useQuery(projectsQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<Edited>();
  const { ask, question } = useDeletion({
    remove: ({ id }: Connection) => deleteConnection(id),
    after: () => client.invalidateQueries({ queryKey: ['connections'] }),
    words: {
      title: ({ name }) => texts.deleteTitle(name),
      hint: () => texts.deleteHint,
      yes: texts.delete,
      no: administrationTexts.keep,
    },
  });
  const whose = ({ projectId }: Connection): string =>
    projectId === null ? texts.ofAll : (projects.find(({ id }) => id === projectId)?.name ?? String(projectId));
  const columns: readonly Column<Connection>[] = [
    {
      key: 'name',
      title: texts.name,
      sortBy: ({ name }) => name,
      cell: (connection) => (
        <button
          type="button"
          className={classes.open}
          title={connection.name}
          aria-label={texts.openOf(connection.name)}
          onClick={() => setEdited({ kind: 'change', of: connection })}
        >
          {connection.name}
        </button>
      ),
    },
    { key: 'kind', title: texts.kind, sortBy: ({ category }) => category, cell: ({ category }) => category },
    { key: 'whose', title: texts.whose, sortBy: whose, cell: (one) => <span className="soft">{whose(one)}</span> },
    {
      key: 'leads',
      title: texts.leads,
      sortBy: leadsTo,
      cell: (one) => (
        <span className="data" title={leadsTo(one)}>
          {leadsTo(one)}
        </span>
      ),
      grows: true,
      wideOnly: true,
    },
    {
      key: 'changed',
      title: texts.changed,
      sortBy: ({ dateLastUpdated }) => dateLastUpdated,
      cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
      wideOnly: true,
    },
    {
      key: 'actions',
      title: columnsTexts.actions,
      isTitleHidden: true,
      align: 'end',
      cell: (connection) => (
        <span className={classes.inRow}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.copyOf(connection.name)}
            onClick={() => setEdited({ kind: 'copy', of: connection })}
          >
            {texts.copy}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.deleteOf(connection.name)}
            onClick={() => ask(connection)}
          >
            {texts.delete}
          </Button>
        </span>
      ),
    },
  ];
  const add = (
    <Button size="compact-sm" onClick={() => setEdited({ kind: 'new' })}>
      {texts.new}
    </Button>
  );
  return (
    <AdminPage part="connections" aside={add}>
      <Loaded query={query}>
        {(rows) => (
          <List
            label={texts.list}
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            textOf={(one) => `${one.name} ${one.category} ${whose(one)} ${leadsTo(one)}`}
            empty={
              <Empty title={texts.none}>
                {texts.noneHint}
                <p className={classes.way}>{add}</p>
              </Empty>
            }
          />
        )}
      </Loaded>
      {edited === undefined ? null : (
        <Dialog
          isOpen
          title={edited.kind === 'change' ? texts.edit(edited.of.name) : texts.new}
          leave={administrationTexts.cancel}
          onLeave={() => setEdited(undefined)}
        >
          <ConnectionForm
            connection={edited.kind === 'change' ? edited.of : undefined}
            like={edited.kind === 'copy' ? edited.of : undefined}
            onEnd={() => setEdited(undefined)}
          />
        </Dialog>
      )}
      {question}
    </AdminPage>
  );
}
