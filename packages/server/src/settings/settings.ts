import { resolve } from 'node:path';
import { listedHosts, mostBytesOf, type UrlPolicy } from '@millrace/file-space/urls';
import { isLoopback } from './checks.ts';
import { filesAt, type FilesAt } from './files-at.ts';
import { SettingError } from './kinds.ts';
import { settingsTable } from './table.ts';

type Values = { readonly [Name in keyof typeof settingsTable]: ReturnType<(typeof settingsTable)[Name]['read']> };

/** All settings, checked; folders are absolute. */
export interface Settings extends Values {
  readonly home: string;
  readonly files: FilesAt;
  /** What URLs may be read. */
  readonly urls: UrlPolicy;
}

/** Reads the settings; fails with SettingError, naming the first that is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Settings {
  const values = Object.fromEntries(
    Object.entries(settingsTable).map(([name, setting]) => {
      const text = environment[name];
      try {
        return [name, setting.read(text === '' ? undefined : text)];
      } catch (error) {
        const shown = 'secret' in setting && setting.secret ? '' : ` "${text}"`;
        throw new SettingError(`${name}${shown} ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  ) as unknown as Values;
  checkOidc(values);
  const home = resolve(folder, values.MILLRACE_HOME);
  if (values.MILLRACE_SMTP_URL !== undefined && values.MILLRACE_MAIL_FROM === undefined)
    throw new SettingError(
      'MILLRACE_MAIL_FROM is not set, and MILLRACE_SMTP_URL needs it: give the address that mail comes from',
    );
  const files = filesIn(values, environment, home, folder);
  if (files.kind !== 'local' && values.MILLRACE_SPARK_REMOTE !== undefined)
    throw new SettingError(
      'MILLRACE_SPARK_REMOTE is set, and MILLRACE_FILES lies elsewhere, too: a Spark that runs elsewhere cannot read the copies that runs take of such files. Leave MILLRACE_SPARK_REMOTE out, or name a folder in MILLRACE_FILES that Spark sees by the same path',
    );
  const urls: UrlPolicy = {
    hosts: listedHosts(values.MILLRACE_URL_HOSTS ?? ''),
    mostBytes: mostBytesOf(values.MILLRACE_URL_SIZE),
    waitMs: values.MILLRACE_URL_TIMEOUT * 1_000,
  };
  return { ...values, home, files, urls };
}

function filesIn(
  { MILLRACE_FILES: filesAddress, MILLRACE_FILES_USER: user }: Values,
  environment: NodeJS.ProcessEnv,
  home: string,
  folder: string,
): FilesAt {
  try {
    return filesAt(filesAddress, { user, environment }, home, folder);
  } catch (error) {
    throw new SettingError(
      `MILLRACE_FILES "${filesAddress}" ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Sign-in by OpenID Connect needs a name at the provider, and an address that the provider sends people back to. */
function checkOidc(values: Values): void {
  if (values.MILLRACE_OIDC_ISSUER === undefined) return;
  if (values.MILLRACE_OIDC_CLIENT_ID === undefined)
    throw new SettingError('MILLRACE_OIDC_CLIENT_ID is missing: MILLRACE_OIDC_ISSUER needs it');
  if (values.MILLRACE_BASE_URL === undefined && !isLoopback(values.MILLRACE_HOST))
    throw new SettingError('MILLRACE_BASE_URL is missing: MILLRACE_OIDC_ISSUER needs it to send people back here');
}
