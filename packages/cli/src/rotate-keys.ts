import { HomeInUseError, readSettings, rotateKeys, SettingError } from '@millrace/server';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/** `millrace rotate-keys`: a new key for the secrets of a state folder whose service does not run. */
export async function run(args: readonly string[]): Promise<0 | 1> {
  try {
    const { values } = readArguments({ args: [...args], options: { 'end-sessions': { type: 'boolean' } } });
    const { resealed, lost, endedSessions } = await rotateKeys(readSettings(), values['end-sessions'] ?? false);
    process.stdout.write(`There is a new key; secrets of ${resealed} connections are encrypted with it\n`);
    if (values['end-sessions'] === true) process.stdout.write(`${endedSessions} sessions are ended\n`);
    if (lost.length === 0) return 0;
    process.stderr.write(`millrace: no key opens the secrets of the connections ${lost.join(', ')}: give them again\n`);
    return 1;
  } catch (error) {
    if (error instanceof SettingError || error instanceof HomeInUseError) throw new UsageError(error.message);
    throw error;
  }
}
