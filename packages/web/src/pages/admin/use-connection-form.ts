import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createConnection,
  tryConnection,
  updateConnection,
  type Connection,
} from '../../api/queries-of-administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { draftOf, wordsOf } from './connection-fields.ts';

export interface ConnectionFormProps {
  /** The connection that is changed; absent for a new one. */
  readonly connection?: Connection | undefined;
  /** The connection that a new one is copied from. */
  readonly like?: Connection | undefined;
  readonly onEnd: () => void;
}

/** The draft of a connection with its secrets, which is saved and tried. */
export function useConnectionForm({ connection, like, onEnd }: ConnectionFormProps) {
  const client = useQueryClient();
  const saved = draftOf(connection ?? like);
  const initial = like === undefined ? saved : { ...saved, name: connectionsTexts.copied(like.name) };
  const key = useDraftKey(`connection.${connection?.id ?? (like === undefined ? 'new' : `copy.${like.id}`)}`);
  const { draft, change: edit, discard, isRestored } = useDraft(key, initial);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [wasTried, setTried] = useState(false);
  const words = () => wordsOf(draft, secrets, connection);
  const leave = (): void => {
    discard();
    onEnd();
  };
  const save = useMutation({
    mutationFn: () =>
      connection === undefined
        ? createConnection(draft.project === '' ? null : Number(draft.project), words())
        : updateConnection(connection.id, words()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['connections'] });
      leave();
    },
  });
  const trial = useMutation({ mutationFn: () => tryConnection(connection?.id ?? null, words()) });
  const forget = (): void => {
    save.reset();
    trial.reset();
  };
  const change = (part: Partial<typeof draft>): void => {
    forget();
    edit(part);
  };
  const setSecret = (name: string, secret: string): void => {
    forget();
    setSecrets({ ...secrets, [name]: secret });
  };
  const submit = (isComplete: boolean): void => {
    setTried(true);
    if (!isComplete) return;
    trial.reset();
    save.mutate();
  };
  const tryIt = (): void => {
    save.reset();
    trial.mutate();
  };
  return { draft, secrets, change, setSecret, discard, isRestored, leave, save, trial, wasTried, submit, tryIt };
}
