import { BackupError, HomeInUseError, readSettings, restore, SettingError } from '@millrace/server/backup';
import { readFileCall } from './file-call.ts';
import { UsageError } from './usage-error.ts';

/** `millrace restore`: puts a backup into the state folder, whole or not at all. */
export async function run(args: readonly string[]): Promise<0> {
  const { path, options } = readFileCall(args, ['force']);
  try {
    const settings = readSettings();
    const { at, holds } = await restore(settings, path, options.has('force'));
    process.stdout.write(`Restored ${settings.home} to its state at ${at}\n`);
    if (!holds.database) process.stdout.write('The records are in PostgreSQL: restore them with pg_restore\n');
    if (!holds.key)
      process.stdout.write(
        'The key was not in the backup: copy secret.key to the folder, or set MILLRACE_SECRET_KEY, before you start the service\n',
      );
    if (!holds.files) process.stdout.write('The file space was not in the backup\n');
    return 0;
  } catch (error) {
    if (error instanceof BackupError || error instanceof SettingError || error instanceof HomeInUseError)
      throw new UsageError(error.message);
    throw error;
  }
}
