import { Problem } from './problems.ts';

/** What is wrong with a stored or submitted graph that the parser rejects without a reason. */
export const unreadableGraph = 'the workflow graph cannot be read';

/** What is wrong with a workflow whose check fails without a reason. */
export const workflowCannotRun = 'the workflow cannot run';

/** What a record states about a fault of the service itself, which its log describes. */
export const internalError = 'internal error: see the service log';

/** Kinds of records, as messages name them. */
export type RecordKind =
  | 'connection'
  | 'dashboard'
  | 'dataset'
  | 'execution'
  | 'group'
  | 'model'
  | 'project'
  | 'project permission'
  | 'role'
  | 'schedule'
  | 'token'
  | 'user'
  | 'variable'
  | 'workflow';

/** Returns that a record is absent: `workflow 5 not found in project 3`, `user "ada" not found`. */
export function notFoundText(kind: RecordKind, key: number | string, projectId?: number): string {
  const label = typeof key === 'number' ? String(key) : `"${key}"`;
  return `${kind} ${label} not found${projectId === undefined ? '' : ` in project ${projectId}`}`;
}

/** A record that the request addresses and that is absent, or hidden from the caller. */
export const notFound = (kind: RecordKind, key: number | string, projectId?: number): Problem =>
  new Problem('NOT_FOUND', notFoundText(kind, key, projectId));

/** A record that a field of the request refers to and that is absent, or hidden from the caller. */
export const unknownReference = (kind: RecordKind, key: number | string): Problem =>
  new Problem('UNPROCESSABLE', notFoundText(kind, key));

/** A version that a record does not have. */
export const versionNotFound = (kind: RecordKind, key: number | string, version: number): Problem =>
  new Problem('NOT_FOUND', `version ${version} of ${kind} ${typeof key === 'number' ? key : `"${key}"`} not found`);

/** Returns that another record has the name. */
export const nameTaken = (kind: RecordKind, name: string): string =>
  `a ${kind} named "${name}" already exists: choose another name`;

/** A UUID that another record of the project has. */
export const uuidTaken = (kind: RecordKind, uuid: string, projectId: number): Problem =>
  new Problem('CONFLICT', `project ${projectId} already has a ${kind} with the UUID ${uuid}`);

/** A save over an older version than the stored one; `current` is that one's number. */
export function staleVersion(kind: RecordKind, id: number, over: number | null | undefined, current?: number): Problem {
  const now = current === undefined ? '' : ` and is at version ${current}`;
  return new Problem(
    'STALE_VERSION',
    `${kind} ${id} has changed since version ${over}${now}: reload it and apply your changes again`,
  );
}

/** Returns the rule of a value that has a few spellings. */
export const mustBeOneOf = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;

/** Returns that a value breaks a rule; `where` names its place with a noun: `parameter "sortBy"`. */
export const invalidValue = (where: string, value: string, rule: string): string =>
  `invalid value "${value}" for ${where}: ${rule}`;

/** A parameter of a request (query, path or header) whose value breaks a rule. */
export const invalidParameter = (name: string, value: string, rule: string): Problem =>
  new Problem('MALFORMED', invalidValue(`parameter "${name}"`, value, rule));

/** A permission that the caller lacks; `action` is what requires it. */
export const permissionRequired = (permission: string, action = 'this request'): Problem =>
  new Problem('FORBIDDEN', `${action} requires the permission ${permission}`);

/** A body whose bytes are not text. */
export const bodyNotUtf8 = (): Problem => new Problem('MALFORMED', 'the request body is not valid UTF-8 text');

/** Where and why a text is not JSON. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A file that should hold JSON; `file` is its name in double quotes. */
export const notJsonFile = (file: string, { line, column, message }: JsonFault): Problem =>
  new Problem('UNPROCESSABLE', `file ${file} is not valid JSON: line ${line}, column ${column}: ${message}`);

/** A request whose files should come as a form; `what` are they. */
export const formRequired = (what: string): Problem =>
  new Problem('WRONG_MEDIA_TYPE', `send the ${what} as parts of a multipart/form-data form`);

/** An import whose form has no files. */
export const nothingToImport = (kind: RecordKind): Problem =>
  new Problem('UNPROCESSABLE', `no ${kind} to import: send the files as parts of a multipart/form-data form`);
