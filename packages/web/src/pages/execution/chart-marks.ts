import type { chartOption, ChartOutput } from '@millrace/charts';
import type { Conditions } from '../../ui/table-view.ts';

/** A mark of a drawn chart, with the values that identify its rows. */
export interface Mark {
  readonly seriesIndex: number;
  readonly dataIndex: number;
  /** Its position between axes. */
  readonly value: unknown;
  readonly conditions: Conditions;
}

interface Datum {
  readonly value?: unknown;
  readonly mark?: Conditions;
  readonly children?: readonly Datum[];
}

/** The mark of a clicked datum; undefined for one without rows. */
export const conditionsOf = (datum: unknown): Conditions | undefined => {
  const { mark = [] } = (datum ?? {}) as Datum;
  return mark.length === 0 ? undefined : mark;
};

/** The marks of a chart in drawing order. */
export function marksOf(option: ReturnType<typeof chartOption>): readonly Mark[] {
  const series = [option.series ?? []].flat() as readonly {
    readonly type?: string;
    readonly data?: readonly Datum[];
  }[];
  return series.flatMap(({ type, data = [] }, seriesIndex) =>
    // the drawn tree has a root of its own before the first branch
    (type === 'treemap' ? [undefined, ...data.flatMap(withBranches)] : data).flatMap((datum, dataIndex) => {
      const conditions = conditionsOf(datum);
      return conditions === undefined ? [] : [{ seriesIndex, dataIndex, value: datum?.value, conditions }];
    }),
  );
}

const withBranches = (datum: Datum): readonly Datum[] => [datum, ...(datum.children ?? []).flatMap(withBranches)];

/** The rows of a node that the marks of its charts filter. */
export interface NodeRows {
  readonly columns: ChartOutput['columns'];
  readonly rows: ChartOutput['rows'];
  /** Rows of the whole output if it has more than these. */
  readonly inAll?: number | undefined;
}

/**
 * The rows of a mark: those of the node if they have the columns that identify a mark, else those of the chart itself.
 */
export function rowsBeneath(
  { chart: { encodings }, columns, rows }: ChartOutput,
  conditions: Conditions,
  ofNode: readonly NodeRows[],
): NodeRows & { readonly conditions: Conditions } {
  const typeOf = (name: string): string | undefined => columns.find((one) => one.name === name)?.type;
  const inNode = conditions.flatMap(([name, value]) => {
    const column = encodings.from?.[name];
    return column === undefined ? [] : [{ column, value, type: typeOf(name) }];
  });
  // the input of a node, if it passes it on, is the last of its outputs
  const output =
    inNode.length < conditions.length
      ? undefined
      : ofNode.findLast((one) =>
          inNode.every(({ column, type }) => one.columns.some((other) => other.name === column && other.type === type)),
        );
  return output === undefined
    ? { columns, rows, conditions }
    : { ...output, conditions: inNode.map(({ column, value }) => [column, value] as const) };
}

/** Whether a table shows the data of a chart: the same columns at the same node. */
export const isTwin = (
  table: { readonly columns?: ChartOutput['columns'] | undefined },
  chart: { readonly columns?: ChartOutput['columns'] | undefined },
): boolean => JSON.stringify(table.columns) === JSON.stringify(chart.columns);
