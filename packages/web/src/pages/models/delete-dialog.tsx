import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteModel, deleteModelVersion, modelQuery, type ModelRecord, type ModelUser } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { count } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { UserLink } from './used-by.tsx';
import { usersInLines } from './users-in-lines.ts';
import classes from './model.module.css';

const texts = modelsTexts.deletion;

/** The record to delete: the model, or the version with a number. */
export type DeletionTarget = 'model' | number;

interface DeleteDialogProps {
  readonly model: ModelRecord;
  /** Undefined while the dialog is closed. */
  readonly target: DeletionTarget | undefined;
  readonly onLeave: () => void;
  readonly onDeleted: (target: DeletionTarget) => unknown;
}

/** Asks before a model or a version is deleted; if something uses it, says what, and where to remove it. */
export function DeleteDialog({ model, target, onLeave, onDeleted }: DeleteDialogProps) {
  const remove = useMutation({
    mutationFn: ({ target, files }: { readonly target: DeletionTarget; readonly files: boolean }) =>
      target === 'model' ? deleteModel(model.id, files) : deleteModelVersion(model.id, target, files),
    onSuccess: (_, { target }) => onDeleted(target),
  });
  const leave = (): void => {
    remove.reset();
    onLeave();
  };
  return (
    <Dialog
      isOpen={target !== undefined}
      title={target === undefined || target === 'model' ? texts.model(model.name) : texts.version(target, model.name)}
      leave={texts.no}
      onLeave={leave}
      isBusy={remove.isPending}
    >
      {target === undefined ? null : (
        <Form
          key={target}
          model={model}
          target={target}
          onLeave={leave}
          isBusy={remove.isPending}
          error={remove.error}
          onYes={(files) => remove.mutate({ target, files })}
        />
      )}
    </Dialog>
  );
}

interface DeletionFormProps {
  readonly model: ModelRecord;
  readonly target: DeletionTarget;
  readonly onLeave: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onYes: (withFiles: boolean) => void;
}

function Form({ model: record, target, onLeave, isBusy, error, onYes }: DeletionFormProps) {
  // deletion depends on its users, so they are requested again
  const { data: model = record } = useQuery({ ...modelQuery(record.id), staleTime: 0 });
  const [files, setFiles] = useState(false);
  const isReplaced = model.versions.some(({ version, isReplaced: is }) => version === target && is);
  const users = model.usedBy.filter(
    ({ version }) => target === 'model' || version === target || (version === null && !isReplaced),
  );
  if (users.length > 0) return <InUse users={users} onLeave={onLeave} />;
  if (target === model.champion)
    return (
      <>
        <p className={classes.calm}>{texts.isChampion}</p>
        <Close onLeave={onLeave} />
      </>
    );
  return (
    <>
      <p className={classes.text}>
        {target === 'model' ? texts.modelText(count(model.versions.length), model.versions.length) : texts.versionText}
      </p>
      <Checkbox
        size="sm"
        label={texts.files}
        description={texts.filesHint}
        checked={files}
        disabled={isBusy}
        onChange={(event) => setFiles(event.currentTarget.checked)}
      />
      {error === null ? null : <Fault error={error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave} disabled={isBusy} data-autofocus>
          {texts.no}
        </Button>
        <Button className={classes.grave} loading={isBusy} onClick={() => onYes(files)}>
          {texts.yes}
        </Button>
      </div>
    </>
  );
}

const Close = ({ onLeave }: { readonly onLeave: () => void }) => (
  <div className={classes.answers}>
    <Button variant="default" onClick={onLeave} data-autofocus>
      {texts.close}
    </Button>
  </div>
);

const InUse = ({ users, onLeave }: { readonly users: readonly ModelUser[]; readonly onLeave: () => void }) => (
  <>
    <p className={classes.calm}>{texts.inUse}</p>
    <ul className={classes.users}>
      {usersInLines(users).map(({ user, uses }) => (
        <li key={`${user.kind} ${user.id}`}>
          <UserLink user={user} />{' '}
          <span className="soft">
            {modelsTexts.uses.kinds[user.kind]}: {uses.join(', ')}
          </span>
        </li>
      ))}
    </ul>
    <Close onLeave={onLeave} />
  </>
);
