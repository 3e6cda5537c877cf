import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { filesChanged, folderQuery, moveInto, type Entry } from '../../api/files.ts';
import { texts } from '../../texts.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from './fault.tsx';
import { FolderPath } from './folder-path.tsx';
import { joined } from './paths.ts';
import classes from './questions.module.css';

const said = texts.files.moving;

interface MoveDialogProps {
  readonly entries: readonly Entry[] | undefined;
  /** Where they are now. */
  readonly from: string;
  readonly onEnd: () => void;
}

/** Where files are to go: a folder that is found by going there. */
export function MoveDialog({ entries, from, onEnd }: MoveDialogProps) {
  return (
    <Dialog
      isOpen={entries !== undefined}
      onLeave={onEnd}
      title={entries?.length === 1 ? said.one(entries[0]?.name ?? '') : said.many(entries?.length ?? 0)}
      leave={texts.files.cancel}
    >
      {entries === undefined ? null : <Target entries={entries} from={from} onEnd={onEnd} />}
    </Dialog>
  );
}

function Target({ entries, from, onEnd }: MoveDialogProps & { readonly entries: readonly Entry[] }) {
  const client = useQueryClient();
  const [folder, setFolder] = useState(from);
  const query = useQuery(folderQuery(folder));
  const { data } = query;
  const move = useMutation({
    mutationFn: () =>
      moveInto(
        entries.map(({ path }) => path),
        folder,
      ),
    onSuccess: onEnd,
    onSettled: () => filesChanged(client),
  });
  const folders = (data ?? []).filter(({ isDirectory }) => isDirectory);
  return (
    <>
      <FolderPath label={said.where} folder={folder} onGo={setFolder} />
      <Loaded query={query} rows={4}>
        {() => (
          <ul className={classes.folders} aria-label={said.folders}>
            {folders.length === 0 ? (
              <li>
                <Empty title={said.none} />
              </li>
            ) : null}
            {folders.map(({ path, name }) => (
              <li key={path}>
                <button
                  type="button"
                  className={classes.folder}
                  disabled={entries.some((entry) => entry.path === path)}
                  onClick={() => setFolder(joined(folder, name))}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {move.error === null ? null : <Fault error={move.error} />}
      <div className={classes.answers}>
        <Button size="xs" variant="default" onClick={onEnd}>
          {texts.files.cancel}
        </Button>
        <Button size="xs" disabled={folder === from} loading={move.isPending} onClick={() => move.mutate()}>
          {said.submit}
        </Button>
      </div>
    </>
  );
}
