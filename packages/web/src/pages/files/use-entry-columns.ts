import { useEffect, useState } from 'react';
import { useMay } from '../../api/may.ts';
import { entryColumns, type EntryActions } from './entry-columns.tsx';

/** The columns of a folder, in which an entry is renamed; `shown`: the path of the file that is previewed. */
export function useEntryColumns(
  folder: string,
  previewPath: string | undefined,
  actions: Pick<EntryActions, 'onFault' | 'onMove' | 'onDelete'>,
) {
  const may = useMay();
  const [renamed, setRenamed] = useState<string>();
  const [returned, setReturned] = useState<string>();
  useEffect(() => {
    if (returned === undefined) return;
    // a row that appears later does not take the focus
    const forget = (): void => setReturned(undefined);
    document.addEventListener('focusin', forget);
    return () => document.removeEventListener('focusin', forget);
  }, [returned]);
  return entryColumns({
    mayWrite: may('data.write'),
    mayMake: may('datasets.modify'),
    folder,
    renamed,
    returned,
    previewPath,
    onRename: setRenamed,
    onReturn: setReturned,
    ...actions,
  });
}
