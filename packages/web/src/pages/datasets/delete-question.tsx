import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { datasetsChanged, deleteDatasets, usesQuery, type DatasetRecord } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { count } from '../../ui/format.ts';
import { Question } from '../../ui/question.tsx';

const texts = datasetTexts.deletion;
const maxNames = 5;
/** The users of more datasets are not looked up. */
const maxLookups = 50;

interface DeleteQuestionProps {
  /** Undefined while the dialog is closed. */
  readonly datasets: readonly Pick<DatasetRecord, 'id' | 'name'>[] | undefined;
  readonly onNo: () => void;
  readonly onDeleted: () => unknown;
}

/** Asks before datasets are deleted, and lists the workflows that use them. */
export function DeleteQuestion({ datasets, onNo, onDeleted }: DeleteQuestionProps) {
  const client = useQueryClient();
  const doomed = datasets ?? [];
  const uses = useQueries({ queries: doomed.slice(0, maxLookups).map(({ id }) => usesQuery(id)) });
  const workflows = [...new Map(uses.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name]))).values()];
  const unknown = uses.filter(({ isError }) => isError).length + Math.max(0, doomed.length - maxLookups);
  const isLooking = uses.some(({ isPending }) => isPending);
  const remove = useMutation({
    mutationFn: () => deleteDatasets(doomed.map(({ id }) => id)),
    onSuccess: async () => {
      await onDeleted();
      await datasetsChanged(client);
    },
  });
  return (
    <Question
      isOpen={datasets !== undefined}
      title={doomed.length === 1 ? texts.one : texts.many(count(doomed.length))}
      yes={texts.yes}
      no={texts.no}
      isBusy={remove.isPending}
      error={remove.error?.message}
      onYes={() => remove.mutate()}
      onNo={() => {
        remove.reset();
        onNo();
      }}
    >
      {texts.names(listText(doomed.map(({ name }) => `“${name}”`)))}{' '}
      {workflows.length > 0 ? texts.used(listText(workflows.map((name) => `“${name}”`)), workflows.length) : null}{' '}
      {isLooking
        ? texts.looking
        : unknown > 0
          ? texts.unknown(count(unknown), doomed.length)
          : workflows.length === 0
            ? texts.unused
            : null}
    </Question>
  );
}

const listText = (names: readonly string[]): string =>
  names.length <= maxNames
    ? names.join(', ')
    : texts.more(names.slice(0, maxNames).join(', '), count(names.length - maxNames));
