import type { ChartOutput } from '@millrace/charts';
import { Menu } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import type { Output } from '../../api/queries-of-runs.ts';
import { chartTexts } from '../../texts/chart.ts';
import { tableTexts } from '../../texts/table.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { conditionsText } from '../../ui/table-foot.tsx';
import type { Conditions } from '../../ui/table-view.ts';
import { useOverlayContainer } from '../../ui/use-overlay-container.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { rowsBeneath, type NodeRows } from './chart-marks.ts';
import { savers } from './save-chart.ts';
import classes from './chart-view.module.css';

const texts = chartTexts;

export interface ChartViewProps {
  readonly output: Output;
  /** Rows of the node's outputs, if they are available. */
  readonly ofNode?: readonly NodeRows[] | undefined;
  /** The table with the chart's data, and the selected mark of both. */
  readonly twin?:
    | { readonly conditions: Conditions | undefined; readonly onChoose: (conditions: Conditions | undefined) => void }
    | undefined;
}

/** A chart, buttons to save it, and below it the rows of its marks. */
export default function ChartView({ output, ofNode = [], twin }: ChartViewProps) {
  const chart = output as unknown as ChartOutput;
  const description = chart.chart.options?.['description'];
  const container = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<Conditions>();
  const [isOpen, setOpen] = useState(false);
  const [conditions, choose] = twin === undefined ? [own, setOwn] : [twin.conditions, twin.onChoose];
  const table =
    twin !== undefined || (conditions === undefined && !isOpen)
      ? undefined
      : conditions === undefined
        ? { ...chart, conditions }
        : rowsBeneath(chart, conditions, ofNode);
  return (
    <div className={classes.view}>
      {typeof description === 'string' && description !== '' ? (
        <p className={classes.description}>{description}</p>
      ) : null}
      <div className={classes.parts} data-rows={table !== undefined}>
        <ChartDrawing output={chart} container={container} selected={conditions} onChoose={choose} />
        <div className={classes.bar}>
          {twin !== undefined ? null : (
            <button
              type="button"
              className={classes.button}
              aria-expanded={table !== undefined}
              onClick={() => {
                setOpen(table === undefined);
                choose(undefined);
              }}
            >
              {texts.showRows}
            </button>
          )}
          {conditions === undefined ? null : (
            <Chip
              text={conditionsText(conditions)}
              label={tableTexts.unfilter}
              onRemove={() => {
                // the earlier table stays there, with all its rows
                setOpen(table !== undefined);
                choose(undefined);
              }}
            />
          )}
          <SaveMenu chart={chart} container={container} />
        </div>
        {table === undefined ? null : <Rows title={output.title} table={table} />}
      </div>
    </div>
  );
}

interface SaveMenuProps {
  readonly chart: ChartOutput;
  readonly container: RefObject<HTMLDivElement | null>;
}

/** Saves the chart as a file, in one of the formats. */
function SaveMenu({ chart, container }: SaveMenuProps) {
  const target = useOverlayContainer();
  const [fault, setFault] = useState('');
  const save = async (format: keyof typeof savers): Promise<void> => {
    if (container.current === null) return;
    setFault('');
    try {
      await savers[format](chart, container.current);
    } catch (error) {
      setFault(texts.notSaved(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <>
      {fault === '' ? null : (
        <span role="alert" className={classes.fault}>
          {fault}
        </span>
      )}
      <Menu
        position="top-end"
        width={190}
        transitionProps={{ duration: 0 }}
        // axe reports the menu of Mantine without this target and without the next line
        portalProps={{ target }}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button type="button" className={`${classes.button} ${classes.save}`}>
            {texts.save} <span aria-hidden>▾</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(savers) as (keyof typeof savers)[]).map((format) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {texts.saveAs[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

interface RowsProps {
  readonly title: string;
  readonly table: NodeRows & { readonly conditions: Conditions | undefined };
}

/** The rows of the selected mark, or all rows of the chart. */
const Rows = ({ title, table }: RowsProps) => (
  <div className={classes.rows}>
    <DataTable
      label={texts.rowsOf(title)}
      columns={table.columns}
      rows={table.rows}
      inAll={table.inAll}
      marked={table.conditions === undefined ? undefined : { conditions: table.conditions }}
    />
  </div>
);
