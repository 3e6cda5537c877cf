import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Question } from './question.tsx';

interface Deletion<T> {
  readonly remove: (it: T) => Promise<unknown>;
  /** What is to be read anew. */
  readonly after: (it: T) => Promise<unknown>;
  readonly words: {
    readonly title: (it: T) => string;
    readonly hint: (it: T) => string;
    readonly yes: string;
    readonly no: string;
  };
}

/** Asks before one thing goes, and says in the question why it could not. */
export function useDeletion<T>({ remove, after, words }: Deletion<T>): {
  readonly ask: (it: T) => void;
  readonly question: ReactNode;
} {
  const [asked, setAsked] = useState<{ readonly it: T }>();
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async (_, it) => {
      setAsked(undefined);
      await after(it);
    },
  });
  const ask = (it: T): void => {
    deletion.reset();
    setAsked({ it });
  };
  const question = (
    <Question
      isOpen={asked !== undefined}
      title={asked === undefined ? '' : words.title(asked.it)}
      yes={words.yes}
      no={words.no}
      isBusy={deletion.isPending}
      error={deletion.error?.message}
      onYes={() => asked !== undefined && deletion.mutate(asked.it)}
      onNo={() => setAsked(undefined)}
    >
      {asked === undefined ? null : words.hint(asked.it)}
    </Question>
  );
  return { ask, question };
}
