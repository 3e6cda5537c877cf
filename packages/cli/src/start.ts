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
    if (code === 'EACCES') throw new UsageError(`${message}: name another place`);
    throw error;
  }
  const { adminPassword, url } = service;
  // before anything is said: who reads that it serves may ask it to end at once
  const end = stopRequested();
  process.stdout.write(`Millrace serves ${url}\n`);
  process.stdout.write(
    adminPassword === undefined
      ? 'Sign in as admin with the password that was set at the first start\n'
      : `Sign in as admin with the password ${adminPassword} (it is shown this once)\n`,
  );
  process.stdout.write(`The interface is described at ${url}/docs\n`);
  await end;
  const again = (): void => process.exit(1);
  process.once('SIGINT', again).once('SIGTERM', again);
  const { running } = service.context.runs;
  const { MILLRACE_DRAIN_SECONDS: seconds } = service.context.settings;
  if (running > 0)
    process.stdout.write(`Millrace ends: ${running} at work have ${seconds} s; asked again, it ends at once\n`);
  const left = await service.drain();
  if (left > 0) process.stdout.write(`${left} did not end and are handed back: they wait to run again\n`);
  await service.close();
  return 0;
}

// npx does not pass SIGTERM on to `millrace start`: a supervisor calls Node itself
const stopRequested = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
  });
