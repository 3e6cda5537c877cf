import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/problem.ts';
import { projectsQuery } from '../../api/queries.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { Fault } from '../files/fault.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import type { ConnectionDraft } from './connection-fields.ts';
import { faultOf, FieldPairs } from './field-pairs.tsx';
import { useConnectionForm, type ConnectionFormProps } from './use-connection-form.ts';
import classes from './admin.module.css';

const texts = connectionsTexts;

/** The form of a connection. Secrets are not stored on the page: a reload empties their fields. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { connection } = props;
  const form = useConnectionForm(props);
  const { draft, secrets, change, setSecret, discard, isRestored, leave, save, trial, wasTried } = form;
  const isNameless = draft.name.trim() === '';
  const wrong = faultOf(draft.fields);
  const conflict = save.error instanceof ApiError && save.error.status === 409 ? save.error.message : undefined;
  const fault = conflict === undefined ? (save.error ?? trial.error) : trial.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.submit(!isNameless && wrong === undefined);
  };
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <Words
        draft={draft}
        isNew={connection === undefined}
        nameError={wasTried && isNameless ? administrationTexts.nameMissing : conflict}
        onChange={change}
      />
      <FieldPairs
        fields={draft.fields}
        secrets={secrets}
        connection={connection}
        error={wasTried ? wrong : undefined}
        onChange={(fields) => change({ fields })}
        onSecret={setSecret}
      />
      <div role="status">{trial.data}</div>
      {fault === null ? null : <Fault error={fault} />}
      <div className={classes.answers}>
        <Button variant="default" loading={trial.isPending} onClick={form.tryIt}>
          {texts.try}
        </Button>
        <Button variant="default" onClick={leave}>
          {administrationTexts.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {connection === undefined ? administrationTexts.make : administrationTexts.save}
        </Button>
      </div>
    </form>
  );
}

interface WordsProps {
  readonly draft: ConnectionDraft;
  readonly isNew: boolean;
  readonly nameError: string | undefined;
  readonly onChange: (part: Partial<ConnectionDraft>) => void;
}

/** The name, the kind, the project and the description. */
function Words({ draft, isNew, nameError, onChange }: WordsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  return (
    <>
      <TextInput
        label={texts.name}
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={nameError}
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label={texts.kind}
        description={texts.kindHint}
        maxLength={200}
        value={draft.category}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
        spellCheck={false}
      />
      <NativeSelect
        label={texts.whose}
        value={draft.project}
        disabled={!isNew}
        onChange={(event) => onChange({ project: event.currentTarget.value })}
        data={[
          { value: '', label: texts.ofAllChoice },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextInput
        label={texts.description}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}
