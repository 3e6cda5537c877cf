import { HomeInUseError, readSettings, resetPassword, SettingError } from '@millrace/server';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/** `millrace password USER`: a new password for a user who has lost it. */
export async function run(args: readonly string[]): Promise<0> {
  try {
    const username = userOf(args);
    const password = await resetPassword(readSettings(), username);
    process.stdout.write(
      `The password of ${username} is now ${password} (shown only once; change it after you sign in)\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof SettingError || error instanceof HomeInUseError) throw new UsageError(error.message);
    throw error;
  }
}

function userOf(args: readonly string[]): string {
  const [username, second] = readArguments({ args: [...args], allowPositionals: true, options: {} }).positionals;
  if (username === undefined || second !== undefined) throw new UsageError('specify one user: millrace password USER');
  return username;
}
