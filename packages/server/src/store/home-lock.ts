import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

/** Another process works on this state folder. */
export class HomeInUseError extends Error {
  constructor(home: string) {
    super(`another Millrace process already uses folder "${home}": stop it, or set MILLRACE_HOME to another folder`);
  }
}

/**
 * Holds a state folder for this process alone until it is released or the process ends, however it ends: the lock is the
 * operating system's, on a file of its own. Fails with HomeInUseError.
 */
export function lockHome(home: string): Disposable {
  const lock = new DatabaseSync(join(home, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new HomeInUseError(home);
    throw error;
  }
  return { [Symbol.dispose]: () => lock.close() };
}
