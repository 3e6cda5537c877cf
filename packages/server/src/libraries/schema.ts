import { Type } from 'typebox';
import { component } from '../http/types.ts';

/** A library of a project. */
export const ProjectLibrary = component(
  'ProjectLibrary',
  Type.Object({
    source: Type.String({ description: 'Path of a wheel or a jar in the file space, or name==version of the index' }),
    kind: Type.Enum(['wheel', 'jar']),
    name: Type.String({ description: 'Name of the package, or of the file of a jar' }),
    version: Type.String({ description: 'Empty for a jar' }),
    sha256: Type.String({ description: 'SHA-256 of the file' }),
    bytes: Type.Integer(),
  }),
);

/** What lists a library. */
export const ListedLibrary = Type.Object({ source: Type.String({ minLength: 1, maxLength: 4_096 }) });
