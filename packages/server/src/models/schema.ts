import { Type } from 'typebox';
import { Id } from '../http/types.ts';

export const VersionNumber = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

/** The part of an address that names a version of a model. */
export const VersionParams = Type.Object({ id: Id, version: VersionNumber });
