import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { newSheet, withItem, type Sheet } from './content.ts';
import type { BoardDraft } from './use-board-draft.ts';
import classes from './board-editor.module.css';

const texts = dashboardsTexts;

/** Goes to a sheet of the dashboard, to read or to change it. */
export function useGoTo(id: number) {
  const navigate = useNavigate();
  return (search: { readonly sheet?: string; readonly edit?: true }) =>
    navigate({ to: '/dashboards/$id', params: { id: String(id) }, search, replace: true });
}

interface ItemToolsProps {
  readonly sheet: Sheet;
  /** Asks which output to add. */
  readonly onAdd: () => void;
  readonly onEdit: (sheet: Sheet, at?: string) => void;
}

/** Adds items to a sheet, and names it. */
export const ItemTools = ({ sheet, onAdd, onEdit }: ItemToolsProps) => (
  <>
    <Button size="compact-sm" onClick={onAdd}>
      {texts.add}…
    </Button>
    <Button size="compact-sm" variant="default" onClick={() => onEdit(withItem(sheet, blankText))}>
      {texts.addText}
    </Button>
    <TextInput
      size="xs"
      aria-label={texts.sheetName}
      value={sheet.name}
      onChange={(event) => onEdit({ ...sheet, name: event.currentTarget.value }, `sheet ${sheet.idx}`)}
    />
  </>
);

const blankText = {
  name: '',
  description: '',
  type: 'TEXT',
  nodeId: '',
  workflowId: '',
  workflowName: '',
  text: '',
  w: '6',
  h: '3',
} as const;

interface SheetToolsProps {
  readonly id: number;
  readonly sheets: readonly Sheet[];
  readonly open: Sheet | undefined;
  readonly onEdit: (part: Partial<BoardDraft>) => void;
}

/** Adds a sheet, and removes the open one. */
export function SheetTools({ id, sheets, open, onEdit }: SheetToolsProps) {
  const goTo = useGoTo(id);
  const addSheet = (): void => {
    const sheet = newSheet(sheets, texts.sheet(sheets.length + 1));
    onEdit({ sheets: [...sheets, sheet] });
    void goTo({ sheet: sheet.idx, edit: true });
  };
  const removeSheet = (): void => onEdit({ sheets: sheets.filter((one) => one !== open) });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={addSheet}>
        {texts.addSheet}
      </Button>
      {sheets.length < 2 ? null : (
        <Button size="compact-sm" variant="default" onClick={removeSheet}>
          {texts.removeSheet}
        </Button>
      )}
    </>
  );
}

interface UndoToolsProps {
  /** Undefined if there is nothing to undo. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

export const UndoTools = ({ undo, redo }: UndoToolsProps) => (
  <span className={classes.ways}>
    <Button size="compact-sm" variant="default" disabled={undo === undefined} onClick={undo}>
      {texts.undo}
    </Button>
    <Button size="compact-sm" variant="default" disabled={redo === undefined} onClick={redo}>
      {texts.redo}
    </Button>
  </span>
);
