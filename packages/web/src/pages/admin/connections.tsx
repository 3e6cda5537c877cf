import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery } from '../../api/queries.ts';
import { connectionsQuery, deleteConnection, type Connection } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDeletion } from '../../ui/use-deletion.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AdminPage } from './admin-page.tsx';
import { connectionColumns } from './connection-columns.tsx';
import { leadsTo } from './connection-fields.ts';
import { ConnectionForm } from './connection-form.tsx';
import classes from './admin.module.css';

const texts = connectionsTexts;

type EditTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'copy'; readonly of: Connection }
  | { readonly kind: 'change'; readonly of: Connection };

/** Addresses of databases and other services, with sealed secrets, for programs. */
export function Connections() {
  const isAllowed = useMay()('connections.manage');
  const query = useQuery({ ...connectionsQuery, enabled: isAllowed });
  const { data: projects = [] } = useQuery(projectsQuery);
  const [edited, setEdited] = useState<EditTarget>();
  const { ask, question } = useConnectionDeletion();
  const whose = ({ projectId }: Connection): string =>
    projectId === null ? texts.ofAll : (projects.find(({ id }) => id === projectId)?.name ?? String(projectId));
  const columns = connectionColumns(whose, {
    onOpen: (of) => setEdited({ kind: 'change', of }),
    onCopy: (of) => setEdited({ kind: 'copy', of }),
    onDelete: ask,
  });
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
      {edited === undefined ? null : <ConnectionDialog edited={edited} onEnd={() => setEdited(undefined)} />}
      {question}
    </AdminPage>
  );
}

interface ConnectionDialogProps {
  readonly edited: EditTarget;
  readonly onEnd: () => void;
}

const ConnectionDialog = ({ edited, onEnd }: ConnectionDialogProps) => (
  <Dialog
    isOpen
    title={edited.kind === 'change' ? texts.edit(edited.of.name) : texts.new}
    leave={administrationTexts.cancel}
    onLeave={onEnd}
  >
    <ConnectionForm
      connection={edited.kind === 'change' ? edited.of : undefined}
      like={edited.kind === 'copy' ? edited.of : undefined}
      onEnd={onEnd}
    />
  </Dialog>
);

function useConnectionDeletion() {
  const client = useQueryClient();
  return useDeletion({
    remove: ({ id }: Connection) => deleteConnection(id),
    after: () => client.invalidateQueries({ queryKey: ['connections'] }),
    words: {
      title: ({ name }) => texts.deleteTitle(name),
      hint: () => texts.deleteHint,
      yes: texts.delete,
      no: administrationTexts.keep,
    },
  });
}
