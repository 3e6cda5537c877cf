import { HomeInUseError, readSettings, rotateKeys, SettingError } from '@millrace/server';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/** `millrace rotate-keys`: a new key for the secrets of a state folder whose service does not run. */
export async function run(args: readonly string[]): Promise<0 | 1> {
  try {
    const { values } = readArguments({ args: [...args], options: { 'end-sessions': { type: 'boolean' } } });
    const { resealed, lost, endedSessions } = await rotateKeys(readSettings(), values['end-sessions'] ?? false);
    process.stdout.write(`Created a new key and encrypted the secrets of ${resealed} connections with it\n`);
    if (values['end-sessions'] === true) process.stdout.write(`Ended ${endedSessions} sessions\n`);
    if (lost.length === 0) return 0;
    process.stderr.write(
      `millrace: cannot decrypt the secrets of the connections ${lost.join(', ')}: enter them again\n`,
    );
    return 1;
  } catch (error) {
    if (error instanceof SettingError || error instanceof HomeInUseError) throw new UsageError(error.message);
    throw error;
  }
}
