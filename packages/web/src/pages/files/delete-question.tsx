import { Button } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { filesChanged, folderQuery, remove, type Entry } from '../../api/files.ts';
import { texts } from '../../texts.ts';
import { count, size } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from './fault.tsx';
import classes from './questions.module.css';

const said = texts.files.deletion;
const mostNamed = 50;

interface DeleteQuestionProps {
  /** Undefined while nothing is asked. */
  readonly entries: readonly Entry[] | undefined;
  readonly onEnd: () => void;
}

/** Asks before files go for good, and names them. */
export function DeleteQuestion({ entries, onEnd }: DeleteQuestionProps) {
  return (
    <Dialog
      isOpen={entries !== undefined}
      onLeave={onEnd}
      title={said.title(entries?.length ?? 0)}
      leave={texts.files.cancel}
    >
      {entries === undefined ? null : <Question entries={entries} onEnd={onEnd} />}
    </Dialog>
  );
}

function Question({ entries, onEnd }: { readonly entries: readonly Entry[]; readonly onEnd: () => void }) {
  const client = useQueryClient();
  const [gone, setGone] = useState<number>();
  const [fault, setFault] = useState<Error>();
  const named = entries.slice(0, mostNamed);
  const folders = named.filter(({ isDirectory }) => isDirectory);
  const inside = useQueries({ queries: folders.map(({ path }) => folderQuery(path)) });
  const holds = (path: string): number | undefined =>
    inside[folders.findIndex((folder) => folder.path === path)]?.data?.length;
  const go = async (): Promise<void> => {
    setFault(undefined);
    try {
      for (const [i, entry] of entries.entries()) {
        setGone(i);
        await remove(entry);
      }
      onEnd();
    } catch (error) {
      setFault(error as Error);
    } finally {
      setGone(undefined);
      await filesChanged(client);
    }
  };
  return (
    <>
      <ul className={classes.names} tabIndex={0} aria-label={said.names}>
        {named.map(({ path, name, isDirectory, size: bytes }) => {
          const many = holds(path);
          return (
            <li key={path}>
              {name}{' '}
              <span className="soft">
                {isDirectory ? (many === undefined ? said.folder : said.folderOf(count(many), many)) : size(bytes)}
              </span>
            </li>
          );
        })}
        {entries.length > mostNamed ? <li>{said.more(count(entries.length - mostNamed))}</li> : null}
      </ul>
      <p className={classes.text}>{said.forGood}</p>
      {fault === undefined ? null : <Fault error={fault} />}
      <div className={classes.answers}>
        <Button size="xs" variant="default" data-autofocus onClick={onEnd}>
          {said.keep}
        </Button>
        <Button size="xs" className={classes.grave} disabled={gone !== undefined} onClick={() => void go()}>
          {gone === undefined ? said.submit : said.progress(count(gone), count(entries.length))}
        </Button>
      </div>
    </>
  );
}
