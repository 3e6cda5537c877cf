import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery } from '../../api/queries.ts';
import {
  emptyTrash,
  peopleQuery,
  restoreWorkflows,
  trashQuery,
  workflowsQuery,
  type TrashedWorkflow,
} from '../../api/queries-of-workflows.ts';
import { workflowImportTexts } from '../../texts/workflow-import.ts';
import { trashTexts } from '../../texts/trash.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';

const texts = trashTexts;

/** Workflows in the trash, with actions to restore and to delete them permanently. */
export function Trash() {
  const query = useQuery(trashQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: people } = useQuery(peopleQuery);
  const client = useQueryClient();
  const may = useMay();
  const { say, shown: notice } = useNotice();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const changed = (): Promise<unknown> =>
    Promise.all(
      [trashQuery.queryKey, workflowsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const mayEdit = ({ projectId }: TrashedWorkflow): boolean => may('workflows.modify', 'EDIT', projectId);
  const restore = useMutation({
    mutationFn: async (some: readonly TrashedWorkflow[]) => {
      const outcomes = await restoreWorkflows(some.map(({ id }) => id));
      await changed();
      const still = /(\d+) schedule\(s\) stand still/.exec(outcomes)?.[1];
      const text = texts.restored(some.length === 1 ? `“${some[0]?.name}”` : workflowsTexts.many(count(some.length)));
      say({ text: still === undefined ? text : `${text} ${workflowsTexts.still(still)}` });
      setSelected(new Set());
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
  const empty = useMutation({
    mutationFn: emptyTrash,
    onSuccess: async () => {
      await changed();
      setAsked(false);
      say({ text: texts.emptied });
    },
  });
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const projectOf = ({ projectId }: TrashedWorkflow): string => names.get(projectId) ?? '';
  const whoOf = ({ trashedByUserId: id }: TrashedWorkflow): string =>
    people?.find((one) => one.id === id)?.username ?? '';
  const columns: readonly Column<TrashedWorkflow>[] = [
    { key: 'name', title: columnsTexts.name, sortBy: ({ name }) => name, cell: ({ name }) => name, grows: true },
    { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
    {
      key: 'version',
      title: columnsTexts.version,
      sortBy: ({ version }) => version,
      cell: ({ version }) => version,
      align: 'end',
      wideOnly: true,
    },
    { key: 'by', title: texts.by, sortBy: whoOf, cell: whoOf, wideOnly: true },
    {
      key: 'when',
      title: texts.when,
      sortBy: ({ trashedAt }) => trashedAt,
      cell: ({ trashedAt }) => <Time at={trashedAt} />,
    },
    {
      key: 'actions',
      title: columnsTexts.actions,
      isTitleHidden: true,
      align: 'end',
      cell: (one) =>
        mayEdit(one) ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.restoreOf(one.name)}
            onClick={() => restore.mutate([one])}
          >
            {texts.restore}
          </Button>
        ) : null,
    },
  ];
  return (
    <Page title={texts.title} aside={<Link to="/workflows">{workflowImportTexts.back}</Link>}>
      {notice}
      <Loaded query={query}>
        {(rows) => {
          const open = rows.filter(mayEdit);
          return (
            <>
              <List
                label={texts.title}
                rows={rows}
                columns={columns}
                idOf={({ id }) => id}
                textOf={(one) => `${one.name} ${projectOf(one)} ${one.category} ${one.description}`}
                selection={
                  open.length === 0 ? undefined : { selected, onChange: setSelected, nameOf: ({ name }) => name }
                }
                actions={(chosen, shown) =>
                  open.length === 0 ? null : (
                    <>
                      <Restore
                        some={(chosen.length === 0 ? shown : chosen).filter(mayEdit)}
                        isAll={chosen.length === 0 && shown.length === rows.length}
                        isBusy={restore.isPending}
                        onRestore={restore.mutate}
                      />
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() => {
                          empty.reset();
                          setAsked(true);
                        }}
                      >
                        {texts.empty}…
                      </Button>
                    </>
                  )
                }
                empty={<Empty title={texts.none}>{texts.noneHint}</Empty>}
              />
              <Question
                isOpen={isAsked}
                title={texts.question(count(open.length), open.length)}
                yes={texts.empty}
                no={texts.keep}
                isBusy={empty.isPending}
                error={empty.error?.message}
                onYes={() => empty.mutate()}
                onNo={() => setAsked(false)}
              >
                {texts.questionHint}
              </Question>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface RestoreProps {
  readonly some: readonly TrashedWorkflow[];
  /** Whether there are no others. */
  readonly isAll: boolean;
  readonly isBusy: boolean;
  readonly onRestore: (some: readonly TrashedWorkflow[]) => void;
}

const Restore = ({ some, isAll, isBusy, onRestore }: RestoreProps) => (
  <Button
    size="compact-sm"
    variant="default"
    loading={isBusy}
    disabled={some.length === 0}
    onClick={() => onRestore(some)}
  >
    {isAll ? texts.restoreAll : texts.restoreMany(some.length)}
  </Button>
);
