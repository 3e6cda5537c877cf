import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type CSSProperties, type RefObject } from 'react';
import { sheetResultsQuery, type DashboardRecord, type ItemResult } from '../../api/queries-of-dashboards.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { exactTime } from '../../ui/format.ts';
import { Empty, Failure } from '../../ui/states.tsx';
import { readChartsEarly } from '../execution/output-view.tsx';
import { Card } from './card.tsx';
import { namesModel, type Item, type Sheet } from './content.ts';
import type { GridPosition } from './layout.ts';
import { usePrinting } from './printing.ts';
import classes from './board.module.css';
import grid from './grid.module.css';

const texts = dashboardsTexts;

/** The content of the items of a sheet, by workflow and node. */
export function useResults(id: number, sheet: Sheet | undefined) {
  const sheetId = Number(sheet?.idx);
  const query = useQuery({ ...sheetResultsQuery(id, sheetId), enabled: Number.isSafeInteger(sheetId) });
  const drawsCharts = sheet?.items.some(({ type }) => type === 'CHART' || type === 'MODEL') ?? false;
  useEffect(() => {
    if (drawsCharts) readChartsEarly();
  }, [drawsCharts]);
  const results = query.data ?? [];
  const byNode = new Map(
    results.filter(({ type }) => type !== 'MODEL').map((one) => [`${one.workflowId}/${one.nodeId}`, one]),
  );
  const resultOf = (item: Item): ItemResult | undefined =>
    item.type === 'MODEL'
      ? results.find((one) => one.itemId === item.id && isFor(item, one))
      : byNode.get(`${item.workflowId}/${item.nodeId}`);
  // a sheet without a number at the service has nothing to load
  const isWaiting = (query.isPending && query.fetchStatus !== 'idle') || query.isPlaceholderData;
  return { query, isWaiting, resultOf };
}

/** An unsaved item may have the number of a removed one. */
const isFor = (item: Item, { type, workflowId, nodeId, model }: ItemResult): boolean =>
  type === 'MODEL' &&
  workflowId === item.workflowId &&
  nodeId === item.nodeId &&
  (!namesModel(item) || model === null || String(model.modelId) === String(item['modelId']));

export const styleOf = ({ x, y, w, h }: Omit<GridPosition, 'id'>): CSSProperties =>
  ({ '--x': x, '--y': y, '--w': w, '--h': h }) as CSSProperties;

interface SheetLinksProps {
  readonly id: number;
  readonly sheets: readonly Sheet[];
  readonly open: Sheet | undefined;
  readonly isEditing?: boolean;
}

/** The tabs of the sheets, each with an address of its own. */
export const SheetLinks = ({ id, sheets, open, isEditing = false }: SheetLinksProps) => (
  <nav aria-label={texts.sheets} className={classes.sheets}>
    {sheets.map((sheet, i) => (
      <Link
        key={`${sheet.idx}/${i}`}
        to="/dashboards/$id"
        params={{ id: String(id) }}
        search={{ sheet: sheet.idx, ...(isEditing ? { edit: true } : {}) }}
        replace={isEditing}
        aria-current={sheet === open ? 'page' : undefined}
      >
        {sheet.name || texts.sheet(i + 1)}
      </Link>
    ))}
  </nav>
);

interface BoardProps {
  readonly record: DashboardRecord;
  readonly sheets: readonly Sheet[];
  readonly open: Sheet | undefined;
  readonly container: RefObject<HTMLDivElement | null>;
}

/** A sheet with the present content of its items; individual items can be shown full screen and printed. */
export function Board({ record, sheets, open, container }: BoardProps) {
  const isPrinting = usePrinting();
  const isFull = useFullScreen();
  const { query, isWaiting, resultOf } = useResults(record.id, open);
  return (
    <div
      ref={container}
      className={classes.board}
      {...(isPrinting ? { 'data-printing': true, 'data-mantine-color-scheme': 'light' } : {})}
    >
      <div className={classes.over} data-full={isFull}>
        <p className={classes.name}>{record.name}</p>
        {isFull ? (
          <Button size="compact-sm" variant="default" onClick={() => void document.exitFullscreen()}>
            {texts.leaveFullScreen}
          </Button>
        ) : (
          <p className="soft">
            {[open?.name ?? '', texts.printed(exactTime(Date.now()))].filter((one) => one !== '').join(' · ')}
          </p>
        )}
      </div>
      {sheets.length > 1 ? <SheetLinks id={record.id} sheets={sheets} open={open} /> : null}
      {query.error !== null && query.data === undefined ? (
        <Failure error={query.error} again={() => void query.refetch()} />
      ) : open === undefined || open.items.length === 0 ? (
        <Empty title={texts.emptySheet}>{texts.emptySheetHint}</Empty>
      ) : (
        <div className={grid.grid}>
          {inOrder(open.items).map((item) => (
            <div
              key={item.id}
              className={grid.cell}
              style={styleOf({ x: Number(item.x), y: Number(item.y), w: Number(item.w), h: Number(item.h) })}
            >
              <Card item={item} result={resultOf(item) ?? (isWaiting ? undefined : null)} isPrinting={isPrinting} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** In reading order: so are the keyboard's order, and the order in one column. */
export const inOrder = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x));

function useFullScreen(): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  return isFull;
}
