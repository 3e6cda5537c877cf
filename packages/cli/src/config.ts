import { readSettings, SettingError, settingsTable } from '@millrace/server';
import { UsageError } from './usage-error.ts';

/** `millrace config`: every setting of the service, what it is now and what it means; secrets are not shown. */
export async function run(): Promise<0> {
  try {
    const values: Readonly<Record<string, unknown>> = { ...readSettings() };
    for (const [name, setting] of Object.entries(settingsTable)) {
      const { [name]: text = '' } = process.env;
      const isSet = text !== '';
      const isSecret = 'secret' in setting && setting.secret;
      const display = isSet ? text : String(values[name] ?? '');
      const value = isSecret ? (isSet ? '(set, not shown)' : '') : display;
      process.stdout.write(`${name}=${value}${isSet ? '' : '  (default)'}\n  ${setting.about}\n`);
    }
    return 0;
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(error.message);
    throw error;
  }
}
