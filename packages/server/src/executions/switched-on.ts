import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { switchOf } from '../store/switches.ts';

/** Why nothing is run while an administrator has switched runs off. */
export const switchedOff = 'an administrator has disabled runs (executions.enabled is false)';

/** True unless an administrator has switched runs off. */
export const runsAreOn = async (db: Db): Promise<boolean> => (await switchOf(db, 'executions.enabled')) === 'true';

/** Fails with WRONG_STATE while runs are switched off. */
export async function requireRunsOn(db: Db): Promise<void> {
  if (await runsAreOn(db)) return;
  throw new Problem('WRONG_STATE', `${switchedOff}: try again when they are enabled`);
}
