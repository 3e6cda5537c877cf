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

/** What is to go: the model, or the version of a number. */
export type DeletionTarget = 'model' | number;

interface DeleteDialogProps {
  readonly model: ModelRecord;
  /** Undefined while nothing is asked. */
  readonly doomed: DeletionTarget | undefined;
  readonly onLeave: () => void;
  readonly onDeleted: (gone: DeletionTarget) => unknown;
}

/** Asks before a model or a version goes; where something uses it, says what, and where to take it out. */
export function DeleteDialog({ model, doomed, onLeave, onDeleted }: DeleteDialogProps) {
  const remove = useMutation({
    mutationFn: ({ doomed, files }: { readonly doomed: DeletionTarget; readonly files: boolean }) =>
      doomed === 'model' ? deleteModel(model.id, files) : deleteModelVersion(model.id, doomed, files),
    onSuccess: (_, { doomed }) => onDeleted(doomed),
  });
  const leave = (): void => {
    remove.reset();
    onLeave();
  };
  return (
    <Dialog
      isOpen={doomed !== undefined}
      title={doomed === undefined || doomed === 'model' ? texts.model(model.name) : texts.version(doomed, model.name)}
      leave={texts.no}
      onLeave={leave}
      isBusy={remove.isPending}
    >
      {doomed === undefined ? null : (
        <Form
          key={doomed}
          model={model}
          doomed={doomed}
          onLeave={leave}
          isBusy={remove.isPending}
          error={remove.error}
          onYes={(files) => remove.mutate({ doomed, files })}
        />
      )}
    </Dialog>
  );
}

interface AskedProps {
  readonly model: ModelRecord;
  readonly doomed: DeletionTarget;
  readonly onLeave: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onYes: (withFiles: boolean) => void;
}

function Form({ model: known, doomed, onLeave, isBusy, error, onYes }: AskedProps) {
  // what uses it decides: it is asked for anew
  const { data: model = known } = useQuery({ ...modelQuery(known.id), staleTime: 0 });
  const [files, setFiles] = useState(false);
  const isReplaced = model.versions.some(({ version, isReplaced: is }) => version === doomed && is);
  const users = model.usedBy.filter(
    ({ version }) => doomed === 'model' || version === doomed || (version === null && !isReplaced),
  );
  if (users.length > 0) return <InUse users={users} onLeave={onLeave} />;
  if (doomed === model.champion)
    return (
      <>
        <p className={classes.calm}>{texts.isChampion}</p>
        <Close onLeave={onLeave} />
      </>
    );
  return (
    <>
      <p className={classes.text}>
        {doomed === 'model' ? texts.modelText(count(model.versions.length), model.versions.length) : texts.versionText}
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
