import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { ApiError } from '../../api/problem.ts';
import {
  createVariable,
  deleteVariable,
  updateVariable,
  variablesQuery,
  type Variable,
  type VariableWords,
} from '../../api/queries-of-projects.ts';
import { variablesTexts } from '../../texts/variables.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { filesTexts } from '../../texts/files.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { Restored } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import classes from './projects.module.css';

const texts = variablesTexts;

/** Variables of a project; those of all projects are included, read-only. Without a project: those of all projects. */
export function Variables({ id }: { readonly id: number | null }) {
  const query = useQuery(variablesQuery(id));
  const client = useQueryClient();
  const { say, shown: notice } = useNotice();
  const may = useMay();
  const mayEdit =
    id === null ? may('variables.modify') && may('configurations.manage') : may('variables.modify', 'EDIT', id);
  const [edited, setEdited] = useState<Variable | 'new'>();
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
  const columns: readonly Column<Variable>[] = [
    {
      key: 'name',
      title: columnsTexts.name,
      sortBy: ({ name }) => name,
      cell: ({ name, projectId }) => (
        <>
          <span className="data">${name}</span> {projectId === id ? null : <span className="soft">{texts.ofAll}</span>}
        </>
      ),
    },
    {
      key: 'value',
      title: texts.value,
      sortBy: ({ value }) => value,
      cell: ({ value }) => (
        <span className="data" title={value}>
          {value}
        </span>
      ),
    },
    {
      key: 'description',
      title: projectsTexts.description,
      sortBy: ({ description }) => description,
      cell: ({ description }) => <span className="soft">{description}</span>,
      wideOnly: true,
    },
    {
      key: 'actions',
      title: columnsTexts.actions,
      isTitleHidden: true,
      align: 'end',
      cell: (variable) =>
        mayEdit && variable.projectId === id ? (
          <span className={classes.buttons}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.editOf(variable.name)}
              onClick={() => setEdited(variable)}
            >
              {texts.edit}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.deleteOf(variable.name)}
              onClick={() => remove.mutate(variable)}
            >
              {texts.delete}
            </Button>
          </span>
        ) : null,
    },
  ];
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
            columns={columns}
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

interface VariableFormProps {
  readonly projectId: number | null;
  readonly variable?: Variable;
  readonly onEnd: () => void;
}

const rule = /^[A-Za-z0-9_]{1,200}$/;

function VariableForm({ projectId, variable, onEnd }: VariableFormProps) {
  const client = useQueryClient();
  const saved: VariableWords = {
    name: variable?.name ?? '',
    value: variable?.value ?? '',
    description: variable?.description ?? '',
  };
  const key = useDraftKey(`variable.${projectId ?? 'all'}.${variable?.id ?? 'new'}`);
  const { draft: words, change: keep, discard, isRestored } = useDraft(key, saved);
  const [wasTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: async () => {
      await (variable === undefined ? createVariable(projectId, words) : updateVariable(variable.id, words));
      await client.invalidateQueries({ queryKey: ['projects'] });
    },
    onSuccess: () => leave(),
  });
  const change = (part: Partial<VariableWords>): void => {
    save.reset();
    keep(part);
  };
  const leave = (): void => {
    discard();
    onEnd();
  };
  const isWrong = !rule.test(words.name);
  // an incomplete input is not marked before it is invalid
  const isBlamed = isWrong && (wasTried || words.name !== '');
  const taken = save.error instanceof ApiError && save.error.status === 409 ? save.error.message : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWrong) save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {isRestored ? <Restored onDiscard={discard} /> : null}
      <TextInput
        label={columnsTexts.name}
        description={texts.nameRule}
        value={words.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={isBlamed ? texts.nameWrong : taken}
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        label={texts.value}
        rows={3}
        value={words.value}
        onChange={(event) => change({ value: event.currentTarget.value })}
        spellCheck={false}
        classNames={{ input: 'data' }}
      />
      <TextInput
        label={projectsTexts.description}
        value={words.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {save.error === null || taken !== undefined ? null : <Fault error={save.error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={leave}>
          {filesTexts.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {projectsTexts.save}
        </Button>
      </div>
    </form>
  );
}
