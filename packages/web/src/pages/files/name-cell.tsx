import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent } from 'react';
import { filesChanged, rename, type Entry } from '../../api/files.ts';
import { texts } from '../../texts.ts';
import type { EntryActions } from './entry-columns.tsx';
import { joined, partsOf } from './paths.ts';
import type { FileSearch } from './search.ts';
import classes from './files.module.css';

interface NameCellProps extends EntryActions {
  readonly entry: Entry;
}

/** A name: the way into a folder, or to a file's beginning; F2 changes it, Delete asks whether it is to go. */
export function NameCell(props: NameCellProps) {
  const { entry, mayWrite, renamed, shown, onRename, onDelete } = props;
  const { name, path, isDirectory } = entry;
  if (renamed === path) return <NameField {...props} />;
  const press = (event: KeyboardEvent): void => {
    if (!mayWrite) return;
    if (event.key === 'F2') onRename(path);
    if (event.key === 'Delete') onDelete(entry);
  };
  return (
    <span className={classes.name} data-folder={isDirectory}>
      <svg aria-hidden viewBox="0 0 20 20" className={classes.icon}>
        <path d={isDirectory ? 'M3 5.5h5l1.5 2H17v8H3z' : 'M5.5 3h6l3.5 3.5V17h-9.5zM11.5 3v3.5H15'} />
      </svg>
      {isDirectory ? (
        <Link
          to="/files/$"
          params={{ _splat: partsOf(path).join('/') }}
          search={({ sort }: FileSearch) => (sort === undefined ? {} : { sort })}
          title={name}
          onKeyDown={press}
        >
          {name}
        </Link>
      ) : (
        <Link
          to="/files/$"
          params={(before) => before as { _splat: string }}
          search={(before: FileSearch) => ({ ...before, show: name })}
          aria-current={shown === path ? 'true' : undefined}
          title={name}
          onKeyDown={press}
        >
          {name}
        </Link>
      )}
    </span>
  );
}

function NameField({ entry: { name, path }, folder, onRename, onFault }: NameCellProps) {
  const client = useQueryClient();
  const [next, setNext] = useState(name);
  const [isRefused, setRefused] = useState(false);
  const isBusy = useRef(false);
  const leave = (): void => {
    onFault(undefined);
    onRename(undefined);
  };
  const save = async (): Promise<void> => {
    if (isBusy.current) return;
    if (next === name || next.trim() === '') return leave();
    isBusy.current = true;
    try {
      if (next.includes('/')) throw new Error(texts.files.noSlash);
      await rename(path, joined(folder, next));
      await filesChanged(client);
      leave();
    } catch (error) {
      setRefused(true);
      onFault(error as Error);
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <TextInput
      size="xs"
      className={classes.rename}
      aria-label={texts.files.nameOf(name)}
      value={next}
      error={isRefused}
      autoFocus
      onFocus={({ currentTarget }) => {
        const end = name.lastIndexOf('.');
        currentTarget.setSelectionRange(0, end > 0 ? end : name.length);
      }}
      onChange={(event) => {
        setNext(event.currentTarget.value);
        setRefused(false);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void save();
        if (key === 'Escape') leave();
      }}
      onBlur={() => {
        if (!isRefused) void save();
      }}
    />
  );
}
