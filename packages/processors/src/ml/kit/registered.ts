import type { ModelRegistry, ModelRequest, RegisteredModel } from '../../contract/models.ts';
import { FieldError } from '../../kit/field-error.ts';

/** True for text that names a registered model, and no folder. */
export const isReference = (text: string): boolean => text.startsWith('models:/');

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** True for text that names a registered model, or is a uuid, and so no folder where models are registered. */
export const isNameOrUuid = (text: string): boolean => isReference(text) || uuid.test(text.trim());

/** True for text that leads to a registered model: a name, or the uuid of one, where models are registered. */
export const isRegistered = (
  models: ModelRegistry | undefined,
  { path, champion = false }: { readonly path: string; readonly champion?: boolean },
): boolean => champion || isReference(path) || (models !== undefined && isNameOrUuid(path));

/** What a name holds that no name of a model may: references end at a "/", and stand on one line. */
export const flawOf = (name: string): string | undefined =>
  name.includes('/') ? 'a "/"' : /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? 'a line break or a control character' : undefined;

/** True for two spellings of one path of the file space. */
export function isSamePath(one: string | undefined, other: string): boolean {
  return one !== undefined && normalizePath(one) === normalizePath(other);
}

function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.trim().split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

/** The model that a field names. Throws a `FieldError` if it is not there, or if no models are registered. */
export function findRegisteredModel(
  models: ModelRegistry | undefined,
  request: ModelRequest,
): Promise<RegisteredModel> {
  if (models !== undefined) return models.find(request);
  const { field, reference } = request;
  throw new FieldError(
    field,
    `registered model "${reference}" in field "${field}" is not available: only the service registers models`,
    'enter the folder that the model was saved in, or run the workflow in the service',
  );
}
