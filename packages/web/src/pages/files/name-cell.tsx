import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { filesChanged, rename, type Entry } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import type { EntryActions } from './entry-columns.tsx';
import { joinPath, partsOf } from './paths.ts';
import type { FileSearch } from './search.ts';
import classes from './files.module.css';

interface NameCellProps extends EntryActions {
  readonly entry: Entry;
}

/** A name: a link to a folder, or to a file's preview; F2 renames it, Delete asks whether to delete it. */
export function NameCell(props: NameCellProps) {
  const { entry, mayWrite, renamed, returned, previewPath, onRename, onReturn, onDelete } = props;
  const { name, path, isDirectory } = entry;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (returned !== path || link.current === null) return;
    link.current.focus();
    onReturn(undefined);
  }, [returned, path, onReturn]);
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
          ref={link}
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
          ref={link}
          to="/files/$"
          params={(before) => before as { _splat: string }}
          search={(before: FileSearch) => ({ ...before, show: name })}
          aria-current={previewPath === path ? 'true' : undefined}
          title={name}
          onKeyDown={press}
        >
          {name}
        </Link>
      )}
    </span>
  );
}

function NameField({ entry: { name, path }, folder, onRename, onReturn, onFault }: NameCellProps) {
  const client = useQueryClient();
  const [next, setNext] = useState(name);
  const [isRefused, setRefused] = useState(false);
  const isBusy = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const leave = (at: string): void => {
    // the row of the old name may be removed already, and the focus with it
    if ([field.current, document.body].includes(document.activeElement as HTMLElement)) onReturn(at);
    onFault(undefined);
    onRename(undefined);
  };
  const save = async (): Promise<void> => {
    if (isBusy.current) return;
    if (next === name || next.trim() === '') return leave(path);
    isBusy.current = true;
    try {
      if (next.includes('/')) throw new Error(filesTexts.noSlash);
      const to = joinPath(folder, next);
      await rename(path, to);
      await filesChanged(client);
      leave(to);
    } catch (error) {
      setRefused(true);
      onFault(error as Error);
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <TextInput
      ref={field}
      size="xs"
      className={classes.rename}
      aria-label={filesTexts.nameOf(name)}
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
        if (key === 'Escape') leave(path);
      }}
      onBlur={() => {
        if (!isRefused) void save();
      }}
    />
  );
}
