import type { RunFiles } from './run-files.ts';

/** Calls of the file space whose first argument is a path. */
const ofPaths: ReadonlySet<string | symbol> = new Set<keyof RunFiles>(['input', 'csv', 'list', 'text', 'pdfText']);
const ofUrls: ReadonlySet<string | symbol> = new Set<keyof RunFiles>(['url', 'urlText']);

/** A view of the file space that remembers what was read through it. */
export interface WatchedFiles {
  readonly files: RunFiles;
  /** Paths that were asked for, with the stamp (`RunFiles.stamp`) that each had before it was read. */
  readonly stamps: ReadonlyMap<string, Promise<string>>;
  /** URLs that were asked for. */
  readonly urls: ReadonlySet<string>;
}

/** Watches what is read through the result of this call; whatever else uses `files` is not seen. */
export function watchFiles(files: RunFiles): WatchedFiles {
  const stamps = new Map<string, Promise<string>>();
  const urls = new Set<string>();
  const stampOnce = (path: string): void => {
    if (stamps.has(path)) return;
    const stamp = files.stamp(path);
    // the reader of the file meets the same
    stamp.catch(() => undefined);
    stamps.set(path, stamp);
  };
  const view = new Proxy(files, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const [path] = args;
        if (typeof path === 'string' && ofPaths.has(name)) stampOnce(path);
        if (typeof path === 'string' && ofUrls.has(name)) urls.add(path);
        return value.apply(target, args);
      };
    },
  });
  return { files: view, stamps, urls };
}
