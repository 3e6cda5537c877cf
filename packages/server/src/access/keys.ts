import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingError } from '../settings/kinds.ts';
import { shortestKey } from '../settings/checks.ts';
import type { Settings } from '../settings/settings.ts';

/** The key that secrets are sealed with, and former ones that some may still be sealed with. */
export interface Keys {
  readonly present: string;
  readonly former: readonly string[];
}

const newKey = (): string => randomBytes(32).toString('base64url');

const fileOf = (home: string): string => join(home, 'secret.key');

/** True for a state folder that holds a key. */
export const hasKey = (home: string): boolean => existsSync(fileOf(home));

/** The keys that are set, or those of the state folder, where one is made once. A key that another has replaced is a former one. */
export async function readKeys({ home, MILLRACE_SECRET_KEY, MILLRACE_SECRET_KEY_OLD }: Settings): Promise<Keys> {
  const old = MILLRACE_SECRET_KEY_OLD === undefined ? [] : [MILLRACE_SECRET_KEY_OLD];
  const path = fileOf(home);
  if (MILLRACE_SECRET_KEY === undefined && !existsSync(path)) await writeKeys(path, [newKey()]);
  const inFile = existsSync(path) ? await keysIn(path) : [];
  const [present = '', ...former] = [
    ...(MILLRACE_SECRET_KEY === undefined ? [] : [MILLRACE_SECRET_KEY]),
    ...inFile,
    ...old,
  ];
  return { present, former: former.filter((key) => key !== present) };
}

/** Puts a new key before those of the state folder: they stay until nothing is sealed with them. */
export const addKey = async (home: string): Promise<void> => {
  const path = fileOf(home);
  await writeKeys(path, [newKey(), ...(await keysIn(path))]);
};

/** Removes former keys from the state folder. */
export async function dropFormerKeys(home: string): Promise<void> {
  const path = fileOf(home);
  if (!existsSync(path)) return;
  const [present = '', ...former] = await keysIn(path);
  if (former.length > 0) await writeKeys(path, [present]);
}

/** The keys of a file, a line each. */
async function keysIn(path: string): Promise<readonly string[]> {
  const keys = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  const some = keys.filter((line) => line !== '');
  if (some.length === 0 || some.some((key) => key.length < shortestKey))
    throw new SettingError(`file "${path}" does not hold the key of this state folder: restore it from a backup`);
  return some;
}

/** Writes a file of keys whole or not at all. */
async function writeKeys(path: string, keys: readonly string[]): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(keys.map((key) => `${key}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
