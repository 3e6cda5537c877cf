import { defaultUrlPolicy, listedHosts, mostBytesOf, secondsOf, type UrlPolicy } from '@millrace/file-space/urls';
import { settingOf } from './setting.ts';
import { UsageError } from './usage-error.ts';

/** What URLs may be read, by the settings of the environment. A value that cannot be meant is named. */
export function urlPolicyOf(env: NodeJS.ProcessEnv): UrlPolicy {
  const read = <T>(name: string, of: (given: string) => T): T | undefined => {
    const given = settingOf(env, name);
    try {
      return given === undefined ? undefined : of(given);
    } catch (error) {
      throw new UsageError(`${name} "${given}" ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const seconds = read('MILLRACE_URL_TIMEOUT', secondsOf);
  return {
    hosts: read('MILLRACE_URL_HOSTS', listedHosts) ?? defaultUrlPolicy.hosts,
    mostBytes: read('MILLRACE_URL_SIZE', mostBytesOf) ?? defaultUrlPolicy.mostBytes,
    waitMs: seconds === undefined ? defaultUrlPolicy.waitMs : 1000 * seconds,
  };
}
