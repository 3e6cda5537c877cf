import { defaultUrlPolicy, listedHosts, maxBytesOf, secondsOf, type UrlPolicy } from '@millrace/file-space/urls';
import { settingOf } from './setting.ts';
import { UsageError } from './usage-error.ts';

/** Which URLs may be read, by the settings of the environment. An invalid value is a UsageError. */
export function urlPolicyOf(env: NodeJS.ProcessEnv): UrlPolicy {
  const read = <T>(name: string, of: (value: string) => T): T | undefined => {
    const text = settingOf(env, name);
    try {
      return text === undefined ? undefined : of(text);
    } catch (error) {
      throw new UsageError(`${name} "${text}" ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const seconds = read('MILLRACE_URL_TIMEOUT', secondsOf);
  return {
    hosts: read('MILLRACE_URL_HOSTS', listedHosts) ?? defaultUrlPolicy.hosts,
    maxBytes: read('MILLRACE_URL_SIZE', maxBytesOf) ?? defaultUrlPolicy.maxBytes,
    waitMs: seconds === undefined ? defaultUrlPolicy.waitMs : 1000 * seconds,
  };
}
