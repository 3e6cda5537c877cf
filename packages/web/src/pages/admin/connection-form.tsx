import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../api/problem.ts';
import { projectsQuery } from '../../api/queries.ts';
import {
  createConnection,
  tryConnection,
  updateConnection,
  type Connection,
} from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { Fault } from '../files/fault.tsx';
import { Restored } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { draftOf, isSecret, storedSecretsOf, twiceIn, wordsOf, type ConnectionField } from './connection-fields.ts';
import classes from './admin.module.css';

const texts = connectionsTexts;

interface ConnectionFormProps {
  /** The connection that is changed; absent for a new one. */
  readonly connection?: Connection | undefined;
  /** The connection that a new one is copied from. */
  readonly like?: Connection | undefined;
  readonly onEnd: () => void;
}

/** The form of a connection. Secrets are not stored on the page: a reload empties their fields. */
export function ConnectionForm({ connection, like, onEnd }: ConnectionFormProps) {
  const client = useQueryClient();
  const { data: projects = [] } = useQuery(projectsQuery);
  const saved = draftOf(connection ?? like);
  const begun = like === undefined ? saved : { ...saved, name: texts.copied(like.name) };
  const key = useDraftKey(`connection.${connection?.id ?? (like === undefined ? 'new' : `copy.${like.id}`)}`);
  const { draft, change: keep, discard, isRestored } = useDraft(key, begun);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [wasTried, setTried] = useState(false);
  const storedSecrets = connection === undefined ? [] : storedSecretsOf(connection);
  const inside = (connection?.secretFields ?? []).filter((place) => !storedSecrets.includes(place));
  const words = () => wordsOf(draft, secrets, connection);
  const save = useMutation({
    mutationFn: () =>
      connection === undefined
        ? createConnection(draft.project === '' ? null : Number(draft.project), words())
        : updateConnection(connection.id, words()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['connections'] });
      leave();
    },
  });
  const trial = useMutation({ mutationFn: () => tryConnection(connection?.id ?? null, words()) });
  const forget = (): void => {
    save.reset();
    trial.reset();
  };
  const change = (part: Partial<typeof draft>): void => {
    forget();
    keep(part);
  };
  const leave = (): void => {
    discard();
    onEnd();
  };
  const changeField = (at: number, part: Partial<ConnectionField>): void =>
    change({ fields: draft.fields.map((field, i) => (i === at ? { ...field, ...part } : field)) });
  const isNameless = draft.name.trim() === '';
  const twice = twiceIn(draft.fields);
  const isUnnamed = draft.fields.some(({ name, value }) => name.trim() === '' && value !== '');
  const wrong = twice === undefined ? (isUnnamed ? texts.unnamedField : undefined) : texts.twice(twice);
  const taken = save.error instanceof ApiError && save.error.status === 409 ? save.error.message : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isNameless || wrong !== undefined) return;
    trial.reset();
    save.mutate();
  };
  const tryIt = (): void => {
    save.reset();
    trial.mutate();
  };
  const fault = taken === undefined ? (save.error ?? trial.error) : trial.error;
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      {isRestored ? <Restored onDiscard={discard} /> : null}
      <TextInput
        label={texts.name}
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={wasTried && isNameless ? administrationTexts.nameMissing : taken}
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label={texts.kind}
        description={texts.kindHint}
        maxLength={200}
        value={draft.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
        spellCheck={false}
      />
      <NativeSelect
        label={texts.whose}
        value={draft.project}
        disabled={connection !== undefined}
        onChange={(event) => change({ project: event.currentTarget.value })}
        data={[
          { value: '', label: texts.ofAllChoice },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextInput
        label={texts.description}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <fieldset className={classes.pairs}>
        <legend>{texts.fields}</legend>
        <p className={classes.hint}>{texts.fieldsHint}</p>
        {draft.fields.map((field, i) => {
          const name = field.name.trim();
          const label = texts.value(i + 1);
          return (
            <div key={i} className={classes.pair}>
              <TextInput
                aria-label={texts.field(i + 1)}
                value={field.name}
                onChange={(event) => changeField(i, { name: event.currentTarget.value })}
                spellCheck={false}
              />
              {isSecret(name) ? (
                <PasswordInput
                  aria-label={label}
                  autoComplete="new-password"
                  placeholder={storedSecrets.includes(name) ? texts.kept : undefined}
                  value={secrets[name] ?? ''}
                  onChange={(event) => {
                    forget();
                    setSecrets({ ...secrets, [name]: event.currentTarget.value });
                  }}
                />
              ) : (
                <TextInput
                  aria-label={label}
                  value={field.value}
                  onChange={(event) => changeField(i, { value: event.currentTarget.value })}
                  spellCheck={false}
                  classNames={{ input: 'data' }}
                />
              )}
              <Button
                variant="default"
                size="compact-sm"
                aria-label={texts.removeField(i + 1)}
                onClick={() => change({ fields: draft.fields.filter((_, at) => at !== i) })}
              >
                ×
              </Button>
            </div>
          );
        })}
        {inside.length === 0 ? null : <p className={classes.hint}>{texts.keptInside(inside.join(', '))}</p>}
        {wasTried && wrong !== undefined ? (
          <p role="alert" className={classes.wrong}>
            {wrong}
          </p>
        ) : null}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => change({ fields: [...draft.fields, { name: '', value: '' }] })}
        >
          {texts.addField}
        </Button>
      </fieldset>
      <div role="status">{trial.data}</div>
      {fault === null ? null : <Fault error={fault} />}
      <div className={classes.answers}>
        <Button variant="default" loading={trial.isPending} onClick={tryIt}>
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
