import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Question } from './question.tsx';

interface Deletion<T> {
  readonly remove: (it: T) => Promise<unknown>;
  /** The queries to refresh. */
  readonly after: (it: T) => Promise<unknown>;
  readonly words: {
    readonly title: (it: T) => string;
    readonly hint: (it: T) => string;
    readonly yes: string;
    readonly no: string;
  };
}

/** Asks before one record is deleted, and shows an error in the question. */
export function useDeletion<T>({ remove, after, words }: Deletion<T>): {
  readonly ask: (it: T) => void;
  readonly question: ReactNode;
} {
  const [target, setTarget] = useState<{ readonly it: T }>();
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async (_, it) => {
      setTarget(undefined);
      await after(it);
    },
  });
  const ask = (it: T): void => {
    deletion.reset();
    setTarget({ it });
  };
  const question = (
    <Question
      isOpen={target !== undefined}
      title={target === undefined ? '' : words.title(target.it)}
      yes={words.yes}
      no={words.no}
      isBusy={deletion.isPending}
      error={deletion.error?.message}
      onYes={() => target !== undefined && deletion.mutate(target.it)}
      onNo={() => setTarget(undefined)}
    >
      {target === undefined ? null : words.hint(target.it)}
    </Question>
  );
  return { ask, question };
}
