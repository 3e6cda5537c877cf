import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { librariesQuery, setLibraries, type Library } from '../../api/queries-of-projects.ts';
import { librariesTexts } from '../../texts/libraries.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, type Notice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { FileDialog } from '../datasets/file-dialog.tsx';
import { nameOf } from '../files/paths.ts';
import { libraryColumns } from './library-columns.tsx';
import classes from './projects.module.css';

const texts = librariesTexts;

const pickable = { title: texts.browseTitle, hint: texts.browseHint, ends: /\.(?:whl|jar)$/i };

/** The libraries that code of a project imports. */
export function Libraries({ id }: { readonly id: number }) {
  const query = useQuery(librariesQuery(id));
  const mayChange = useMay()('workflows.code', 'EDIT', id);
  const { say, element: notice } = useNotice();
  const [isBrowsing, setBrowsing] = useState(false);
  const { add, remove, refresh, isBusy } = useLibraryChanges(id, query.data ?? [], say);
  const addButton = mayChange ? (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => setBrowsing(true)}>
      {texts.add}
    </Button>
  ) : null;
  return (
    <>
      {notice}
      <p className={classes.soft}>{texts.hint}</p>
      <Loaded query={query}>
        {(rows) => (
          <List
            label={texts.title}
            rows={rows}
            columns={libraryColumns(mayChange ? remove : undefined)}
            idOf={({ source }) => source}
            textOf={({ name, source }) => `${name} ${source}`}
            actions={
              mayChange ? (
                <span className={classes.buttons}>
                  {addButton}
                  <Button size="compact-sm" variant="default" disabled={isBusy} onClick={refresh}>
                    {texts.refresh}
                  </Button>
                </span>
              ) : null
            }
            empty={
              <Empty title={texts.none}>
                {mayChange ? texts.noneHint : undefined}
                {addButton === null ? null : <p className={classes.way}>{addButton}</p>}
              </Empty>
            }
          />
        )}
      </Loaded>
      <FileDialog
        isOpen={isBrowsing}
        path=""
        files={pickable}
        onPick={(path) => {
          setBrowsing(false);
          add(path);
        }}
        onEnd={() => setBrowsing(false)}
      />
    </>
  );
}

interface Change {
  readonly sources: readonly string[];
  readonly done: Notice;
}

/** Changes of the list: the service checks all of it, and saves it or nothing. */
function useLibraryChanges(id: number, libraries: readonly Library[], say: (notice: Notice | undefined) => void) {
  const client = useQueryClient();
  const { queryKey } = librariesQuery(id);
  const save = useMutation({
    mutationFn: ({ sources }: Change) => setLibraries(id, sources),
    onSuccess: (saved, { done }) => {
      client.setQueryData(queryKey, saved);
      say(done);
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
  const sources = libraries.map(({ source }) => source);
  const change = (next: readonly string[], done: Notice): void => {
    say(undefined);
    save.mutate({ sources: next, done });
  };
  return {
    add: (path: string): void => change([...sources, path], { text: texts.added(nameOf(path)) }),
    remove: ({ source, name }: Library): void => {
      const undo = (): void => change(sources, { text: texts.back(name) });
      const action = { title: workflowsTexts.undo, onDo: undo };
      change(
        sources.filter((one) => one !== source),
        { text: texts.removed(name), action },
      );
    },
    refresh: (): void => change(sources, { text: texts.refreshed }),
    isBusy: save.isPending,
  };
}
