import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { folderQuery, remove, type Entry } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import { count, size } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from './fault.tsx';
import { useOneByOne } from './use-one-by-one.ts';
import classes from './questions.module.css';

const texts = filesTexts.deletion;
const maxNames = 50;

interface DeleteQuestionProps {
  /** Absent while the dialog is closed. */
  readonly entries: readonly Entry[];
  /** Receives the remaining entries; empty when the dialog is closed. */
  readonly onLeft: (left: readonly Entry[]) => void;
}

/** Asks before files are deleted permanently, and names them; afterwards it names the remaining ones. */
export function DeleteQuestion({ entries, onLeft }: DeleteQuestionProps) {
  const { done, fault, go, leave } = useOneByOne(remove, onLeft);
  return (
    <Dialog isOpen={entries.length > 0} onLeave={leave} title={texts.title(entries.length)} leave={filesTexts.cancel}>
      <Names entries={entries} />
      <p className={classes.text}>{texts.forGood}</p>
      {fault === undefined ? null : <Fault error={fault} />}
      <div className={classes.answers}>
        <Button size="xs" variant="default" data-autofocus onClick={leave}>
          {done === undefined ? texts.keep : texts.stop}
        </Button>
        <Button size="xs" className={classes.grave} disabled={done !== undefined} onClick={() => void go(entries)}>
          {done === undefined ? texts.submit : texts.progress(count(done), count(entries.length))}
        </Button>
      </div>
    </Dialog>
  );
}

function Names({ entries }: { readonly entries: readonly Entry[] }) {
  const listed = entries.slice(0, maxNames);
  const folders = listed.filter(({ isDirectory }) => isDirectory);
  const inside = useQueries({ queries: folders.map(({ path }) => folderQuery(path)) });
  const holds = (path: string): number | undefined =>
    inside[folders.findIndex((folder) => folder.path === path)]?.data?.length;
  return (
    <ul className={classes.names} tabIndex={0} aria-label={texts.names}>
      {listed.map(({ path, name, isDirectory, size: bytes }) => {
        const many = holds(path);
        return (
          <li key={path}>
            {name}{' '}
            <span className="soft">
              {isDirectory ? (many === undefined ? texts.folder : texts.folderOf(count(many), many)) : size(bytes)}
            </span>
          </li>
        );
      })}
      {entries.length > maxNames ? <li>{texts.more(count(entries.length - maxNames))}</li> : null}
    </ul>
  );
}
