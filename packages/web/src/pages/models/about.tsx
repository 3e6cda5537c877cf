import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { modelsChanged, updateModel, type ModelRecord } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { GrowingText } from '../../ui/growing-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Fault } from '../files/fault.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import classes from './model.module.css';

const texts = modelsTexts;

interface AboutProps {
  readonly model: ModelRecord;
  readonly mayEdit: boolean;
}

/** Description and tag of a model, editable in place. */
export function About({ model, mayEdit }: AboutProps) {
  const [isOpen, setOpen] = useState(false);
  const { description } = model;
  if (isOpen) return <AboutForm key={description} model={model} onDone={() => setOpen(false)} />;
  return (
    <div className={classes.words}>
      {description === '' ? <p className="soft">{texts.noAbout}</p> : <p>{description}</p>}
      {mayEdit ? (
        <button type="button" className={classes.link} onClick={() => setOpen(true)}>
          {description === '' ? texts.writeAbout : texts.editAbout}
        </button>
      ) : null}
    </div>
  );
}

function AboutForm({
  model: { id, description },
  onDone,
}: {
  readonly model: ModelRecord;
  readonly onDone: () => void;
}) {
  const client = useQueryClient();
  const { draft, change, discard } = useDraft(useDraftKey(`model.${id}.about`), { description });
  const save = useMutation({
    mutationFn: () => updateModel(id, draft),
    onSuccess: async () => {
      discard();
      await modelsChanged(client);
      onDone();
    },
  });
  const leave = (): void => {
    discard();
    onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save.mutate();
  };
  return (
    <form className={classes.write} onSubmit={submit}>
      <GrowingText
        label={texts.about}
        minRows={2}
        maxRows={10}
        autoFocus
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        onKeyDown={press}
      />
      {save.error === null ? null : <Fault error={save.error} />}
      <div className={classes.row}>
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          {texts.saveAbout}
        </Button>
        <Button size="compact-sm" variant="default" onClick={leave}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
