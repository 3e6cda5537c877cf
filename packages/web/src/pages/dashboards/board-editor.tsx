import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/problem.ts';
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
import { newSheet, sheetShown, withItem, type Item, type Sheet } from './content.ts';
import { GridEditor } from './grid-editor.tsx';
import { useBoardDraft } from './use-board-draft.ts';
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
  const { draft, isChanged, isRestored, edit, discard, over, undo, redo } = useBoardDraft(record);
  const { sheet: wanted } = useSearch({ from: '/dashboards/$id' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const isLeaving = useRef(false);
  const [isAdding, setAdding] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { sheets } = draft;
  const open = sheetShown(sheets, wanted);
  const { isWaiting, resultOf } = useResults(id, open);

  const goTo = (search: { readonly sheet?: string; readonly edit?: true }) =>
    navigate({ to: '/dashboards/$id', params: { id: String(id) }, search, replace: true });
  const leave = async (): Promise<void> => {
    isLeaving.current = true;
    discard();
    await goTo(open === undefined ? {} : { sheet: open.idx });
  };
  const save = useMutation({
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
  const isStale = record.version > draft.version && !save.isPending && !isLeaving.current;
  const errors = save.error instanceof ApiError ? save.error.byField : new Map<string, string>();
  const isRefused = save.error !== null && errors.size === 0 && !isStaleError(save.error);

  const editSheet = (next: Sheet, at?: string): void =>
    edit({ sheets: sheets.map((one) => (one.idx === next.idx ? next : one)) }, at);
  const add = (item: Omit<Item, 'id' | 'x' | 'y'>): void => {
    if (open !== undefined) editSheet(withItem(open, item));
  };
  const addSheet = (): void => {
    const sheet = newSheet(sheets, texts.sheet(sheets.length + 1));
    edit({ sheets: [...sheets, sheet] });
    void goTo({ sheet: sheet.idx, edit: true });
  };
  const removeSheet = (): void => {
    edit({ sheets: sheets.filter((one) => one !== open) });
  };
  useUndoKeys(undo, redo);
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
        <div className={classes.notice} role="alert">
          <p>{texts.conflict}</p>
          <button
            type="button"
            onClick={() => {
              discard();
              onAnew();
            }}
          >
            {texts.theirs}
          </button>
          <button
            type="button"
            onClick={() => {
              save.reset();
              over(record.version);
            }}
          >
            {texts.mine}
          </button>
        </div>
      ) : isRestored ? (
        <div className={classes.notice} role="status">
          <p>{commonTexts.draft.restored}</p>
          <button type="button" onClick={discard}>
            {commonTexts.draft.discard}
          </button>
        </div>
      ) : null}
      {isRefused && save.error !== null ? <Fault error={save.error} /> : null}
      <div className={classes.words}>
        <TextInput
          size="xs"
          label={texts.name}
          value={draft.name}
          maxLength={200}
          error={errors.get('name')}
          onChange={(event) => edit({ name: event.currentTarget.value }, 'name')}
        />
        <TextInput
          size="xs"
          label={texts.category}
          value={draft.category}
          maxLength={200}
          onChange={(event) => edit({ category: event.currentTarget.value }, 'category')}
        />
        <TextInput
          size="xs"
          label={texts.description}
          value={draft.description}
          className={classes.wide}
          onChange={(event) => edit({ description: event.currentTarget.value }, 'description')}
        />
      </div>
      <SheetLinks id={id} sheets={sheets} open={open} isEditing />
      <div className={classes.tools}>
        {open === undefined ? null : (
          <>
            <Button size="compact-sm" onClick={() => setAdding(true)}>
              {texts.add}…
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                add({
                  name: '',
                  description: '',
                  type: 'TEXT',
                  nodeId: '',
                  workflowId: '',
                  workflowName: '',
                  text: '',
                  w: '6',
                  h: '3',
                })
              }
            >
              {texts.addText}
            </Button>
            <TextInput
              size="xs"
              aria-label={texts.sheetName}
              value={open.name}
              onChange={(event) => editSheet({ ...open, name: event.currentTarget.value }, `sheet ${open.idx}`)}
            />
          </>
        )}
        <Button size="compact-sm" variant="default" onClick={addSheet}>
          {texts.addSheet}
        </Button>
        {sheets.length < 2 ? null : (
          <Button size="compact-sm" variant="default" onClick={removeSheet}>
            {texts.removeSheet}
          </Button>
        )}
        <span className={classes.ways}>
          <Button size="compact-sm" variant="default" disabled={undo === undefined} onClick={undo}>
            {texts.undo}
          </Button>
          <Button size="compact-sm" variant="default" disabled={redo === undefined} onClick={redo}>
            {texts.redo}
          </Button>
        </span>
      </div>
      {open === undefined || open.items.length === 0 ? (
        <Empty title={texts.emptySheet}>{texts.emptySheetEdit}</Empty>
      ) : (
        <GridEditor key={open.idx} sheet={open} isWaiting={isWaiting} resultOf={resultOf} onEdit={editSheet} />
      )}
      <AddDialog isOpen={isAdding} sheet={open} onAdd={add} onLeave={() => setAdding(false)} />
      <Question
        isOpen={isAsked}
        title={texts.discardTitle}
        yes={texts.discardYes}
        no={texts.keepEditing}
        onYes={() => void leave()}
        onNo={() => setAsked(false)}
      >
        {texts.discardHint}
      </Question>
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={discard} />
    </Page>
  );
}

const isStaleError = (error: Error): boolean => error instanceof ApiError && error.status === 409;

/** Undo and redo by their usual keys; in a text field they act on the field. */
function useUndoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isTyping || !(ctrlKey || metaKey)) return;
      const way = { z: shiftKey ? redo : undo, y: redo }[key.toLowerCase()];
      if (way === undefined) return;
      event.preventDefault();
      way();
    };
    globalThis.addEventListener('keydown', pressed);
    return () => globalThis.removeEventListener('keydown', pressed);
  }, [undo, redo]);
}
