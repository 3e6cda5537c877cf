import { Button } from '@mantine/core';
import type { Profile } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { kindOf, timeOf, type ValueKind } from '../../ui/column-summary.ts';
import { SummaryPicture } from '../../ui/column-summary.tsx';
import { count, figure, share } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import classes from './dataset.module.css';

const texts = datasetTexts.profile;

interface ProfileListProps {
  readonly query: {
    readonly data: Profile | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    refetch(): unknown;
  };
  /** Whether there are changes that the profile does not include. */
  readonly isOfSaved: boolean;
}

/** The profile of every column: a line of figures each, with a picture. */
export function ProfileList({ query, isOfSaved }: ProfileListProps) {
  const { data: profile, error, isFetching, refetch } = query;
  if (isFetching && profile === undefined)
    return (
      <>
        <p className={classes.facts} role="status">
          {texts.waiting}
        </p>
        <Waiting />
      </>
    );
  if (error !== null && !isFetching) return <Failure error={error} again={() => void refetch()} />;
  if (profile === undefined) return <Waiting />;
  const { rows, complete, rejected, warnings, columns } = profile;
  const numbered = columns.map((column, at) => ({ ...column, at }));
  return (
    <>
      <p className={classes.facts} role="status">
        {complete ? texts.all(count(rows), rows) : texts.sample(count(rows))} {isOfSaved ? texts.ofSaved : ''}
      </p>
      {rejected !== null && rejected > 0 ? (
        <p className={classes.warning}>{texts.rejected(count(rejected), rejected)}</p>
      ) : null}
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
      <List
        label={texts.title}
        rows={numbered}
        columns={shownColumns}
        idOf={({ at }) => at}
        textOf={({ name, type }) => `${name} ${type}`}
        empty={<Empty title={texts.none} />}
        actions={
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {texts.again}
          </Button>
        }
      />
    </>
  );
}

type Row = Profile['columns'][number] & { readonly at: number };

const partOf = (many: number, rows: number): number => (rows === 0 ? 0 : many / rows);

const orderOf = ({ type }: Row, text: string | null): number | string | null => {
  if (text === null) return null;
  const kind = kindOf(type);
  return kind === 'number' ? Number(text) : kind === 'time' ? timeOf(text) : text;
};

const shownColumns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ name, type }) => (
      <>
        {name} <span className={classes.type}>{type}</span>
      </>
    ),
  },
  { key: 'picture', title: texts.values, cell: (row) => <SummaryPicture summary={row} /> },
  {
    key: 'nulls',
    title: texts.absent,
    sortBy: ({ nulls, rows }) => partOf(nulls, rows),
    cell: ({ nulls, rows }) => <span title={count(nulls)}>{share(partOf(nulls, rows))}</span>,
    align: 'end',
  },
  {
    key: 'distinct',
    title: texts.distinct,
    sortBy: ({ distinct }) => distinct,
    cell: ({ distinct }) => (distinct === null ? '–' : count(distinct)),
    align: 'end',
  },
  {
    key: 'min',
    title: texts.min,
    sortBy: (row) => orderOf(row, row.min),
    cell: ({ min, type }) => <Value text={min} type={type} />,
    align: 'end',
  },
  {
    key: 'mean',
    title: texts.mean,
    sortBy: ({ mean }) => mean,
    cell: ({ mean }) => <span className="data">{mean === null ? '' : figure(mean)}</span>,
    align: 'end',
    wideOnly: true,
  },
  {
    key: 'max',
    title: texts.max,
    sortBy: (row) => orderOf(row, row.max),
    cell: ({ max, type }) => <Value text={max} type={type} />,
    align: 'end',
  },
  {
    key: 'top',
    title: texts.top,
    cell: ({ top, rows, nulls, nans }) => {
      const parts = (top ?? []).map(({ value, count: many }) => `${value} ${share(partOf(many, rows - nulls))}`);
      const words = nans > 0 ? texts.nans(count(nans)) : parts.join(' · ');
      return <span title={words}>{words}</span>;
    },
    grows: true,
    wideOnly: true,
  },
];

function Value({ text, type }: { readonly text: string | null; readonly type: string }) {
  return (
    <span className={`data ${classes.value}`} title={text ?? undefined}>
      {text === null ? null : shortOf(text, kindOf(type))}
    </span>
  );
}

/** As short as unambiguous; hovering shows all digits. */
function shortOf(text: string, kind: ValueKind): string {
  if (kind === 'time') return text.replace('T', ' ').replace(/(:00)?Z$/, '');
  return kind === 'number' && /^-?\d+\.\d{6,}$/.test(text) ? figure(Number(text)) : text;
}
