import { useCallback, useState } from 'react';
import type { DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { sheetsOf, type Sheet } from './content.ts';

/** The draft of a dashboard. */
export interface BoardDraft {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly sheets: readonly Sheet[];
  /** The version that was changed. */
  readonly version: number;
}

const maxSteps = 200;

/** A draft that survives a reload, with an undo history. */
export function useBoardDraft(record: DashboardRecord) {
  const { name, category, description, version } = record;
  const { draft, isChanged, isRestored, change, discard } = useDraft<BoardDraft>(
    useDraftKey(`dashboard.${record.id}`),
    { name, category, description, sheets: sheetsOf(record), version },
  );
  const [past, setPast] = useState<readonly BoardDraft[]>([]);
  const [future, setFuture] = useState<readonly BoardDraft[]>([]);
  const [last, setLast] = useState<string>();
  /** Consecutive changes `at` one field, such as typed letters, are undone together. */
  const edit = useCallback(
    (part: Partial<BoardDraft>, at?: string): void => {
      if (at === undefined || at !== last) setPast((before) => [...before, draft].slice(-maxSteps));
      setFuture([]);
      setLast(at);
      change(part);
    },
    [draft, last, change],
  );
  const go = (
    [from, setFrom]: readonly [readonly BoardDraft[], (next: readonly BoardDraft[]) => void],
    [to, setTo]: readonly [readonly BoardDraft[], (next: readonly BoardDraft[]) => void],
  ): void => {
    const next = from.at(-1);
    if (next === undefined) return;
    setFrom(from.slice(0, -1));
    setTo([...to, draft]);
    setLast(undefined);
    // a conflict cannot be undone
    change({ ...next, version: draft.version });
  };
  return {
    draft,
    isChanged,
    isRestored,
    edit,
    discard,
    /** The next save replaces this version. */
    over: (next: number) => change({ version: next }),
    undo: past.length === 0 ? undefined : () => go([past, setPast], [future, setFuture]),
    redo: future.length === 0 ? undefined : () => go([future, setFuture], [past, setPast]),
  };
}
