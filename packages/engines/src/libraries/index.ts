export { LibraryEnvironment } from './environment.ts';
export { pythonVersion } from './interpreter.ts';
export { isPinned, kindOf, LibraryCheck, type Library, type LibraryFile } from './library.ts';
export { keyOf, LibraryStore, type FindLibrary } from './library-store.ts';
