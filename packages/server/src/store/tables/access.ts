import type { Generated } from 'kysely';
import type { Flag, Millis, JsonText, Identified, Dated } from './columns.ts';

export interface UserTable extends Identified, Dated {
  username: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  email: string;
  isActive: Flag;
  isSuperuser: Flag;
  currentProjectId: number | null;
  currentConnectionId: number | null;
  lastSignInAt: Millis | null;
}

/** A former user name. */
export interface FormerNameTable {
  name: string;
  /** Who had it; mostly gone. */
  userId: number;
  leftAt: Millis;
}

/** A role is a set of permissions, by name. */
export interface RoleTable extends Identified {
  name: string;
  permissions: JsonText;
}

export interface UserRoleTable {
  userId: number;
  roleId: number;
}

export interface GroupTable extends Identified {
  name: string;
  properties: JsonText;
}

export interface UserGroupTable {
  userId: number;
  groupId: number;
}

export interface SessionTable {
  /** SHA-256 of what the cookie holds. */
  hash: string;
  userId: number;
  createdAt: Millis;
  expiresAt: Millis;
}

export interface TokenTable extends Identified {
  hash: string;
  userId: number;
  description: string;
  /** Scopes with blanks between; all where none are named. */
  scopes: Generated<string>;
  createdAt: Millis;
  expiresAt: Millis;
}

/** Who a user is at a provider of sign-in (OpenID Connect): its name and the name that it never gives to another. */
export interface IdentityTable extends Identified {
  userId: number;
  issuer: string;
  subject: string;
  linkedAt: Millis;
}

export interface ProjectTable extends Identified, Dated {
  uuid: string;
  name: string;
  description: string;
  tag: string;
  /** Which Spark its workflows were made for, if they do not say so themselves. */
  compatibility: Generated<string>;
  /** A list of libraries, as they were when they were saved. */
  libraries: Generated<JsonText>;
  /** Who has saved them last; the user may be gone. */
  librariesBy: Generated<number | null>;
  ownerId: number;
}

/** What a user, or the users of a group, may do in a project (`Right`s added up). One of the two ids is set. */
export interface ProjectMemberTable extends Identified {
  projectId: number;
  userId: number | null;
  groupId: number | null;
  rights: number;
}
