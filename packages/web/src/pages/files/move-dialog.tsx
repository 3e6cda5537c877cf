import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { folderQuery, moveInto, type Entry } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from './fault.tsx';
import { FolderPath } from './folder-path.tsx';
import { joinPath } from './paths.ts';
import { useOneByOne } from './use-one-by-one.ts';
import classes from './questions.module.css';

const texts = filesTexts.moving;

interface MoveDialogProps {
  /** Absent while the dialog is closed. */
  readonly entries: readonly Entry[];
  /** Their present folder. */
  readonly from: string;
  /** Receives the remaining entries; empty when the dialog is closed. */
  readonly onLeft: (left: readonly Entry[]) => void;
}

/** Selects the target folder of files. */
export function MoveDialog({ entries, from, onLeft }: MoveDialogProps) {
  const [folder, setFolder] = useState(from);
  const { done, fault, go, leave } = useOneByOne(
    (entry) => moveInto(entry, folder),
    (left) => {
      if (left.length === 0) setFolder(from);
      onLeft(left);
    },
  );
  const [first] = entries;
  return (
    <Dialog
      isOpen={first !== undefined}
      onLeave={leave}
      title={entries.length === 1 ? texts.one(first?.name ?? '') : texts.many(entries.length)}
      leave={filesTexts.cancel}
    >
      <Target entries={entries} folder={folder} onGo={setFolder} />
      {fault === undefined ? null : <Fault error={fault} />}
      <div className={classes.answers}>
        <Button size="xs" variant="default" onClick={leave}>
          {done === undefined ? filesTexts.cancel : texts.stop}
        </Button>
        <Button size="xs" disabled={folder === from || done !== undefined} onClick={() => void go(entries)}>
          {done === undefined ? texts.submit : texts.progress(count(done), count(entries.length))}
        </Button>
      </div>
    </Dialog>
  );
}

interface TargetProps {
  readonly entries: readonly Entry[];
  readonly folder: string;
  readonly onGo: (folder: string) => void;
}

function Target({ entries, folder, onGo }: TargetProps) {
  const query = useQuery(folderQuery(folder));
  const { data } = query;
  const folders = (data ?? []).filter(({ isDirectory }) => isDirectory);
  return (
    <>
      <FolderPath label={texts.where} folder={folder} onGo={onGo} />
      <Loaded query={query} rows={4}>
        {() => (
          <ul className={classes.folders} aria-label={texts.folders}>
            {folders.length === 0 ? (
              <li>
                <Empty title={texts.none} />
              </li>
            ) : null}
            {folders.map(({ path, name }) => (
              <li key={path}>
                <button
                  type="button"
                  className={classes.folder}
                  disabled={entries.some((entry) => entry.path === path)}
                  onClick={() => onGo(joinPath(folder, name))}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
