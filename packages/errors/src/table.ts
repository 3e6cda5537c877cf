import type { ErrorRules } from './rule.ts';
import { codeErrors, type CodeErrorParams } from './tables/code-errors.ts';
import { engineErrors, type EngineErrorParams } from './tables/engine-errors.ts';
import { fileErrors, type FileErrorParams } from './tables/file-errors.ts';
import { graphErrors, type GraphErrorParams } from './tables/graph-errors.ts';
import { libraryErrors, type LibraryErrorParams } from './tables/library-errors.ts';
import { pathErrors, type PathErrorParams } from './tables/path-errors.ts';
import { saveErrors, type SaveErrorParams } from './tables/save-errors.ts';
import { servingErrors, type ServingErrorParams } from './tables/serving-errors.ts';
import { storeErrors, type StoreErrorParams } from './tables/store-errors.ts';
import { tableErrors, type TableErrorParams } from './tables/table-errors.ts';
import { urlErrors, type UrlErrorParams } from './tables/url-errors.ts';

/** The parameters of each kind of error. */
export interface ErrorParams
  extends
    CodeErrorParams,
    EngineErrorParams,
    FileErrorParams,
    GraphErrorParams,
    LibraryErrorParams,
    PathErrorParams,
    SaveErrorParams,
    ServingErrorParams,
    StoreErrorParams,
    TableErrorParams,
    UrlErrorParams {}

/** What distinguishes one sentence from another; several kinds may share a code. */
export type ErrorKind = keyof ErrorParams;

/** The kinds whose parameters are `P`, for maps from codes of a system to kinds. */
export type KindOf<P> = { [K in ErrorKind]: P extends ErrorParams[K] ? K : never }[ErrorKind];

/** Every kind of error with code, message and remedy. */
export const errorRules: ErrorRules<ErrorParams> = {
  ...codeErrors,
  ...engineErrors,
  ...fileErrors,
  ...graphErrors,
  ...libraryErrors,
  ...pathErrors,
  ...saveErrors,
  ...servingErrors,
  ...storeErrors,
  ...tableErrors,
  ...urlErrors,
};
