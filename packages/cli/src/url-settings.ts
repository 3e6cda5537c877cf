import { memoryBytes } from '@millrace/runner/engines';
import { defaultUrlPolicy, listedHost, type UrlPolicy } from '@millrace/runner/urls';
import { UsageError } from './usage-error.ts';

/** What URLs may be read, by the settings of the environment. A value that cannot be meant is named. */
export function urlPolicyOf(env: NodeJS.ProcessEnv): UrlPolicy {
  const { MILLRACE_URL_HOSTS: hosts = '', MILLRACE_URL_SIZE: size, MILLRACE_URL_TIMEOUT: seconds } = env;
  const entries = hosts.split(',').map((entry) => entry.trim());
  return {
    hosts: entries.filter((entry) => entry !== '').map(hostOfSetting),
    mostBytes: size === undefined ? defaultUrlPolicy.mostBytes : bytesOf(size),
    waitMs: seconds === undefined ? defaultUrlPolicy.waitMs : 1000 * secondsOf(seconds),
  };
}

function hostOfSetting(entry: string): UrlPolicy['hosts'][number] {
  const host = listedHost(entry);
  if (host !== undefined) return host;
  throw new UsageError(
    `MILLRACE_URL_HOSTS names "${entry}", which is no host: write host, host:port or *.example.org, with commas between`,
  );
}

function bytesOf(size: string): number {
  const bytes = memoryBytes(size);
  if (bytes !== undefined && bytes > 0) return bytes;
  throw new UsageError(`MILLRACE_URL_SIZE is "${size}"; write it like 64m or 1g`);
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 3600) return seconds;
  throw new UsageError(`MILLRACE_URL_TIMEOUT is "${text}"; give a number of seconds, at most 3600`);
}
