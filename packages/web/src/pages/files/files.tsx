import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { filesChanged, folderQuery, type Entry } from '../../api/files.ts';
import { useMay } from '../../api/may.ts';
import { filesTexts } from '../../texts/files.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileChooser } from '../../ui/file-chooser.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { Crumbs } from './crumbs.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { asDropped, droppedFilesOf, type DroppedFile } from './dropped.ts';
import { Fault } from './fault.tsx';
import { FolderForm } from './folder-form.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { folderAt, nameOf } from './paths.ts';
import { Preview } from './preview.tsx';
import type { FileSearch } from './search.ts';
import { UploadPanel } from './upload-panel.tsx';
import { uploads } from './uploads.ts';
import { useEntryColumns } from './use-entry-columns.ts';
import classes from './files.module.css';

const texts = filesTexts;

/** The file space: the entries of a folder, upload and download. */
export function Files() {
  const { _splat = '' } = useParams({ from: '/files/$' });
  const path = folderAt(_splat);
  // forms of one folder are closed in the next
  return <Folder key={path} path={path} />;
}

function Folder({ path }: { readonly path: string }) {
  const query = useQuery(folderQuery(path));
  const { data } = query;
  const mayWrite = useMay()('data.write');
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [isMaking, setMaking] = useState(false);
  const { take, drop, fault, setFault } = useUpload(path);
  const { move, remove, questions } = useEntryQuestions(path, () => setSelected(new Set()));
  const { entry, close } = usePreviewEntry(data);
  const columns = useEntryColumns(path, entry?.path, {
    onFault: setFault,
    onMove: (entry) => move([entry]),
    onDelete: (entry) => remove([entry]),
  });
  return (
    <DropZone label={texts.dropInto(nameOf(path) || texts.root)} isOpen={mayWrite} onDrop={drop}>
      <Page
        title={filesTexts.title}
        aside={
          mayWrite && data !== undefined ? (
            <>
              <Button size="compact-sm" variant="default" onClick={() => setMaking(true)}>
                {texts.newFolder.open}
              </Button>
              <Chooser label={texts.uploadFolder} isFolder onChoose={take} />
              <Chooser label={texts.upload} onChoose={take} />
            </>
          ) : null
        }
      >
        <Crumbs path={path} />
        {isMaking ? <FolderForm folder={path} entries={data ?? []} onEnd={() => setMaking(false)} /> : null}
        {fault === undefined ? null : <Fault error={fault} />}
        <div className={classes.panes} data-shown={entry !== undefined}>
          <div className={classes.list}>
            <Loaded query={query}>
              {(rows) => (
                <List
                  label={nameOf(path) || texts.root}
                  rows={rows}
                  columns={columns}
                  idOf={({ path: id }) => id}
                  textOf={({ name, owner }) => `${name} ${owner}`}
                  rankOf={({ isDirectory }) => (isDirectory ? 0 : 1)}
                  selection={mayWrite ? { selected, onChange: setSelected, nameOf: ({ name }) => name } : undefined}
                  empty={<Nothing path={path} mayWrite={mayWrite} onChoose={take} />}
                  actions={(entries) => <EntriesButtons entries={entries} onMove={move} onDelete={remove} />}
                />
              )}
            </Loaded>
          </div>
          {entry === undefined ? null : <Preview key={entry.path} entry={entry} onClose={close} />}
        </div>
        <UploadPanel />
      </Page>
      {questions}
      <ConflictQuestion />
    </DropZone>
  );
}

/** Uploads files to a folder. */
function useUpload(path: string) {
  const client = useQueryClient();
  const [fault, setFault] = useState<Error>();
  const refresh = (): void => void filesChanged(client);
  const take = (droppedFiles: readonly DroppedFile[]): void => {
    setFault(undefined);
    if (droppedFiles.length > 0) uploads.add(droppedFiles, path, refresh);
  };
  const drop = (data: DataTransfer): void => {
    droppedFilesOf(data).then(take, (problem: unknown) => setFault(problem as Error));
  };
  return { take, drop, fault, setFault };
}

/** The file in the address, whose preview is shown. */
function usePreviewEntry(entries: readonly Entry[] | undefined) {
  const { show } = useSearch({ from: '/files/$' });
  const navigate = useNavigate({ from: '/files/$' });
  const entry = entries?.find(({ name, isDirectory }) => name === show && !isDirectory);
  const close = (): void => void navigate({ to: '.', search: ({ show: _show, ...rest }: FileSearch) => rest });
  return { entry, close };
}

/** Asks before entries are deleted, and where to move them; `onDone`: none is left. */
function useEntryQuestions(path: string, onDone: () => void) {
  const [deleted, setDeleted] = useState<readonly Entry[]>([]);
  const [moved, setMoved] = useState<readonly Entry[]>([]);
  const leaving = (setLeft: (left: readonly Entry[]) => void) => (left: readonly Entry[]) => {
    setLeft(left);
    if (left.length === 0) onDone();
  };
  const questions = (
    <>
      <DeleteQuestion entries={deleted} onLeft={leaving(setDeleted)} />
      <MoveDialog entries={moved} from={path} onLeft={leaving(setMoved)} />
    </>
  );
  return { move: setMoved, remove: setDeleted, questions };
}

interface EntriesButtonsProps {
  readonly entries: readonly Entry[];
  readonly onMove: (entries: readonly Entry[]) => void;
  readonly onDelete: (entries: readonly Entry[]) => void;
}

/** The actions for all selected entries. */
const EntriesButtons = ({ entries, onMove, onDelete }: EntriesButtonsProps) =>
  entries.length === 0 ? null : (
    <>
      <Button size="compact-sm" variant="default" onClick={() => onMove(entries)}>
        {texts.moveMany(entries.length)}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onDelete(entries)}>
        {texts.deleteMany(entries.length)}
      </Button>
    </>
  );

interface ChooserProps {
  readonly onChoose: (droppedFiles: readonly DroppedFile[]) => void;
}

interface ChooserButtonProps extends ChooserProps {
  readonly label: string;
  /** Selects a folder with all that it contains. */
  readonly isFolder?: boolean;
}

function Chooser({ label, isFolder = false, onChoose }: ChooserButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={({ currentTarget }) => {
          if (currentTarget.files !== null) onChoose(asDropped(currentTarget.files));
          currentTarget.value = '';
        }}
      />
      <Button size="compact-sm" variant={isFolder ? 'default' : 'filled'} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

interface NothingProps extends ChooserProps {
  readonly path: string;
  readonly mayWrite: boolean;
}

/** An empty folder shows how to add files. */
const Nothing = ({ path, mayWrite, onChoose }: NothingProps) =>
  mayWrite ? (
    <FileChooser
      label={texts.uploadTo(nameOf(path) || texts.root)}
      title={texts.empty}
      hint={texts.emptyHint}
      isMultiple
      isAlone
      onFiles={(files) => onChoose(asDropped(files))}
    />
  ) : (
    <Empty title={texts.nothing} />
  );
