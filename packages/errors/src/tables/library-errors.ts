import type { ErrorRules } from '../rule.ts';

/** `library`: how the project names it, a path or `name==version`. */
interface OfLibrary {
  readonly library: string;
}

/** What the errors of libraries say. */
export interface LibraryErrorParams {
  'libraries-too-large': OfLibrary;
  'libraries-too-large-unpacked': OfLibrary;
  'library-broken': OfLibrary & { readonly reason: string };
  'library-built-in': OfLibrary & { readonly name: string; readonly version: string };
  'library-changed': OfLibrary;
  'library-entry-unsafe': OfLibrary & { readonly entry: string; readonly why: string };
  'library-file-twice': OfLibrary & { readonly other: string; readonly file: string };
  'library-index-off': OfLibrary;
  'library-name-invalid': OfLibrary & { readonly file: string };
  'library-not-fetched': OfLibrary & { readonly reason: string };
  'library-other-platform': OfLibrary & { readonly tags: string; readonly python: string };
  'library-shadows': OfLibrary & { readonly module: string; readonly what: string };
  'library-twice': OfLibrary & { readonly other: string; readonly name: string };
  'library-unsupported': OfLibrary;
  'not-one-library': OfLibrary & { readonly count: number };
}

export const libraryErrors: ErrorRules<LibraryErrorParams> = {
  'libraries-too-large': {
    code: 'LIBRARIES_TOO_LARGE',
    message: ({ library }) => `with library "${library}", the libraries are larger than 512 MB in total`,
    remedy: () => 'list fewer or smaller libraries',
  },
  'libraries-too-large-unpacked': {
    code: 'LIBRARIES_TOO_LARGE',
    message: ({ library }) =>
      `with library "${library}", the decompressed libraries are larger than 2 GB, or have more than 100,000 files`,
    remedy: () => 'list fewer or smaller libraries',
  },
  'library-broken': {
    code: 'LIBRARY_BROKEN',
    message: ({ library, reason }) => `library "${library}" is damaged: ${reason}`,
    remedy: () => 'build or download the file again, and replace it',
  },
  'library-built-in': {
    code: 'LIBRARY_REFUSED',
    message: ({ library, name, version }) =>
      `library "${library}" would replace package ${name}, which is built in (version ${version})`,
    remedy: () => 'remove it from the list: code imports the built-in package',
  },
  'library-changed': {
    code: 'LIBRARY_CHANGED',
    message: ({ library }) => `library "${library}" has changed since it was listed`,
    remedy: () => 'save the list of libraries again, or restore the file',
  },
  'library-entry-unsafe': {
    code: 'LIBRARY_REFUSED',
    message: ({ library, entry, why }) => `library "${library}" contains the entry "${entry}", which ${why}`,
    remedy: () => 'list an archive with only files and folders below its root',
  },
  'library-file-twice': {
    code: 'LIBRARY_TWICE',
    message: ({ library, other, file }) => `libraries "${other}" and "${library}" both contain the file "${file}"`,
    remedy: () => 'remove one of them',
  },
  'library-index-off': {
    code: 'LIBRARY_REFUSED',
    message: ({ library }) => `library "${library}" is not fetched: the package index is not allowed here`,
    remedy: () => 'list the path of a wheel, or have the operator set MILLRACE_CODE_PACKAGES to index',
  },
  'library-name-invalid': {
    code: 'LIBRARY_REFUSED',
    message: ({ library, file }) => `library "${library}" is not named as a wheel: invalid file name "${file}"`,
    remedy: () => 'keep the name that the wheel was built with, such as name-1.0-py3-none-any.whl',
  },
  'library-not-fetched': {
    code: 'LIBRARY_NOT_FETCHED',
    message: ({ library, reason }) => `library "${library}" cannot be fetched from the package index: ${reason}`,
    remedy: () => 'list a version that the index has as a wheel for this Python, or the path of a wheel',
  },
  'library-other-platform': {
    code: 'LIBRARY_REFUSED',
    message: ({ library, tags, python }) => `library "${library}" is built for ${tags}: code runs on ${python}`,
    remedy: () => 'list the wheel that is built for this Python and platform',
  },
  'library-shadows': {
    code: 'LIBRARY_REFUSED',
    message: ({ library, module, what }) =>
      `library "${library}" contains module "${module}", which has the name of ${what}`,
    remedy: () => 'list a library without this module, or remove it from the list',
  },
  'library-twice': {
    code: 'LIBRARY_TWICE',
    message: ({ library, other, name }) => `libraries "${other}" and "${library}" are both ${name}`,
    remedy: () => 'remove one of them',
  },
  'library-unsupported': {
    code: 'LIBRARY_REFUSED',
    message: ({ library }) => `library "${library}" is neither a wheel nor a jar`,
    remedy: () => 'list paths of files that end in .whl or .jar, or packages of the index as name==version',
  },
  'not-one-library': {
    code: 'NOT_ONE_FILE',
    message: ({ library, count }) => `library "${library}" names ${count} files: must be one file`,
    remedy: () => 'list each library by its own path',
  },
};
