import { Type } from 'typebox';
import { component, Id, Millis, Nullable } from '../http/types.ts';

/** A variable as the interface returns it; without `projectId` it holds in all projects. */
export const Variable = component(
  'Variable',
  Type.Object({
    id: Id,
    projectId: Nullable(Id),
    name: Type.String(),
    value: Type.String(),
    description: Type.String(),
    dateCreated: Millis,
    dateLastUpdated: Millis,
  }),
);

/** The name of a variable. */
export const Key = Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_]+$' });
export const Value = Type.String({ maxLength: 100_000 });
