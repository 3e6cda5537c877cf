import { HomeInUseError, readSettings, SettingError, startService, type Service } from '@millrace/server';
import { builtPage } from '@millrace/web/built';
import { UsageError } from './usage-error.ts';

/** `millrace start`: the service, until it is asked to end (SIGINT, SIGTERM); a second asking ends it at once. */
export async function run(): Promise<0 | 1> {
  let service: Service;
  try {
    service = await startService({ settings: readSettings(), page: builtPage });
  } catch (error) {
    if (error instanceof SettingError || error instanceof HomeInUseError) throw new UsageError(error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      throw new UsageError(`${message}: choose a path that this user can write to, or another port`);
    throw error;
  }
  const { adminPassword, url } = service;
  // before any output: a reader of it may stop the service at once
  const end = stopRequested();
  process.stdout.write(`Millrace serves ${url}\n`);
  process.stdout.write(
    adminPassword === undefined
      ? 'Sign in as admin with the password that was set at the first start\n'
      : `Sign in as admin with the password ${adminPassword} (shown only once)\n`,
  );
  process.stdout.write(`The API reference is at ${url}/docs\n`);
  await end;
  const again = (): void => process.exit(1);
  process.once('SIGINT', again).once('SIGTERM', again);
  const { running } = service.context.runs;
  const { MILLRACE_DRAIN_SECONDS: seconds } = service.context.settings;
  if (running > 0)
    process.stdout.write(
      `Millrace is stopping: ${running} running executions have ${seconds} s to finish; interrupt again to stop immediately\n`,
    );
  const left = await service.drain();
  if (left > 0) process.stdout.write(`${left} executions did not finish and are back in the queue\n`);
  await service.close();
  return 0;
}

// npx does not pass SIGTERM on to `millrace start`: a supervisor calls Node itself
const stopRequested = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
  });
