import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isBelow } from './is-below.ts';

/** A folder as an engine in a sandbox finds it; an `empty` one is there, and nothing in it. */
export interface Mount {
  readonly how: 'writable' | 'readable' | 'empty';
  readonly folder: string;
}

/** What of the file space the engines of some sessions see, if there is a sandbox. */
export interface EngineView {
  /** Tells it from others: sessions share an engine only where they see the same. */
  readonly key: string;
  /** Each laid over those before it; what is not there when an engine starts, it never sees. */
  readonly mounts: readonly Mount[];
}

/**
 * The arguments that lay mounts over each other, without what is hidden, but with what of them lies in that. They lie where
 * they really are; a link stands where one was named by a link.
 */
export function mountArgs(mounts: readonly Mount[], hidden: readonly string[]): string[] {
  const visible = mounts.filter(({ folder }) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true);
  const real = visible.map(({ how, folder }) => ({ how, folder: realpathSync(folder) }));
  const isVisible = (path: string): boolean => real.some(({ how, folder }) => how !== 'empty' && isBelow(path, folder));
  const hiddenInside = hidden.map((folder) => realpathSync(folder)).filter(isVisible);
  const again = real.filter(({ folder }) => hiddenInside.some((one) => isBelow(folder, one)));
  const links = visible.flatMap(({ folder }, i): string[] => {
    const [path, to = ''] = [resolve(folder), real[i]?.folder];
    return path === to || isVisible(path) ? [] : ['--symlink', to, path];
  });
  return [
    ...real.flatMap(argumentsOf),
    ...hiddenInside.flatMap((folder) => ['--tmpfs', folder]),
    ...again.flatMap(argumentsOf),
    ...links,
    ...[...real, ...again].flatMap(({ how, folder }) => (how === 'empty' ? ['--remount-ro', folder] : [])),
  ];
}

function argumentsOf({ how, folder }: Mount): string[] {
  if (how === 'empty') return ['--tmpfs', folder];
  return [how === 'writable' ? '--bind' : '--ro-bind', folder, folder];
}
