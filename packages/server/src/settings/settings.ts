import { resolve } from 'node:path';
import { listedHosts, maxBytesOf, type UrlPolicy } from '@millrace/file-space/urls';
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
        const valueText = 'secret' in setting && setting.secret ? '' : ` "${text}"`;
        throw new SettingError(`${name}${valueText} ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  ) as unknown as Values;
  checkOidc(values);
  const home = resolve(folder, values.MILLRACE_HOME);
  if (values.MILLRACE_SMTP_URL !== undefined && values.MILLRACE_MAIL_FROM === undefined)
    throw new SettingError('MILLRACE_SMTP_URL requires MILLRACE_MAIL_FROM: set it to the sender address of mail');
  const files = filesIn(values, environment, home, folder);
  checkCluster(values, files);
  const urls: UrlPolicy = {
    hosts: listedHosts(values.MILLRACE_URL_HOSTS ?? ''),
    maxBytes: maxBytesOf(values.MILLRACE_URL_SIZE),
    waitMs: values.MILLRACE_URL_TIMEOUT * 1_000,
  };
  return { ...values, home, files, urls };
}

/** Spark works in one place, and reads only files that it sees there. */
function checkCluster(
  { MILLRACE_SPARK_REMOTE: remote, MILLRACE_SPARK_CLUSTER: cluster }: Values,
  files: FilesAt,
): void {
  if (remote !== undefined && cluster !== undefined)
    throw new SettingError('MILLRACE_SPARK_CLUSTER cannot be combined with MILLRACE_SPARK_REMOTE: unset one of them');
  if (files.kind === 'local' || (remote ?? cluster) === undefined) return;
  const name = remote === undefined ? 'MILLRACE_SPARK_CLUSTER' : 'MILLRACE_SPARK_REMOTE';
  throw new SettingError(
    `${name} cannot be combined with a remote MILLRACE_FILES: an external Spark cannot read the copies that runs make of such files. Unset ${name}, or set MILLRACE_FILES to a folder that Spark can access by the same path`,
  );
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
    throw new SettingError('MILLRACE_OIDC_ISSUER requires MILLRACE_OIDC_CLIENT_ID: set it');
  if (values.MILLRACE_BASE_URL === undefined && !isLoopback(values.MILLRACE_HOST))
    throw new SettingError(
      'MILLRACE_OIDC_ISSUER requires MILLRACE_BASE_URL: set it to the address that users are sent back to',
    );
}
