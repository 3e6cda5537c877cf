import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { folderQuery, homeQuery, type Entry } from '../../api/files.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { filesTexts } from '../../texts/files.ts';
import { listTexts } from '../../texts/list.ts';
import { count, size } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FolderPath } from '../files/folder-path.tsx';
import { joinPath } from '../files/paths.ts';
import shared from '../files/questions.module.css';
import classes from './file-dialog.module.css';

const texts = datasetTexts.browse;
const maxShown = 500;

interface FileDialogProps {
  readonly isOpen: boolean;
  /** The present selection: the dialog opens there. */
  readonly path: string;
  /** Present if only a folder is valid, with its description. */
  readonly folders?: { readonly title: string; readonly hint: string };
  /** Present if only a file is valid, with its description and the end of its name. */
  readonly files?: { readonly title: string; readonly hint: string; readonly ends: RegExp };
  readonly onPick: (path: string) => void;
  readonly onEnd: () => void;
}

/** Selects a file of the file space, or a folder whose files make up one table. */
export const FileDialog = ({ isOpen, onEnd, ...rest }: FileDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onLeave={onEnd}
    title={(rest.folders ?? rest.files)?.title ?? texts.title}
    leave={filesTexts.cancel}
  >
    {isOpen ? <Start onEnd={onEnd} {...rest} /> : null}
  </Dialog>
);

function Start({ path, ...rest }: Omit<FileDialogProps, 'isOpen'>) {
  const { data: at, isPending } = useQuery(homeQuery);
  const above = path.startsWith('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : undefined;
  if (above === undefined && isPending) return null;
  return <Browser start={above ?? at?.home ?? '/'} {...rest} />;
}

interface BrowserProps extends Omit<FileDialogProps, 'isOpen' | 'path'> {
  readonly start: string;
}

function Browser({ start, folders, files, onPick, onEnd }: BrowserProps) {
  const [folder, setFolder] = useState(start);
  const [filter, setFilter] = useState('');
  const query = useQuery(folderQuery(folder));
  const go = (to: string): void => {
    setFolder(to);
    setFilter('');
  };
  return (
    <>
      <FolderPath label={filesTexts.where} folder={folder} onGo={go} />
      <TextInput
        size="xs"
        mt={8}
        aria-label={listTexts.filter}
        placeholder={listTexts.filter}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Loaded query={query} rows={6}>
        {(entries) => (
          <Entries
            entries={entries.filter(
              ({ isDirectory, name }) => isDirectory || (folders === undefined && files?.ends.test(name) !== false),
            )}
            isEmpty={entries.length === 0}
            filter={filter}
            onGo={(name) => go(joinPath(folder, name))}
            onPick={onPick}
          />
        )}
      </Loaded>
      <p className={classes.hint}>{(folders ?? files)?.hint ?? texts.hint}</p>
      <div className={shared.answers}>
        <Button size="xs" variant="default" onClick={onEnd}>
          {filesTexts.cancel}
        </Button>
        {files === undefined ? (
          <Button size="xs" disabled={folder === '/'} onClick={() => onPick(folder)}>
            {texts.folder}
          </Button>
        ) : null}
      </div>
    </>
  );
}

interface EntriesProps {
  readonly entries: readonly Entry[];
  /** Whether the folder has no entries at all. */
  readonly isEmpty: boolean;
  readonly filter: string;
  /** Opens the folder of a name. */
  readonly onGo: (name: string) => void;
  readonly onPick: (path: string) => void;
}

function Entries({ entries, isEmpty, filter, onGo, onPick }: EntriesProps) {
  const words = filter.trim().toLowerCase();
  const matches = entries.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <ul className={`${shared.folders} ${classes.entries}`} aria-label={texts.entries}>
      {matches.length === 0 ? (
        <li>
          <Empty title={isEmpty ? filesTexts.nothing : listTexts.none} />
        </li>
      ) : null}
      {matches.slice(0, maxShown).map(({ path, name, isDirectory, size: bytes }) => (
        <li key={path}>
          <button
            type="button"
            className={`${shared.folder} ${classes.entry}`}
            onClick={() => (isDirectory ? onGo(name) : onPick(path))}
          >
            <span>{isDirectory ? `${name}/` : name}</span>
            <span className="soft">{isDirectory ? '' : size(bytes)}</span>
          </button>
        </li>
      ))}
      {matches.length > maxShown ? <li className="soft">{texts.more(count(matches.length - maxShown))}</li> : null}
    </ul>
  );
}
