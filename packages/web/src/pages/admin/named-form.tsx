import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { groupsTexts } from '../../texts/admin/groups.ts';
import { rolesTexts } from '../../texts/admin/roles.ts';
import { Checklist, type CheckGroup } from '../../ui/checklist.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import classes from './admin.module.css';

const texts = administrationTexts;

interface NamedFormProps {
  readonly title: string;
  /** Key of the draft in the tab's storage. */
  readonly draftKey: string;
  readonly saved: { readonly name: string; readonly chosen: readonly string[] };
  readonly listLabel: string;
  readonly groups: readonly CheckGroup[];
  /** The reason if nothing can be changed. */
  readonly fixed?: string | undefined;
  readonly isNew: boolean;
  readonly onSave: (name: string, selected: readonly string[]) => Promise<unknown>;
  readonly onLeave: () => void;
}

/** A form for a name and a selection: a group with its users, a role with its permissions. */
export const NamedForm = (props: NamedFormProps) => (
  <Dialog isOpen title={props.title} leave={texts.cancel} onLeave={props.onLeave}>
    <Fields {...props} />
  </Dialog>
);

function Fields(props: NamedFormProps) {
  const { listLabel, groups, fixed, isNew } = props;
  const { draft, isRestored, edit, discard, save, leave } = useNamed(props);
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      {fixed === undefined ? null : <p className={classes.hint}>{fixed}</p>}
      <TextInput
        label={groupsTexts.name}
        maxLength={200}
        value={draft.name}
        disabled={fixed !== undefined}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        error={errors.get('name')}
        data-autofocus
      />
      <Checklist
        label={listLabel}
        groups={groups}
        selected={draft.chosen}
        onChange={(names) => edit({ chosen: names })}
        error={errors.get('permissions') ?? errors.get('users')}
      />
      {save.error === null || errors.size > 0 ? null : <Fault error={save.error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={leave}>
          {fixed === undefined ? texts.cancel : rolesTexts.close}
        </Button>
        {fixed === undefined ? (
          <Button type="submit" loading={save.isPending}>
            {isNew ? texts.make : texts.save}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** The draft of a name and a selection, and its save. */
function useNamed({ draftKey, saved, onSave, onLeave }: NamedFormProps) {
  const client = useQueryClient();
  const { draft, change, discard, isRestored } = useDraft(useDraftKey(draftKey), saved);
  const save = useMutation({
    mutationFn: async () => {
      if (draft.name.trim() === '')
        throw new ApiError(422, { errors: [{ field: 'name', message: texts.nameMissing }] });
      await onSave(draft.name.trim(), draft.chosen);
    },
    onSuccess: async () => {
      discard();
      await client.invalidateQueries();
      onLeave();
    },
  });
  const edit = (part: Partial<typeof saved>): void => {
    save.reset();
    change(part);
  };
  const leave = (): void => {
    discard();
    onLeave();
  };
  return { draft, isRestored, edit, discard, save, leave };
}
