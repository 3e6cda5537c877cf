export { LibraryEnvironment } from './environment.ts';
export { pythonVersion } from './interpreter.ts';
export { isPinned, LibraryCheck, type Library } from './library.ts';
export { LibraryStore } from './library-store.ts';
