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

const said = modelsTexts.deletion;

/** What is to go: the model, or the version of a number. */
export type Doomed = 'model' | number;

interface DeleteDialogProps {
  readonly model: ModelRecord;
  /** Undefined while nothing is asked. */
  readonly doomed: Doomed | undefined;
  readonly onLeave: () => void;
  readonly onDeleted: (gone: Doomed) => unknown;
}

/** Asks before a model or a version goes; where something uses it, says what, and where to take it out. */
export function DeleteDialog({ model, doomed, onLeave, onDeleted }: DeleteDialogProps) {
  const remove = useMutation({
    mutationFn: ({ doomed, files }: { readonly doomed: Doomed; readonly files: boolean }) =>
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
      title={doomed === undefined || doomed === 'model' ? said.model(model.name) : said.version(doomed, model.name)}
      leave={said.no}
      onLeave={leave}
      isBusy={remove.isPending}
    >
      {doomed === undefined ? null : (
        <Asked
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
  readonly doomed: Doomed;
  readonly onLeave: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onYes: (withFiles: boolean) => void;
}

function Asked({ model: known, doomed, onLeave, isBusy, error, onYes }: AskedProps) {
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
        <p className={classes.calm}>{said.isChampion}</p>
        <Close onLeave={onLeave} />
      </>
    );
  return (
    <>
      <p className={classes.text}>
        {doomed === 'model' ? said.modelText(count(model.versions.length), model.versions.length) : said.versionText}
      </p>
      <Checkbox
        size="sm"
        label={said.files}
        description={said.filesHint}
        checked={files}
        disabled={isBusy}
        onChange={(event) => setFiles(event.currentTarget.checked)}
      />
      {error === null ? null : <Fault error={error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave} disabled={isBusy} data-autofocus>
          {said.no}
        </Button>
        <Button className={classes.grave} loading={isBusy} onClick={() => onYes(files)}>
          {said.yes}
        </Button>
      </div>
    </>
  );
}

const Close = ({ onLeave }: { readonly onLeave: () => void }) => (
  <div className={classes.answers}>
    <Button variant="default" onClick={onLeave} data-autofocus>
      {said.close}
    </Button>
  </div>
);

const InUse = ({ users, onLeave }: { readonly users: readonly ModelUser[]; readonly onLeave: () => void }) => (
  <>
    <p className={classes.calm}>{said.inUse}</p>
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
