import { backUp, BackupError, readSettings, SettingError } from '@millrace/server/backup';
import { readFileCall } from './file-call.ts';
import { UsageError } from './usage-error.ts';

/** `millrace backup`: saves the state folder into one file, while the service runs or not. */
export async function run(args: readonly string[]): Promise<0> {
  const { path, options } = readFileCall(args, ['files', 'no-key']);
  try {
    const settings = readSettings();
    const withFiles = options.has('files');
    const backup = await backUp({ settings, path, withKey: !options.has('no-key'), withFiles });
    const parts = [backup.database && 'the database', backup.key && 'the key', backup.files && 'the files'].filter(
      Boolean,
    );
    process.stdout.write(`${path}: ${parts.join(', ')}; ${backup.bytes} bytes\n`);
    if (!backup.database)
      process.stdout.write('The records are in PostgreSQL, not in this file: back them up with pg_dump\n');
    if (!backup.key)
      process.stdout.write(
        'The key is not in this file: without the key, passwords of connections cannot be decrypted\n',
      );
    if (!withFiles) process.stdout.write('The file space is not in this file: use --files to include it\n');
    return 0;
  } catch (error) {
    if (error instanceof BackupError || error instanceof SettingError) throw new UsageError(error.message);
    throw error;
  }
}
