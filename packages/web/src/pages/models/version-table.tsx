import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ModelRecord, ModelVersion } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { metricColumns, metricText } from './metrics.ts';
import { kindOf } from './version-words.ts';
import classes from './model.module.css';

const texts = modelsTexts;

/** Maximum number of metrics with a column; the others are on the page of each version, and in comparisons. */
const maxMetrics = 6;
const maxCompared = 10;

/** The versions of a model, the newest one first; selected ones can be compared. */
export function VersionTable({ model: { id, versions } }: { readonly model: ModelRecord }) {
  const navigate = useNavigate({ from: '/models/$id' });
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const columns = useMemo(() => columnsOf(id, versions), [id, versions]);
  const picked = versions.map(({ version }) => version).filter((version) => selected.has(version));
  const compare = (): void =>
    void navigate({ to: '.', search: { compare: picked.toSorted((a, b) => a - b).join(',') } });
  return (
    <List
      label={texts.versions}
      rows={versions}
      columns={columns}
      idOf={({ version }) => version}
      textOf={(one) => `${one.version} ${kindOf(one)} ${one.userName} ${one.workflow?.name ?? ''}`}
      selection={
        versions.length < 2
          ? undefined
          : { selected, onChange: setSelected, nameOf: ({ version }) => texts.versionOf(version) }
      }
      actions={
        versions.length < 2 ? null : (
          <>
            <span className={classes.hint}>
              {picked.length < 2 ? texts.compareHint : picked.length > maxCompared ? texts.compareMost : ''}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              miw={96}
              disabled={picked.length < 2 || picked.length > maxCompared}
              onClick={compare}
            >
              {texts.compareOf(picked.length)}
            </Button>
          </>
        )
      }
      empty={<Empty title={texts.noVersions}>{texts.noVersionsHint}</Empty>}
    />
  );
}

const columnsOf = (id: number, versions: readonly ModelVersion[]): readonly Column<ModelVersion>[] => [
  {
    key: 'version',
    title: columnsTexts.version,
    sortBy: ({ version }) => version,
    cell: (one) => (
      <span className={classes.version}>
        <Link
          to="/models/$id"
          params={{ id: String(id) }}
          search={{ version: one.version }}
          aria-label={texts.versionOf(one.version)}
        >
          {one.version}
        </Link>
        <Marks version={one} />
      </span>
    ),
  },
  {
    key: 'saved',
    title: texts.fact.trained,
    sortBy: ({ dateCreated }) => dateCreated,
    cell: ({ dateCreated }) => <Time at={dateCreated} />,
  },
  ...metricColumns(versions.map(({ metrics }) => metrics))
    .slice(0, maxMetrics)
    .map(({ key, title, of }, i): Column<ModelVersion> => ({
      key: `metric ${key}`,
      title,
      sortBy: ({ metrics }) => of(metrics) ?? null,
      cell: ({ metrics }) => <span className="data">{metricText(of(metrics))}</span>,
      align: 'end',
      wideOnly: i > 0,
    })),
  {
    key: 'rows',
    title: texts.rows,
    sortBy: ({ rows }) => rows,
    cell: ({ rows }) => (rows === null ? '' : <span className="data">{count(rows)}</span>),
    align: 'end',
    wideOnly: true,
  },
  { key: 'by', title: texts.by, sortBy: ({ userName }) => userName, cell: ({ userName }) => userName, wideOnly: true },
  {
    key: 'from',
    title: texts.from,
    sortBy: ({ workflow }) => workflow?.name ?? '',
    cell: (one) => <Origin version={one} />,
    wideOnly: true,
  },
];

/** Whether a version is the champion, and whether it is available. */
export const Marks = ({ version: { isChampion, isReplaced } }: { readonly version: ModelVersion }) => (
  <>
    {isChampion ? (
      <span className={classes.champion}>
        <span aria-hidden>★</span> {texts.isChampion}
      </span>
    ) : null}
    {isReplaced ? (
      <span className={classes.replaced} title={texts.replacedHint}>
        {texts.replaced}
      </span>
    ) : null}
  </>
);

/** The workflow and the run that saved a version. */
export function Origin({ version: { workflow, executionId } }: { readonly version: ModelVersion }) {
  if (workflow === null && executionId === null) return <span className="soft">{texts.registered}</span>;
  return (
    <>
      {workflow === null ? null : (
        <Link to="/workflows/$id" params={{ id: String(workflow.id) }} title={workflow.name}>
          {workflow.name}
        </Link>
      )}
      {workflow === null || executionId === null ? null : <span className="soft"> · </span>}
      {executionId === null ? null : (
        <Link to="/executions/$id" params={{ id: String(executionId) }}>
          {texts.run(executionId)}
        </Link>
      )}
    </>
  );
}
