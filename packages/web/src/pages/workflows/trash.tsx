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
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { projectNames } from '../../ui/project-names.ts';
import { Question } from '../../ui/question.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { trashColumns } from './trash-columns.tsx';
import { inactiveSchedules } from './use-trash.ts';

const texts = trashTexts;

/** Workflows in the trash, with actions to restore and to delete them permanently. */
export function Trash() {
  const query = useQuery(trashQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: people } = useQuery(peopleQuery);
  const may = useMay();
  const { say, element: notice } = useNotice();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const mayEdit = ({ projectId }: TrashedWorkflow): boolean => may('workflows.modify', 'EDIT', projectId);
  const restore = useRestoring(say, () => setSelected(new Set()));
  const { ask, questionFor } = useEmptying(say);
  const projectOf = projectNames(projects);
  const whoOf = ({ trashedByUserId: id }: TrashedWorkflow): string =>
    people?.find((one) => one.id === id)?.username ?? '';
  const columns = trashColumns({ projectOf, whoOf, mayEdit, onRestore: (one) => restore.mutate([one]) });
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
                actions={(selection, visible) =>
                  open.length === 0 ? null : (
                    <>
                      <Restore
                        some={(selection.length === 0 ? visible : selection).filter(mayEdit)}
                        isAll={selection.length === 0 && visible.length === rows.length}
                        isBusy={restore.isPending}
                        onRestore={restore.mutate}
                      />
                      <Button size="compact-sm" variant="default" onClick={ask}>
                        {texts.empty}…
                      </Button>
                    </>
                  )
                }
                empty={<Empty title={texts.none}>{texts.noneHint}</Empty>}
              />
              {questionFor(open.length)}
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

type Say = ReturnType<typeof useNotice>['say'];

/** Refreshes the lists that a change of the trash concerns. */
function useTrashChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [trashQuery.queryKey, workflowsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

function useRestoring(say: Say, onDone: () => void) {
  const onTrashChanged = useTrashChanged();
  return useMutation({
    mutationFn: async (some: readonly TrashedWorkflow[]) => {
      const outcomes = await restoreWorkflows(some.map(({ id }) => id));
      await onTrashChanged();
      const still = inactiveSchedules(outcomes);
      const text = texts.restored(some.length === 1 ? `“${some[0]?.name}”` : workflowsTexts.many(count(some.length)));
      say({ text: still === undefined ? text : `${text} ${workflowsTexts.still(still)}` });
      onDone();
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
}

/** Asks before all workflows in the trash are deleted permanently. */
function useEmptying(say: Say) {
  const onTrashChanged = useTrashChanged();
  const [isAsked, setAsked] = useState(false);
  const empty = useMutation({
    mutationFn: emptyTrash,
    onSuccess: async () => {
      await onTrashChanged();
      setAsked(false);
      say({ text: texts.emptied });
    },
  });
  const ask = (): void => {
    empty.reset();
    setAsked(true);
  };
  const questionFor = (many: number) => (
    <Question
      isOpen={isAsked}
      title={texts.question(count(many), many)}
      yes={texts.empty}
      no={texts.keep}
      isBusy={empty.isPending}
      error={empty.error?.message}
      onYes={() => empty.mutate()}
      onNo={() => setAsked(false)}
    >
      {texts.questionHint}
    </Question>
  );
  return { ask, questionFor };
}
