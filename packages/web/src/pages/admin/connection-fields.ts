import type { Connection, ConnectionWords } from '../../api/queries-of-administration.ts';

/** A field of a connection in the form; the field of a secret stays empty. */
export interface ConnectionField {
  readonly name: string;
  readonly value: string;
}

export interface ConnectionDraft {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  /** The id of its project; empty for all projects. */
  readonly project: string;
  readonly fields: readonly ConnectionField[];
}

/** The read-only keys of a connection. */
const ownKeys: ReadonlySet<string> = new Set([
  'id',
  'projectId',
  'userId',
  'name',
  'category',
  'secretFields',
  'dateCreated',
  'dateLastUpdated',
  'description',
]);

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether the input is hidden; the service decides which fields are sealed, by the same names. */
export const isSecret = (name: string): boolean =>
  /passw(or)?d|passphrase|secret|token|credential|(api|access|private|account|shared|encryption|client|auth)[_\-. ]?key|^pwd$|^key$/i.test(
    name,
  );

/** Secrets that are stored in fields of their own, not inside others. */
export const storedSecretsOf = ({ secretFields }: Connection): readonly string[] =>
  secretFields.filter((path) => !/[.[]/.test(path));

const openFields = (connection: Connection): readonly (readonly [string, unknown])[] =>
  Object.entries(connection).filter(([key]) => !ownKeys.has(key));

export const draftOf = (connection: Connection | undefined): ConnectionDraft => {
  if (connection === undefined)
    return {
      name: '',
      category: '',
      description: '',
      project: '',
      fields: ['url', 'username', 'password'].map((name) => ({ name, value: '' })),
    };
  const { name, category, projectId, description } = connection;
  return {
    name,
    category,
    description: description === undefined ? '' : asText(description),
    project: projectId === null ? '' : String(projectId),
    fields: [
      ...openFields(connection).map(([key, value]) => ({ name: key, value: asText(value) })),
      ...storedSecretsOf(connection).map((key) => ({ name: key, value: '' })),
    ],
  };
};

/** The first address among the fields, or the value of the first one. */
export function leadsTo(connection: Connection): string {
  const texts = openFields(connection).map(([, value]) => asText(value));
  return texts.find((text) => text.includes('://')) ?? texts[0] ?? '';
}

/** A value that was not text before is converted back if it still parses. */
function typedValue(text: string, before: unknown): unknown {
  if (before === undefined || typeof before === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The request body: secrets without input stay, and those of removed fields are deleted. */
export function wordsOf(
  { name, category, description, fields }: ConnectionDraft,
  secrets: Readonly<Record<string, string>>,
  before: Connection | undefined,
): ConnectionWords {
  const storedSecrets = before === undefined ? [] : storedSecretsOf(before);
  const values = fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const key = field.name.trim();
    if (key === '') return [];
    if (!isSecret(key)) return [[key, typedValue(field.value, before?.[key])]];
    const secret = secrets[key] ?? '';
    return secret === '' ? [] : [[key, secret]];
  });
  const removed = storedSecrets.filter((key) => !fields.some((field) => field.name.trim() === key));
  return {
    ...Object.fromEntries(values),
    ...Object.fromEntries(removed.map((key) => [key, null])),
    name: name.trim(),
    category: category.trim(),
    ...(description === '' && before?.['description'] === undefined ? {} : { description }),
  };
}

/** The first name that two fields share; undefined if all differ. */
export function twiceIn(fields: readonly ConnectionField[]): string | undefined {
  const names = fields.map(({ name }) => name.trim()).filter((name) => name !== '');
  return names.find((name, i) => names.indexOf(name) !== i);
}
