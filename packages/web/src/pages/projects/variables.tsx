import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { createVariable, deleteVariable, variablesQuery, type Variable } from '../../api/queries-of-projects.ts';
import { filesTexts } from '../../texts/files.ts';
import { variablesTexts } from '../../texts/variables.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, type Notice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { variableColumns } from './variable-columns.tsx';
import { VariableForm } from './variable-form.tsx';
import classes from './projects.module.css';

const texts = variablesTexts;

/** Variables of a project; those of all projects are included, read-only. Without a project: those of all projects. */
export function Variables({ id }: { readonly id: number | null }) {
  const query = useQuery(variablesQuery(id));
  const { say, element: notice } = useNotice();
  const may = useMay();
  const mayEdit =
    id === null ? may('variables.modify') && may('configurations.manage') : may('variables.modify', 'EDIT', id);
  const [edited, setEdited] = useState<Variable | 'new'>();
  const remove = useVariableDeletion(id, say);
  const add = mayEdit ? (
    <Button size="compact-sm" variant="default" onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  ) : null;
  return (
    <>
      {notice}
      <Loaded query={query}>
        {(rows) => (
          <List
            label={texts.title}
            rows={rows}
            columns={variableColumns(id, mayEdit ? { onEdit: setEdited, onDelete: remove } : undefined)}
            idOf={(one) => one.id}
            textOf={({ name, value, description }) => `${name} ${value} ${description}`}
            actions={add}
            empty={
              <Empty title={texts.none}>
                {id === null ? texts.noneOfAllHint : texts.noneHint}
                <p className={classes.way}>{add}</p>
              </Empty>
            }
          />
        )}
      </Loaded>
      <Dialog
        isOpen={edited !== undefined}
        title={edited === 'new' ? texts.add : texts.edit}
        leave={filesTexts.cancel}
        onLeave={() => setEdited(undefined)}
      >
        {edited === undefined ? null : (
          <VariableForm
            projectId={id}
            {...(edited === 'new' ? {} : { variable: edited })}
            onEnd={() => {
              setEdited(undefined);
              say(undefined);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/** Deletes a variable, which the notice can bring back. */
function useVariableDeletion(id: number | null, say: (notice: Notice | undefined) => void) {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['projects'] });
  const bringBack = useMutation({
    mutationFn: ({ name, value, description }: Variable) => createVariable(id, { name, value, description }),
    onSuccess: async (_, { name }) => {
      await refresh();
      say({ text: texts.back(name) });
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
  const remove = useMutation({
    mutationFn: (variable: Variable) => deleteVariable(variable.id),
    onSuccess: async (_, variable) => {
      await refresh();
      const action = { title: workflowsTexts.undo, onDo: () => bringBack.mutate(variable) };
      say({ text: texts.deleted(variable.name), action });
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
  return remove.mutate;
}
