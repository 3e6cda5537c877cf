import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { filesChanged, makeFolder, type Entry } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import { Fault } from './fault.tsx';
import { joinPath } from './paths.ts';
import classes from './files.module.css';

const texts = filesTexts.newFolder;

interface FolderFormProps {
  readonly folder: string;
  readonly entries: readonly Entry[];
  readonly onEnd: () => void;
}

/** Creates a folder, above the list that it will be in. */
export function FolderForm({ folder, entries, onEnd }: FolderFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: async () => {
      if (name.includes('/')) throw new Error(filesTexts.noSlash);
      // the service accepts an existing folder
      if (entries.some((entry) => entry.name === name)) throw new Error(filesTexts.taken(name));
      await makeFolder(joinPath(folder, name));
      await filesChanged(client);
    },
    onSuccess: onEnd,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') make.mutate();
  };
  return (
    <form
      className={classes.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd();
      }}
    >
      <TextInput
        size="xs"
        aria-label={texts.name}
        placeholder={texts.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        autoFocus
      />
      <Button size="xs" type="submit" loading={make.isPending} disabled={name.trim() === ''}>
        {texts.submit}
      </Button>
      <Button size="xs" variant="default" onClick={onEnd}>
        {filesTexts.cancel}
      </Button>
      {make.error === null ? null : <Fault error={make.error} />}
    </form>
  );
}
