import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { dashboardQuery, updateDashboard, type DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { commonTexts } from '../../texts/common.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Question } from '../../ui/question.tsx';
import { Empty } from '../../ui/states.tsx';
import { Fault } from '../files/fault.tsx';
import { Page } from '../page.tsx';
import { AddDialog } from './add-dialog.tsx';
import { SheetLinks, useResults } from './board.tsx';
import { ItemTools, SheetTools, UndoTools, useGoTo } from './board-tools.tsx';
import { openSheetOf, withItem, type Item, type Sheet } from './content.ts';
import { GridEditor } from './grid-editor.tsx';
import { useBoardDraft, type BoardDraft } from './use-board-draft.ts';
import classes from './board-editor.module.css';

const texts = dashboardsTexts;

export interface BoardEditorProps {
  readonly record: DashboardRecord;
  /** Begins again with the saved record. */
  readonly onAnew: () => void;
}

/** The editor of a dashboard: its texts, its sheets, and their items. */
export default function BoardEditor({ record, onAnew }: BoardEditorProps) {
  const { id } = record;
  const { draft, open, isChanged, isRestored, isLeaving, edit, editSheet, leave, ...board } = useEditing(record);
  const [isAdding, setAdding] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { isWaiting, resultOf } = useResults(id, open);
  const save = useSave(record, draft, leave);
  const isStale = record.version > draft.version && !save.isPending && !isLeaving.current;
  const errors = fieldErrors(save.error);
  const isRefused = save.error !== null && errors.size === 0 && !isStaleError(save.error);
  const add = (item: Omit<Item, 'id' | 'x' | 'y'>): void => {
    if (open !== undefined) editSheet(withItem(open, item));
  };
  return (
    <Page
      title={record.name || texts.noName(id)}
      aside={
        <>
          <Button size="compact-sm" variant="default" onClick={() => (isChanged ? setAsked(true) : void leave())}>
            {texts.cancel}
          </Button>
          <Button size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
            {texts.save}
          </Button>
        </>
      }
    >
      {isStale ? (
        <Conflict
          onTheirs={() => {
            board.discard();
            onAnew();
          }}
          onMine={() => {
            save.reset();
            board.over(record.version);
          }}
        />
      ) : isRestored ? (
        <DraftNotice onDiscard={board.discard} />
      ) : null}
      {isRefused && save.error !== null ? <Fault error={save.error} /> : null}
      <Words draft={draft} nameError={errors.get('name')} onEdit={edit} />
      <SheetLinks id={id} sheets={draft.sheets} open={open} isEditing />
      <div className={classes.tools}>
        {open === undefined ? null : <ItemTools sheet={open} onAdd={() => setAdding(true)} onEdit={editSheet} />}
        <SheetTools id={id} sheets={draft.sheets} open={open} onEdit={edit} />
        <UndoTools undo={board.undo} redo={board.redo} />
      </div>
      {open === undefined || open.items.length === 0 ? (
        <Empty title={texts.emptySheet}>{texts.emptySheetEdit}</Empty>
      ) : (
        <GridEditor key={open.idx} sheet={open} isWaiting={isWaiting} resultOf={resultOf} onEdit={editSheet} />
      )}
      <AddDialog isOpen={isAdding} sheet={open} onAdd={add} onLeave={() => setAdding(false)} />
      <DiscardQuestion isOpen={isAsked} onDiscard={() => void leave()} onStay={() => setAsked(false)} />
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={board.discard} />
    </Page>
  );
}

/** The draft of a dashboard with its open sheet, and the way out of the editor. */
function useEditing(record: DashboardRecord) {
  const board = useBoardDraft(record);
  const { draft, edit, discard } = board;
  const { sheet: requestedIdx } = useSearch({ from: '/dashboards/$id' });
  const goTo = useGoTo(record.id);
  const isLeaving = useRef(false);
  const open = openSheetOf(draft.sheets, requestedIdx);
  const editSheet = (next: Sheet, at?: string): void =>
    edit({ sheets: draft.sheets.map((one) => (one.idx === next.idx ? next : one)) }, at);
  const leave = async (): Promise<void> => {
    isLeaving.current = true;
    discard();
    await goTo(open === undefined ? {} : { sheet: open.idx });
  };
  useUndoKeys(board.undo, board.redo);
  return { ...board, open, isLeaving, editSheet, leave };
}

interface DiscardQuestionProps {
  readonly isOpen: boolean;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

const DiscardQuestion = ({ isOpen, onDiscard, onStay }: DiscardQuestionProps) => (
  <Question
    isOpen={isOpen}
    title={texts.discardTitle}
    yes={texts.discardYes}
    no={texts.keepEditing}
    onYes={onDiscard}
    onNo={onStay}
  >
    {texts.discardHint}
  </Question>
);

/** Saves the draft, and leaves the editor. */
function useSave(record: DashboardRecord, draft: BoardDraft, leave: () => Promise<void>) {
  const { id } = record;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const name = draft.name.trim();
      if (name === '') throw new ApiError(422, { errors: [{ field: 'name', message: texts.nameMissing }] });
      const { dateCreated: _c, dateLastUpdated: _u, id: _i, userId: _o, projectId: _p, ...content } = record;
      return updateDashboard(id, { ...content, ...draft, name });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['dashboards'] });
      await leave();
    },
    onError: async (error) => {
      // changes by other users in the meantime are shown above the sheet
      if (error instanceof ApiError && error.status === 409) await client.invalidateQueries(dashboardQuery(id));
    },
  });
}

interface ConflictProps {
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Says that another user saved the dashboard in the meantime. */
const Conflict = ({ onTheirs, onMine }: ConflictProps) => (
  <div className={classes.notice} role="alert">
    <p>{texts.conflict}</p>
    <button type="button" onClick={onTheirs}>
      {texts.theirs}
    </button>
    <button type="button" onClick={onMine}>
      {texts.mine}
    </button>
  </div>
);

const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className={classes.notice} role="status">
    <p>{commonTexts.draft.restored}</p>
    <button type="button" onClick={onDiscard}>
      {commonTexts.draft.discard}
    </button>
  </div>
);

interface WordsProps {
  readonly draft: BoardDraft;
  readonly nameError: string | undefined;
  readonly onEdit: (part: Partial<BoardDraft>, at?: string) => void;
}

/** The name, the category and the description. */
const Words = ({ draft, nameError, onEdit }: WordsProps) => (
  <div className={classes.words}>
    <TextInput
      size="xs"
      label={texts.name}
      value={draft.name}
      maxLength={200}
      error={nameError}
      onChange={(event) => onEdit({ name: event.currentTarget.value }, 'name')}
    />
    <TextInput
      size="xs"
      label={texts.category}
      value={draft.category}
      maxLength={200}
      onChange={(event) => onEdit({ category: event.currentTarget.value }, 'category')}
    />
    <TextInput
      size="xs"
      label={texts.description}
      value={draft.description}
      className={classes.wide}
      onChange={(event) => onEdit({ description: event.currentTarget.value }, 'description')}
    />
  </div>
);

const isStaleError = (error: Error): boolean => error instanceof ApiError && error.status === 409;

/** Undo and redo by their usual keys; in a text field they act on the field. */
function useUndoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isTyping || !(ctrlKey || metaKey)) return;
      const way = { z: shiftKey ? redo : undo, y: redo }[key.toLowerCase()];
      if (way === undefined) return;
      event.preventDefault();
      way();
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, [undo, redo]);
}
