import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/may.ts';
import { meQuery, type Execution } from '../../api/queries.ts';

type Run = Pick<Execution, 'projectId' | 'userId'>;

export interface RunRights {
  /** May run, stop and kill where the run belongs. */
  readonly mayRun: (run: Run) => boolean;
  /** Everybody clears away their own runs; a superuser those of all. */
  readonly mayDelete: (run: Run) => boolean;
}

/** What the person who is signed in may do with a run. */
export function useRunRights(): RunRights {
  const may = useMay();
  const { data: me } = useQuery(meQuery);
  return {
    mayRun: ({ projectId }) => may('workflows.execute', 'EXECUTE', projectId),
    mayDelete: ({ userId }) => may('workflows.execute') && (me?.isSuperuser === true || me?.id === userId),
  };
}
