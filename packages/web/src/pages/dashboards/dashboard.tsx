import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { untilThere } from '../../api/line.ts';
import { useMay } from '../../api/may.ts';
import { dashboardQuery, sheetResultsQuery, type DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Failure, Waiting } from '../../ui/states.tsx';
import { useIsCurrent } from '../../ui/use-is-current.ts';
import { Page } from '../page.tsx';
import { Board } from './board.tsx';
import type { BoardEditorProps } from './board-editor.tsx';
import { openSheetOf, sheetsOf } from './content.ts';
import classes from './board.module.css';

const texts = dashboardsTexts;
const BoardEditor = lazy(() => untilThere(() => import('./board-editor.tsx')));

/** A dashboard: its sheets with outputs of the latest runs, or their editor. */
export function DashboardPage() {
  const { id } = useParams({ from: '/dashboards/$id' });
  const { edit = false } = useSearch({ from: '/dashboards/$id' });
  const query = useQuery(dashboardQuery(Number(id)));
  const { data: record, error, refetch } = query;
  const isCurrent = useIsCurrent(id, query);
  const may = useMay();
  // remounts the editor, such as after changes by another user
  const [editorKey, setEditorKey] = useState(0);
  if (record === undefined)
    return (
      <Page title={texts.title}>
        {error === null ? <Waiting /> : <Failure error={error} again={() => void refetch()} />}
      </Page>
    );
  if (edit && may('dashboard.modify', 'EDIT', record.projectId))
    return isCurrent ? (
      <LazyBoardEditor key={`${id}/${editorKey}`} record={record} onAnew={() => setEditorKey((times) => times + 1)} />
    ) : (
      <Waiting />
    );
  return <SheetView record={record} mayEdit={may('dashboard.modify', 'EDIT', record.projectId)} />;
}

/** Prefetches the content of the sheet while the code of the editor is loading. */
function LazyBoardEditor(props: BoardEditorProps) {
  const { sheet } = useSearch({ from: '/dashboards/$id' });
  const { id } = props.record;
  const sheets = useMemo(() => sheetsOf(props.record), [props.record]);
  const sheetId = Number(openSheetOf(sheets, sheet)?.idx);
  const client = useQueryClient();
  useEffect(() => {
    if (Number.isSafeInteger(sheetId)) void client.prefetchQuery(sheetResultsQuery(id, sheetId));
  }, [client, id, sheetId]);
  return (
    <Suspense fallback={<Waiting />}>
      <BoardEditor {...props} />
    </Suspense>
  );
}

function SheetView({ record, mayEdit }: { readonly record: DashboardRecord; readonly mayEdit: boolean }) {
  const { sheet } = useSearch({ from: '/dashboards/$id' });
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const sheets = useMemo(() => sheetsOf(record), [record]);
  const open = openSheetOf(sheets, sheet);
  return (
    <Page
      title={record.name || texts.noName(record.id)}
      aside={
        <>
          {document.fullscreenEnabled ? (
            <Button size="compact-sm" variant="default" onClick={() => void container.current?.requestFullscreen()}>
              {texts.fullScreen}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="default" title={texts.printHint} onClick={() => globalThis.print()}>
            {texts.print}
          </Button>
          {mayEdit ? (
            <Button
              size="compact-sm"
              onClick={() =>
                void navigate({
                  to: '.',
                  search: (all) => ({ ...all, edit: true as const }),
                })
              }
            >
              {texts.edit}
            </Button>
          ) : null}
        </>
      }
    >
      {record.description === '' ? null : <p className={classes.description}>{record.description}</p>}
      <Board record={record} sheets={sheets} open={open} container={container} />
    </Page>
  );
}
