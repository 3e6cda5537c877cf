import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetsQuery, usesQuery, type DatasetRecord } from '../../api/datasets.ts';
import { useMay } from '../../api/may.ts';
import { projectsQuery } from '../../api/queries.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { commonTexts } from '../../texts/common.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { FileChooser } from '../../ui/file-chooser.tsx';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { asDropped, type DroppedFile } from '../files/dropped.ts';
import { UploadPanel } from '../files/upload-panel.tsx';
import { Page } from '../page.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { IntakeDropZone } from './intake-drop-zone.tsx';
import classes from './datasets.module.css';

const texts = datasetTexts;

/** All datasets; dropped files become new ones. */
export function Datasets() {
  const query = useQuery(datasetsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [toDelete, setToDelete] = useState<readonly DatasetRecord[]>();
  const may = useMay();
  const mayChange = may('datasets.modify', 'EDIT');
  const projectOf = ({ projectId }: DatasetRecord): string => projects.find(({ id }) => id === projectId)?.name ?? '';
  return (
    <IntakeDropZone>
      {(take) => (
        <Page
          title={commonTexts.datasets}
          aside={
            mayChange && (query.data ?? []).length > 0 ? (
              <Button component={Link} to="/datasets/new" size="compact-sm">
                {texts.new}
              </Button>
            ) : null
          }
        >
          <Loaded query={query}>
            {(rows) => (
              <List
                label={commonTexts.datasets}
                rows={rows}
                columns={columnsWith(projectOf)}
                idOf={({ id }) => id}
                textOf={(row) =>
                  `${row.name} ${row.path} ${row.description} ${row.category ?? ''} ${row.datasetType} ${projectOf(row)}`
                }
                selection={mayChange ? { selected, onChange: setSelected, nameOf: ({ name }) => name } : undefined}
                actions={(selection) =>
                  selection.length === 0 ||
                  !selection.every(({ projectId }) => may('datasets.modify', 'EDIT', projectId)) ? null : (
                    <Button size="compact-sm" variant="default" onClick={() => setToDelete(selection)}>
                      {texts.deleteMany(count(selection.length))}
                    </Button>
                  )
                }
                empty={take === undefined ? <Empty title={texts.none} /> : <Nothing onChoose={take} />}
              />
            )}
          </Loaded>
          <UploadPanel />
          <DeleteQuestion
            datasets={toDelete}
            onNo={() => setToDelete(undefined)}
            onDeleted={() => {
              setToDelete(undefined);
              setSelected(new Set());
            }}
          />
        </Page>
      )}
    </IntakeDropZone>
  );
}

const columnsWith = (projectOf: (row: DatasetRecord) => string): readonly Column<DatasetRecord>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/datasets/$id" params={{ id: String(id) }} title={name}>
        {name || texts.noName(id)}
      </Link>
    ),
  },
  {
    key: 'type',
    title: columnsTexts.type,
    sortBy: ({ datasetType }) => datasetType,
    cell: ({ datasetType }) => datasetType,
  },
  {
    key: 'path',
    title: columnsTexts.path,
    sortBy: ({ path }) => path,
    cell: ({ path }) => (
      <span className="data" title={path}>
        {path}
      </span>
    ),
    wideOnly: true,
  },
  {
    key: 'columns',
    title: texts.columns,
    sortBy: ({ schemaModel }) => schemaModel.schemaColList.length,
    cell: ({ schemaModel }) => count(schemaModel.schemaColList.length),
    align: 'end',
    wideOnly: true,
  },
  {
    key: 'category',
    title: columnsTexts.category,
    sortBy: ({ category }) => category ?? '',
    cell: ({ category }) => category,
    wideOnly: true,
  },
  { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
  { key: 'uses', title: texts.usedBy, cell: ({ id }) => <UsedBy id={id} />, align: 'end', wideOnly: true },
  {
    key: 'changed',
    title: columnsTexts.changed,
    sortBy: ({ dateLastUpdated }) => dateLastUpdated,
    cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
  },
];

/** The number of workflows that read a dataset; requested when its row becomes visible. */
function UsedBy({ id }: { readonly id: number }) {
  const { data: uses } = useQuery(usesQuery(id));
  if (uses === undefined) return null;
  return (
    <Link
      to="/datasets/$id"
      params={{ id: String(id) }}
      search={{ tab: 'uses' }}
      title={uses.map(({ name }) => name).join(', ') || undefined}
    >
      {texts.workflows(count(uses.length), uses.length)}
    </Link>
  );
}

/** An empty list shows how to begin. */
const Nothing = ({ onChoose }: { readonly onChoose: (droppedFiles: readonly DroppedFile[]) => void }) => (
  <div className={classes.nothing}>
    <FileChooser
      label={texts.choose}
      title={texts.none}
      hint={texts.noneHint}
      isMultiple
      isAlone
      onFiles={(files) => onChoose(asDropped(files))}
    />
    <Link to="/datasets/new">{texts.fromSpace}</Link>
  </div>
);
