import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/may.ts';
import { meQuery, type Execution } from '../../api/queries.ts';

type Run = Pick<Execution, 'projectId' | 'userId'>;

export interface RunRights {
  /** May run, stop and kill in the project of the run. */
  readonly mayRun: (run: Run) => boolean;
  /** Every user deletes their own runs; a superuser those of all. */
  readonly mayDelete: (run: Run) => boolean;
}

/** The user's rights for a run. */
export function useRunRights(): RunRights {
  const may = useMay();
  const { data: me } = useQuery(meQuery);
  return {
    mayRun: ({ projectId }) => may('workflows.execute', 'EXECUTE', projectId),
    mayDelete: ({ userId }) => may('workflows.execute') && (me?.isSuperuser === true || me?.id === userId),
  };
}
